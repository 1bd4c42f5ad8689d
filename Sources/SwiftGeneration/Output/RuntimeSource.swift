// The part of a client that is the same for every contract: the files of Sources/ClientRuntime, which the build embeds.

enum RuntimeSource {
    /// What an app developer looks for comes first.
    static let files: [(name: String, source: [UInt8])] = [
        ("Transport", PackageResources.Transport_swift), ("HTTPCall", PackageResources.HTTPCall_swift),
        ("CallError", PackageResources.CallError_swift),
        ("URLSessionTransport", PackageResources.URLSessionTransport_swift),
        ("URLSessionRequest", PackageResources.URLSessionRequest_swift),
        ("Credential", PackageResources.Credential_swift), ("Field", PackageResources.Field_swift),
        ("PresenceRules", PackageResources.PresenceRules_swift), ("OpenEnum", PackageResources.OpenEnum_swift),
        ("JSONValue", PackageResources.JSONValue_swift), ("CalendarDate", PackageResources.CalendarDate_swift),
        ("Timestamp", PackageResources.Timestamp_swift), ("WireCoding", PackageResources.WireCoding_swift),
        ("Members", PackageResources.Members_swift), ("Leniency", PackageResources.Leniency_swift),
        ("Unions", PackageResources.Unions_swift), ("Parameters", PackageResources.Parameters_swift),
        ("CallBuilder", PackageResources.CallBuilder_swift), ("FormBody", PackageResources.FormBody_swift),
        ("Multipart", PackageResources.Multipart_swift),
        ("Replies", PackageResources.Replies_swift), ("ServerSentEvents", PackageResources.ServerSentEvents_swift),
        ("Example", PackageResources.Example_swift), ("Locked", PackageResources.Locked_swift),
        ("FakeAnswers", PackageResources.FakeAnswers_swift), ("KeptResources", PackageResources.KeptResources_swift),
        ("PropertyReads", PackageResources.PropertyReads_swift),
    ]

    /// All of them as one file, without their imports. What clients show to others is `public`.
    static let text = text(besides: [])

    /// The same without some of the files.
    static func text(besides names: Set<String>) -> String {
        files.filter { !names.contains($0.name) }.map { section(String(decoding: $0.source, as: UTF8.self)) }
            .joined(separator: "\n\n")
    }

    /// The comment that a file opens with becomes its heading.
    static func section(_ source: String) -> String {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let heading = (lines.first ?? "").drop { $0 == "/" || $0 == " " }
        let body = lines.dropFirst().drop(while: isImport)
        let end = body.lastIndex { !$0.isEmpty } ?? body.startIndex
        return "// MARK: - \(heading)\n\n" + body[...end].joined(separator: "\n")
    }

    private static func isImport(_ line: Substring) -> Bool {
        line.isEmpty || line.hasPrefix("import ") || line.hasPrefix("public import ")
            || line.hasPrefix("#if canImport(")
            || line == "#endif"
    }
}
