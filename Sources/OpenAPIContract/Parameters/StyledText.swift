// One text that holds a scalar, a list or an object, by delimiters: the styles of paths, headers and unexploded queries.

import JSONValues

/// How a text is to be taken apart.
struct StyledText {
    /// Between elements, or between a name and its value where `assignment` is nil.
    let delimiter: Delimiter
    /// Between a name and its value: `R=100,G=200`.
    var assignment: Character?
    let decode: (Substring) -> String

    enum Delimiter {
        case character(Character)
        /// A space, which queries write as `%20` or `+`.
        case space
        /// A bar, bare or as `%7C`.
        case bar
    }

    /// What the text may stand for, the likeliest first. The schema decides if there is more than one.
    func candidates(_ text: Substring, _ shape: WireShape) -> [JSON] {
        var candidates: [JSON] = []
        if shape.kinds.contains(.array), shape.kinds != .any { candidates.append(array(text, shape)) }
        if shape.kinds.contains(.object), shape.kinds != .any, let object = object(text, shape) {
            candidates.append(object)
        }
        if !shape.isArray, !shape.isObject || candidates.isEmpty { candidates += scalars(decode(text), shape) }
        return candidates
    }

    /// A text that could be a number or a word: both, the number first.
    func scalars(_ text: String, _ shape: WireShape) -> [JSON] {
        let value = shape.scalar(text)
        if case .string = value { return [value] }
        return shape.kinds.contains(.string) ? [value, .string(text)] : [value]
    }

    private func array(_ text: Substring, _ shape: WireShape) -> JSON {
        if text.isEmpty { return .array([]) }
        let items = shape.items ?? .any
        return .array(split(text).map { items.scalar(decode($0)) })
    }

    private func object(_ text: Substring, _ shape: WireShape) -> JSON? {
        let parts = split(text)
        var members: [(String, JSON)] = []
        if let assignment {
            for part in parts {
                guard let equals = part.firstIndex(of: assignment) else { return nil }
                let name = decode(part[..<equals])
                members.append((name, shape.property(name).scalar(decode(part[part.index(after: equals)...]))))
            }
        } else {
            guard parts.count.isMultiple(of: 2) else { return nil }
            for index in stride(from: 0, to: parts.count, by: 2) {
                let name = decode(parts[index])
                members.append((name, shape.property(name).scalar(decode(parts[index + 1]))))
            }
        }
        return .object(JSONObject(members))
    }

    func split(_ text: Substring) -> [Substring] {
        switch delimiter {
        case .character(let character): text.split(separator: character, omittingEmptySubsequences: false)
        case .space: StyledText.split(text, at: ["%20", "+", " "])
        case .bar: StyledText.split(text, at: ["%7C", "%7c", "|"])
        }
    }

    private static func split(_ text: Substring, at marks: [String]) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            if let mark = marks.first(where: { text[index...].hasPrefix($0) }) {
                parts.append(text[start..<index])
                index = text.index(index, offsetBy: mark.count)
                start = index
            } else {
                index = text.index(after: index)
            }
        }
        return parts + [text[start...]]
    }
}
