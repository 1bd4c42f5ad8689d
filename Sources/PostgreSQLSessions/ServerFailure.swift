// What a server says when it does not do what it was asked.

#if PostgreSQL
import CPostgreSQL
import SessionStores

/// An error of a server, or the loss of a connection.
struct ServerFailure: Error {
    /// Five characters (PostgreSQL, appendix A); nil where there was no answer.
    let code: String?
    let message: String

    /// The answer says so.
    init(_ result: OpaquePointer) {
        // Safe: libpq gives texts that end with a null, or none.
        code = PQresultErrorField(result, Int32(UnicodeScalar("C").value)).map { String(cString: $0) }
        message =
            PQresultErrorField(result, Int32(UnicodeScalar("M").value)).map { String(cString: $0) }
            ?? String(cString: PQresultErrorMessage(result)).split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    init(_ message: String) {
        code = nil
        self.message = message
    }

    /// There is no such table.
    static let undefinedTable = "42P01"

    /// Another connection may do better: this one leads to a server that only reads, or that is being shut down.
    var endsConnection: Bool { code == "25006" || code?.hasPrefix("57P") ?? true }

    /// For people.
    var failure: StoreFailure {
        let remedy =
            switch code {
            case "25006":
                "The server only reads: name the one that writes, or add target_session_attrs=read-write to the URL."
            case "42501":
                "Let the user make tables (GRANT CREATE ON SCHEMA public TO …), or name a schema of the user's own: …?options=-csearch_path%3DSCHEMA."
            case "53100": "The server's disk is full: make room."
            case "57014": "The server was too slow, or another connection holds the session for long."
            case "3F000": "Make the schema that search_path names."
            default: ""
            }
        return StoreFailure("PostgreSQL: \(message)", remedy: remedy)
    }
}
#endif
