// Files of other programs that are given in the place of a contract.

import JSONValues

/// What a file is that is no OpenAPI document, and what to do with it.
struct OtherFile {
    /// With its article: `a HAR recording`.
    let kind: String
    /// `FILE` stands for the name of the file.
    let remedy: String

    /// Nil for what is not known.
    init?(_ object: JSONObject) {
        func has(_ names: String...) -> Bool { names.allSatisfy { object[$0] != nil } }
        let bring = "Bring it over with 'counterpart import FILE --output Contracts/NAME'."
        let describe = "Write an OpenAPI document of the same API, or start from one that 'counterpart init' makes."
        if object["log"]?["entries"]?.array != nil {
            (kind, remedy) = (
                "a HAR recording", "Make a contract of it: 'counterpart infer FILE --output openapi.yaml'."
            )
        } else if has("arazzo") {
            (kind, remedy) = ("an Arazzo document", "Name the OpenAPI document that its sourceDescriptions name.")
        } else if has("asyncapi") {
            (kind, remedy) = ("an AsyncAPI document", describe)
        } else if let info = object["info"], has("item"),
            info["schema"]?.string?.contains("getpostman.com") ?? (info["_postman_id"] != nil)
        {
            (kind, remedy) = ("a Postman collection", bring)
        } else if has("consumer", "provider"), has("interactions") || has("messages") {
            (kind, remedy) = ("a Pact file", describe)
        } else if has("mappings") || (has("request", "response") && object["request"]?.object != nil) {
            (kind, remedy) = ("a WireMock mapping", bring)
        } else if has("routes"), has("lastMigration") || has("endpointPrefix") {
            (kind, remedy) = ("a Mockoon environment", bring)
        } else if object["data"]?["pairs"]?.array != nil {
            (kind, remedy) = ("a Hoverfly simulation", bring)
        } else {
            return nil
        }
    }
}
