// Where an API is served.

package import SourceDocuments

/// A server: a URL with variables ([Server Object](https://spec.openapis.org/oas/v3.1.1.html#server-object)).
package struct Server: Sendable {
    /// As written: `https://{region}.example.com/v1`.
    package let url: String
    package let variables: [Variable]
    package let description: String?
    package let place: Place

    /// A part of a server's URL ([Server Variable Object](https://spec.openapis.org/oas/v3.1.1.html#server-variable-object)).
    package struct Variable: Sendable, Hashable {
        package let name: String
        package let defaultValue: String
        /// The values that it can take; empty where it takes any.
        package let values: [String]
        package let description: String?
    }
}

extension Server {
    /// The URL with its variables at their defaults.
    package var defaultURL: String {
        variables.reduce(url) { url, variable in
            url.split(separator: "{\(variable.name)}", omittingEmptySubsequences: false).joined(
                separator: variable.defaultValue)
        }
    }

    /// The path of the default URL without a slash at its end; empty where there is none.
    package var basePath: String { Self.path(of: defaultURL) }

    /// What stands between braces in a URL.
    static func variableNames(in url: String) -> [String] {
        url.split(separator: "{").dropFirst(url.hasPrefix("{") ? 0 : 1).compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0]) }
        }
    }

    /// The path of a URL, absolute or relative, that may hold `{variables}`.
    static func path(of url: String) -> String {
        var rest = url[...]
        if let end = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
            rest = rest[..<end]
        }
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), rest[colon...].hasPrefix("://") {
            rest = rest[colon...].dropFirst(3)
            rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
        } else if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
        }
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        if rest.hasPrefix("./") { rest = rest.dropFirst() }
        if !rest.isEmpty, rest != ".", !rest.hasPrefix("/") { return "/" + rest }
        return rest == "." ? "" : String(rest)
    }
}
