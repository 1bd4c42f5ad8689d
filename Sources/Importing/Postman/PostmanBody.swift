// Bodies of Postman's requests.

import JSONValues

extension PostmanReader {
    static func body(_ written: Sourced?, _ variables: inout CollectionVariables) -> SavedRequest.Body {
        guard let written, !written.flag("disabled") else { return .none }
        switch written.text("mode") {
        case "raw":
            let languages = [
                "json": "application/json", "xml": "application/xml", "html": "text/html", "text": "text/plain",
            ]
            let language = written["options"]?["raw"]?.text("language") ?? ""
            return .text(written.text("raw") ?? "", type: languages[language])
        case "urlencoded": return .form(fields(written["urlencoded"]))
        case "formdata": return .parts(fields(written["formdata"]))
        case "graphql":
            return WrittenBody.graphQL(
                written["graphql"]?.text("query") ?? "", variables: written["graphql"]?.text("variables"),
                resolving: &variables)
        case "file": return .lost("a file that is sent as the body")
        default: return .none
        }
    }

    private static func fields(_ list: Sourced?) -> [SavedRequest.Field] {
        (list?.elements ?? []).filter { !$0.flag("disabled") && $0.json["enabled"]?.bool != false }.compactMap {
            field in
            field.text("key").map {
                SavedRequest.Field(
                    name: $0, value: field.text("value") ?? "", isFile: field.text("type") == "file")
            }
        }
    }
}
