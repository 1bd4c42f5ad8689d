// What `--store` says.

/// Where sessions are kept.
package enum StoreURL: Hashable, Sendable, CustomStringConvertible {
    case memory
    /// The path of a file.
    case sqlite(String)
    /// A URL as libpq reads it. It may have a password, which no message has.
    case postgresql(String)

    /// Nil where it is none of them.
    package init?(_ text: String) {
        if text == "memory" {
            self = .memory
        } else if text.hasPrefix("sqlite:"), text.count > "sqlite:".count {
            self = .sqlite(String(text.dropFirst("sqlite:".count)))
        } else if text.contains("://") || text.contains("=") {
            // Also where it is misspelt, or a connection string: a message that quotes what was given would tell the password.
            self = .postgresql(text)
        } else {
            return nil
        }
    }

    /// Without a password.
    package var description: String {
        switch self {
        case .memory: "memory"
        case .sqlite(let path): "sqlite:\(path)"
        case .postgresql: "postgresql://…"
        }
    }
}
