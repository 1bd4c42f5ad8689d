// Screens as text. Pictures are said in words.

import Foundation
import ReferenceClient

/// How text is marked on a terminal; as plain text it is not.
enum TextStyle: String, CaseIterable, Sendable {
    case header = "1"
    case faint = "2"
    case failure = "31"
    case success = "32"

    /// The text between escape codes (ECMA-48, section 8.3.117).
    func escaped(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}

/// Writes what is shown.
struct ScreenText: Sendable {
    /// Whether there is a terminal that shows colours.
    let isStyled: Bool
    /// The columns of the terminal; nil where there is none, and a line is as long as it is.
    var columns: Int?

    func text(_ shown: DisplayedContent) -> String {
        switch shown {
        case .loading: style(.faint, "Loading…") + "\n"
        case .progress(let text): style(.faint, text) + "\n"
        case .message(let text): style(.success, plain(text)) + "\n"
        case .failure(let failure): text(failure)
        case .screen(let presentation): text(presentation)
        }
    }

    private func text(_ failure: ScreenFailure) -> String {
        style(.failure, "Failed: " + plain(failure.message)) + "\n"
            + (failure.canRetry ? "Type retry to try again.\n" : "")
    }

    private func text(_ presentation: ScreenPresentation) -> String {
        var text = presentation.message.map { style(.faint, plain($0)) + "\n" } ?? ""
        for section in presentation.tree?.items ?? [] {
            if let header = section.texts?.header { text += style(.header, plain(header)) + "\n" }
            let rows = section.items.compactMap(\.row)
            let column = rows.filter { $0.subtitle != nil }.map { plain($0.title).columns }.max() ?? 0
            for row in rows { text += "  " + line(row, column: min(column, Self.widestColumn)) + "\n" }
            for line in (section.texts?.footer ?? "").split(separator: "\n") {
                text += "  " + style(.faint, plain(String(line))) + "\n"
            }
        }
        return text
    }

    /// Longer titles push what follows them aside.
    private static let widestColumn = 44
    /// What is shown of a subtitle however narrow the terminal is.
    private static let narrowest = 12

    /// - Parameter column: where subtitles start, so that those of a section stand below each other.
    private func line(_ row: Row, column: Int) -> String {
        let mark =
            switch row.cellIdentifier {
            case "radio-on": "(•) "
            case "radio-off": "( ) "
            default: ""
            }
        let title = plain(row.title)
        let padding = String(repeating: " ", count: title.isEmpty ? 0 : max(column - title.columns, 0) + 2)
        let start = mark + title + padding
        // The margin, and what is left for the rest.
        let room = columns.map { max($0 - 2 - start.columns, Self.narrowest) } ?? .max
        let subtitle = row.subtitle.map { plain($0).cut(to: room) } ?? ""
        var image = row.image.map(words) ?? ""
        let gap = subtitle.isEmpty || image.isEmpty ? "" : "  "
        // A picture in words is the first to go where there is no room.
        if subtitle.columns + gap.count + image.columns > room { image = subtitle.isEmpty ? image.cut(to: room) : "" }
        if subtitle.isEmpty, image.isEmpty { return mark + title }
        return start + (subtitle.isEmpty ? "" : style(.faint, subtitle)) + (image.isEmpty ? "" : gap + image)
    }

    /// A picture in words: its kind and size, or where it is.
    private func words(_ image: ImageSource) -> String {
        switch image {
        case .url(let url): return "[picture \(plain(url.lastPathComponent))]"
        case .data(let data):
            guard let (width, height) = PNG.size(data) else { return "[picture, \(data.count) bytes]" }
            return "[picture, \(width) × \(height)]"
        }
    }

    private func style(_ style: TextStyle, _ text: String) -> String { isStyled ? style.escaped(text) : text }

    /// What a server sends must not steer the terminal: control characters are left out.
    private func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control }))
    }
}

extension String {
    /// How many columns of a terminal it takes: two for each wide character (Unicode Standard Annex 11), none for what joins
    /// the one before.
    fileprivate var columns: Int {
        reduce(0) { sum, character in
            guard let scalar = character.unicodeScalars.first else { return sum }
            let isWide =
                scalar.properties.isEmojiPresentation
                || [
                    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
                    0xFF00...0xFF60,
                    0xFFE0...0xFFE6, 0x20000...0x3FFFD,
                ]
                .contains { $0.contains(scalar.value) }
            return sum + (isWide ? 2 : 1)
        }
    }

    /// The beginning that takes no more columns, with an ellipsis where something is left out.
    fileprivate func cut(to room: Int) -> String {
        guard columns > room else { return self }
        var beginning = self
        while beginning.columns > room - 1, !beginning.isEmpty { beginning.removeLast() }
        return beginning + "…"
    }
}

/// As much of a PNG as its size (W3C PNG, section 11.2.1).
private enum PNG {
    static func size(_ data: Data) -> (Int, Int)? {
        let bytes = Array(data.prefix(24))
        guard bytes.count == 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
        return (number(16..<20), number(20..<24))
    }
}
