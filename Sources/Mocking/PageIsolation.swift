// Pages that the mock answers, kept apart from the control API, which has the same origin.

import HTTPExchange
import HTTPTypes

extension HTTPFields {
    /// Has browsers give a document that can hold scripts an origin of its own (CSP level 3, section 6.3.2): what its scripts send comes
    /// from another site, and the control API refuses it. A policy that the contract states is left as it is.
    mutating func isolatePage() {
        guard let type = value(.contentType), Self.isActive(type), !contains(.contentSecurityPolicy) else { return }
        self[.contentSecurityPolicy] =
            "sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads allow-top-navigation-by-user-activation"
    }

    /// HTML, and XML of any kind, which a browser takes for a document.
    private static func isActive(_ contentType: String) -> Bool {
        var type = contentType.utf8.prefix { $0 != UInt8(ascii: ";") }
        while !type.isEmpty {
            let rest = type.lazy.map { $0 | 0x20 }
            if rest.starts(with: "html".utf8) || rest.starts(with: "xml".utf8) { return true }
            type = type.dropFirst()
        }
        return false
    }
}
