// Diagnostics for people: the place, the sentence, the line with a caret, the remedy.

extension DiagnosticReport {
    /// For a terminal: each finding with its line of the document, a mark beneath it, and the remedy.
    package var text: String { diagnostics.map(Self.text).joined(separator: "\n") }

    private static func text(_ diagnostic: Diagnostic) -> String {
        let place = diagnostic.place.map { "\($0): " } ?? ""
        var lines = ["\(place)\(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.code.rawValue)]"]
        if let place = diagnostic.place, let excerpt = SourceExcerpt(place) {
            let number = String(place.line)
            lines.append("  \(number) | \(excerpt.text)")
            lines.append("  \(String(repeating: " ", count: number.count)) | \(excerpt.padding)^")
        }
        if let found = diagnostic.found { lines.append("  found: \(found)") }
        if let expected = diagnostic.expected { lines.append("  expected: \(expected)") }
        if let remedy = diagnostic.remedy { lines.append("  remedy: \(remedy)") }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The part of a source line around a position, fit to be printed.
struct SourceExcerpt {
    private static let width = 100

    let text: String
    /// What goes before the caret, as wide as the text there.
    let padding: String

    init?(_ place: Place) {
        let position = place.position
        guard let line = place.source.line(position.line) else { return nil }
        let count = line.count
        let column = min(max(position.column - 1, 0), count)
        let start = count > Self.width && column > Self.width * 2 / 3 ? column - Self.width * 2 / 3 : 0
        let scalars = line.dropFirst(start).prefix(Self.width)
        let before = SourceExcerpt.printable(scalars.prefix(column - start))
        let after = SourceExcerpt.printable(scalars.dropFirst(column - start))
        text = (start > 0 ? "…" : "") + before + after + (count - start > Self.width ? "…" : "")
        padding = (start > 0 ? " " : "") + String(before.map { $0 == "\t" ? "\t" : " " })
    }

    /// Terminal escapes and other control characters are not passed on.
    private static func printable(_ scalars: Substring.UnicodeScalarView) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars {
            let isControl = scalar.value < 0x20 && scalar != "\t" || (0x7F..<0xA0).contains(scalar.value)
            text.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }
}
