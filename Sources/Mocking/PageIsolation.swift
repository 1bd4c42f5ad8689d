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

    /// HTML, and XML of any kind, which a browser takes for a document: whether `html` or `xml` stands in it. Every new answer is asked.
    private static func isActive(_ contentType: String) -> Bool {
        var type = contentType
        return type.withUTF8 { bytes in
            var word: UInt32 = 0
            for byte in bytes {
                guard byte != UInt8(ascii: ";") else { return false }
                word = word << 8 | UInt32(byte | 0x20)
                if word == 0x6874_6D6C || word & 0xFF_FFFF == 0x78_6D6C { return true }
            }
            return false
        }
    }
}
