// What `--store` says.

/// Where sessions are kept.
package enum StoreURL: Hashable, Sendable {
    case memory
    /// The path of a file.
    case sqlite(String)

    /// Nil where it is none of them.
    package init?(_ text: String) {
        if text == "memory" {
            self = .memory
        } else if text.hasPrefix("sqlite:"), text.count > "sqlite:".count {
            self = .sqlite(String(text.dropFirst("sqlite:".count)))
        } else {
            return nil
        }
    }
}
