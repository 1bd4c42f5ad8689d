// The values of a document as they stand in its text: from where to where, and in which style.

import JSONValues

/// A value in a text, by the offsets of its bytes.
struct SourceNode {
    /// A member of an object.
    struct Member {
        let name: String
        /// Where its key begins.
        let start: Int
        let value: SourceNode
    }

    enum Parts {
        /// A number, a text, or a name that stands for another value.
        case none
        case members([Member])
        case elements([SourceNode])
    }

    /// From its first byte to the one after its last; spaces and line ends that follow are left out.
    let range: Range<Int>
    let parts: Parts
    /// Whether a collection stands in brackets.
    let isFlow: Bool

    static let depthLimit = 300

    /// Nil for a text that cannot be followed.
    static func root(of bytes: [UInt8], _ notation: SourceFile.Notation) -> SourceNode? {
        switch notation {
        case .json:
            var walk = JSONNodes(bytes)
            return walk.value(depth: 0)
        case .yaml:
            return bytes.withUnsafeBufferPointer { text in try? YAMLNodes.root(of: text) }
        }
    }
}

/// The walk over a text that is known to be JSON.
private struct JSONNodes {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func value(depth: Int) -> SourceNode? {
        skipSpaces()
        guard depth < SourceNode.depthLimit, at < bytes.count else { return nil }
        let start = at
        switch bytes[at] {
        case UInt8(ascii: "{"):
            at += 1
            var members: [SourceNode.Member] = []
            while let key = nextPart(before: UInt8(ascii: "}")) {
                guard bytes[key] == UInt8(ascii: "\""), let name = text() else { return nil }
                skipSpaces()
                guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { return nil }
                at += 1
                guard let value = value(depth: depth + 1) else { return nil }
                members.append(SourceNode.Member(name: name, start: key, value: value))
            }
            at += 1
            return SourceNode(range: start..<at, parts: .members(members), isFlow: true)
        case UInt8(ascii: "["):
            at += 1
            var elements: [SourceNode] = []
            while nextPart(before: UInt8(ascii: "]")) != nil {
                guard let value = value(depth: depth + 1) else { return nil }
                elements.append(value)
            }
            at += 1
            return SourceNode(range: start..<at, parts: .elements(elements), isFlow: true)
        case UInt8(ascii: "\""):
            return text().map { _ in SourceNode(range: start..<at, parts: .none, isFlow: false) }
        default:
            while at < bytes.count, !",]} \t\r\n".utf8.contains(bytes[at]) { at += 1 }
            return SourceNode(range: start..<at, parts: .none, isFlow: false)
        }
    }

    /// Where the next part of a collection begins; nil at its end.
    private mutating func nextPart(before end: UInt8) -> Int? {
        skipSpaces()
        if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
            at += 1
            skipSpaces()
        }
        return at < bytes.count && bytes[at] != end ? at : nil
    }

    private mutating func text() -> String? {
        let start = at
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        at += 1
        guard at <= bytes.count else { return nil }
        return (try? JSON(parsing: Array(bytes[start..<at])))?.string
    }

    private mutating func skipSpaces() {
        while at < bytes.count, " \t\r\n".utf8.contains(bytes[at]) { at += 1 }
    }
}

/// The walk over the events of a YAML text.
private struct YAMLNodes {
    private let text: UnsafeBufferPointer<UInt8>
    /// Where each Unicode scalar begins; nil where each is a byte.
    private let offsets: [Int]?

    struct Unreadable: Error {}

    static func root(of text: UnsafeBufferPointer<UInt8>) throws -> SourceNode {
        var events = try YAMLEvents(of: text)
        guard try events.next() == .documentStart else { throw Unreadable() }
        let nodes = YAMLNodes(text)
        return try nodes.node(at: try events.next(), &events, depth: 0)
    }

    private init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        guard text.contains(where: { $0 >= 0x80 }) else {
            offsets = nil
            return
        }
        offsets = text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count]
    }

    private func offset(_ scalar: Int) -> Int {
        guard let offsets else { return min(scalar, text.count) }
        return offsets.indices.contains(scalar) ? offsets[scalar] : text.count
    }

    /// Without the spaces and line ends at the end: those of a block of text belong to it.
    private func range(_ scalars: Range<Int>) -> Range<Int> {
        let start = offset(scalars.lowerBound)
        var end = offset(scalars.upperBound)
        while end > start, " \t\r\n".utf8.contains(text[end - 1]) { end -= 1 }
        return start..<end
    }

    private func node(at kind: YAMLEvents.Kind, _ events: inout YAMLEvents, depth: Int) throws -> SourceNode {
        guard depth < SourceNode.depthLimit else { throw Unreadable() }
        let own = range(events.scalars)
        switch kind {
        case .scalar, .alias: return SourceNode(range: own, parts: .none, isFlow: false)
        case .sequenceStart:
            let isFlow = events.isFlow
            var elements: [SourceNode] = []
            while let next = try part(&events) { elements.append(try node(at: next, &events, depth: depth + 1)) }
            let end = isFlow ? range(events.scalars).upperBound : elements.last?.range.upperBound ?? own.upperBound
            return SourceNode(range: own.lowerBound..<end, parts: .elements(elements), isFlow: isFlow)
        case .mappingStart:
            let isFlow = events.isFlow
            var members: [SourceNode.Member] = []
            while let next = try part(&events) {
                let isText = next == .scalar
                let (name, start) = (isText ? events.scalar : "", range(events.scalars).lowerBound)
                _ = try node(at: next, &events, depth: depth + 1)
                let value = try node(at: try events.next(), &events, depth: depth + 1)
                guard isText else { throw Unreadable() }
                members.append(SourceNode.Member(name: name, start: start, value: value))
            }
            let end = isFlow ? range(events.scalars).upperBound : members.last?.value.range.upperBound ?? own.upperBound
            return SourceNode(range: own.lowerBound..<end, parts: .members(members), isFlow: isFlow)
        default: throw Unreadable()
        }
    }

    private func part(_ events: inout YAMLEvents) throws -> YAMLEvents.Kind? {
        let next = try events.next()
        return next == .collectionEnd ? nil : next
    }
}
