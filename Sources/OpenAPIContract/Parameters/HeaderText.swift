// The value of a header field, by the style `simple`.

import JSONValues

/// Headers are not percent-encoded, and spaces around a comma mean nothing (RFC 9110, section 5.6.1).
enum HeaderText {
    static func candidates(_ text: String, shape: WireShape, explode: Bool) -> [JSON] {
        let styled = StyledText(delimiter: .character(","), assignment: explode ? "=" : nil, decode: trimmed)
        return styled.candidates(text[...], shape)
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(start[...end])
    }
}
