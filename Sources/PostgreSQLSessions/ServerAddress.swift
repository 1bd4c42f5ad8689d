// Which server is meant, and what may be said of it.

#if PostgreSQL
import CPostgreSQL
import Foundation
import SessionStores

/// A URL of libpq that has been read. The password that it may have is in no text that comes from here.
struct ServerAddress: Sendable, CustomStringConvertible {
    private let url: String
    /// Host, port and database, as far as the URL names them.
    let description: String

    init(_ url: String) throws(StoreFailure) {
        self.url = url
        guard let scheme = ["postgresql://", "postgres://"].first(where: { url.hasPrefix($0) }) else {
            throw StoreFailure(
                "the URL of a server begins with postgresql://",
                remedy: "Write it as postgresql://USER@HOST:5432/DATABASE.")
        }
        guard !url.utf8.contains(0) else { throw StoreFailure("a URL has no null characters") }
        try ServerAddress.refuseStraySigns(in: url.dropFirst(scheme.count))
        let options = try ServerAddress.read(url)
        if let port = options["port"],
            !port.split(separator: ",", omittingEmptySubsequences: false).allSatisfy({ $0.isEmpty || UInt16($0) != nil }
            )
        {
            // What stands there may be a password, where the host was forgotten.
            throw StoreFailure(
                "the port in the URL of the server is no number up to 65535",
                remedy: "Write it as postgresql://USER@HOST:5432/DATABASE.")
        }
        let host = options["host"] ?? options["hostaddr"] ?? ""
        description =
            (host.isEmpty ? "the host that libpq takes" : host) + (options["port"].map { ":\($0)" } ?? "")
            + (options["dbname"].map { ", database \($0)" } ?? "")
    }

    /// A password with such a sign in it would be read as a host in part, which messages name.
    private static func refuseStraySigns(in rest: Substring) throws(StoreFailure) {
        let user = rest.prefix { $0 != "@" && $0 != "/" }
        let isUser = rest.dropFirst(user.count).first == "@"
        let behind = rest.dropFirst(isUser ? user.count + 1 : 0).prefix { $0 != "?" }
        guard !behind.contains("@") else {
            throw StoreFailure(
                "the URL of the server has an @ too many",
                remedy: "In a user's name or password write %40 for @, %2F for /, %3A for : and %3F for ?.")
        }
    }

    private static func read(_ url: String) throws(StoreFailure) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let first = PQconninfoParse(url, &message) else {
            // Safe: libpq gives a text that ends with a null, or none.
            let text = message.map { String(cString: $0) } ?? "no memory is left"
            PQfreemem(message)
            throw StoreFailure("the URL of the server: \(withoutValues(text, of: url))")
        }
        defer { PQconninfoFree(first) }
        var values: [String: String] = [:]
        var option = first
        // Safe: the list ends with an option without a name.
        while let name = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: name)] = String(cString: value) }
            option += 1
        }
        return values
    }

    /// libpq quotes parts of the URL, and all of it. Only of one that cannot have a password they are shown.
    private static func withoutValues(_ message: String, of url: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        let rest = url.drop { $0 != "/" }.dropFirst(2)
        guard rest.contains("@") || rest.contains(":") || url.contains("pass") else { return line }
        return line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "…" }.joined(separator: "\"")
    }

    /// Begins to connect. Nil where no memory is left.
    func start() -> OpaquePointer? {
        let settings = [
            ("dbname", url), ("fallback_application_name", "counterpart"), ("client_encoding", "UTF8"),
        ]
        // Safe: libpq copies the texts before it returns.
        let keywords = settings.map { strdup($0.0) }
        let values = settings.map { strdup($0.1) }
        defer { for text in keywords + values { free(text) } }
        return PQconnectStartParams(
            keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    }

    /// Why nobody waits any longer.
    func isSilent(for limit: Duration) -> StoreFailure {
        StoreFailure(
            "PostgreSQL: no connection within \(limit) (\(description))",
            remedy: "See whether the server runs, and answers from here.")
    }

    /// Why there is no connection.
    func failure(of link: Link) -> StoreFailure {
        let pointer = link.pointer
        let remedy =
            if PQconnectionNeedsPassword(pointer) != 0 {
                "Give a password: a line HOST:PORT:DATABASE:USER:PASSWORD in the file that PGPASSFILE names, which nobody else may read."
            } else if PQconnectionUsedPassword(pointer) != 0 {
                "See whether user and password are right."
            } else {
                ""
            }
        return StoreFailure("PostgreSQL: \(link.message)", remedy: remedy)
    }
}
#endif
