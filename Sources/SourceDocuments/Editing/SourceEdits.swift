// From a document and the value that it is to stand for to the least changes of its text.

import JSONValues

/// What is to be another in a text. What is not changed keeps its style, its order and its comments.
struct SourceEdits {
    /// A part of the text, by its bytes, with what is to stand there.
    struct Edit {
        let range: Range<Int>
        let text: String
    }

    private(set) var edits: [Edit] = []
    private let bytes: [UInt8]
    private let isYAML: Bool
    private let lineEnd: String

    /// Nil where the text cannot be followed.
    init?(of bytes: [UInt8], _ notation: SourceFile.Notation, from old: JSON, to new: JSON) {
        guard let root = SourceNode.root(of: bytes, notation) else { return nil }
        self.bytes = bytes
        isYAML = notation == .yaml
        let firstEnd = bytes.firstIndex(of: UInt8(ascii: "\n"))
        lineEnd = firstEnd.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false ? "\r\n" : "\n"
        change(root, from: old, to: new)
        edits.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    }

    /// The text with all of them.
    var result: [UInt8] { text(of: 0..<bytes.count, edits[...]) }

    /// A part of the text with the edits that lie in it.
    func text(of range: Range<Int>, _ edits: ArraySlice<Edit>) -> [UInt8] {
        var text: [UInt8] = []
        var at = range.lowerBound
        for edit in edits where edit.range.lowerBound >= at {
            text += bytes[at..<edit.range.lowerBound]
            text += Array(edit.text.utf8)
            at = edit.range.upperBound
        }
        return text + bytes[at..<max(at, range.upperBound)]
    }

    private mutating func change(_ node: SourceNode, from old: JSON, to new: JSON) {
        guard old != new else { return }
        switch (old, new, node.parts) {
        case (.object(let old), .object(let new), .members(let members)) where !new.isEmpty && !members.isEmpty:
            change(members, of: node, from: old, to: new)
        case (.array(let old), .array(let new), .elements(let elements))
        where !new.isEmpty && !elements.isEmpty && elements.count == old.count:
            change(elements, of: node, from: old, to: new)
        default: replace(node, by: new)
        }
    }

    private mutating func replace(_ node: SourceNode, by value: JSON) {
        // What has no text of its own stands right behind its key.
        edits.append(Edit(range: node.range, text: (node.range.isEmpty ? " " : "") + flow(value)))
    }

    private mutating func change(
        _ members: [SourceNode.Member], of node: SourceNode, from old: JSONObject, to new: JSONObject
    ) {
        guard members.contains(where: { new[$0.name] != nil }) else { return replace(node, by: .object(new)) }
        for member in members {
            if let value = new[member.name], let before = old[member.name] {
                change(member.value, from: before, to: value)
            }
        }
        remove(
            members.map { member in
                // A merge key is no member.
                (member.start..<member.value.range.upperBound, old[member.name] != nil && new[member.name] == nil)
            }, isFlow: node.isFlow)
        // What a merge key brings in is given anew: a mapping's own members go first.
        let known = Set(members.map(\.name))
        let added = new.filter { name, value in !known.contains(name) && old[name] != value }
        guard !added.isEmpty, let last = members.last?.value.range.upperBound, let first = members.first?.start else {
            return
        }
        if node.isFlow {
            let separator = separator(after: node.range.lowerBound, before: first)
            for (name, value) in added {
                let key = isYAML ? YAMLText.flow(.string(name)) : JSON.string(name).serialized()
                insert(separator + key + ": " + flow(value), at: last)
            }
        } else {
            let lines = YAMLText().text(.object(JSONObject(added.map { ($0.key, $0.value) })))
            insertLines(lines, indent: column(of: first), after: last)
        }
    }

    private mutating func change(
        _ elements: [SourceNode], of node: SourceNode, from old: [JSON], to new: [JSON]
    ) {
        if new.count >= old.count {
            for (element, (before, after)) in zip(elements, zip(old, new)) {
                change(element, from: before, to: after)
            }
            let added = new.dropFirst(old.count)
            guard !added.isEmpty, let last = elements.last?.range.upperBound else { return }
            if node.isFlow {
                let separator = separator(after: node.range.lowerBound, before: elements[0].range.lowerBound)
                for value in added { insert(separator + flow(value), at: last) }
            } else if let dash = dash(before: elements[0].range.lowerBound) {
                insertLines(YAMLText().text(.array(Array(added))), indent: column(of: dash), after: last)
            } else {
                replace(node, by: .array(new))
            }
            return
        }
        // Those that are left, in their order.
        var left = new[...]
        let isGone = old.map { value in
            if left.first == value {
                left.removeFirst()
                return false
            }
            return true
        }
        let starts = elements.map { node.isFlow ? $0.range.lowerBound : dash(before: $0.range.lowerBound) }
        guard left.isEmpty, !starts.contains(nil) else { return replace(node, by: .array(new)) }
        remove(
            zip(elements, zip(starts, isGone)).map { element, part in
                ((part.0 ?? element.range.lowerBound)..<element.range.upperBound, part.1)
            }, isFlow: node.isFlow)
    }

    /// Takes parts of a collection out, of which at least one stays.
    private mutating func remove(_ parts: [(range: Range<Int>, isGone: Bool)], isFlow: Bool) {
        var hasKept = false
        for (index, part) in parts.enumerated() {
            guard part.isGone else {
                hasKept = true
                continue
            }
            if !isFlow {
                // Whole lines; where the first stands behind a dash, the next one moves there.
                let start = lineStart(of: part.range.lowerBound)
                let isFirstOfLine = bytes[start..<part.range.lowerBound].allSatisfy { $0 == UInt8(ascii: " ") }
                if isFirstOfLine {
                    edits.append(
                        Edit(range: start..<min(lineEnd(after: part.range.upperBound) + 1, bytes.count), text: ""))
                } else if index + 1 < parts.count {
                    edits.append(Edit(range: part.range.lowerBound..<parts[index + 1].range.lowerBound, text: ""))
                }
            } else if hasKept {
                edits.append(Edit(range: parts[index - 1].range.upperBound..<part.range.upperBound, text: ""))
            } else if index + 1 < parts.count {
                edits.append(Edit(range: part.range.lowerBound..<parts[index + 1].range.lowerBound, text: ""))
            }
        }
    }

    // MARK: Text

    private func flow(_ value: JSON) -> String { isYAML ? YAMLText.flow(value) : value.serialized() }

    private mutating func insert(_ text: String, at offset: Int) {
        edits.append(Edit(range: offset..<offset, text: text))
    }

    private mutating func insertLines(_ lines: String, indent: Int, after offset: Int) {
        var end = lineEnd(after: offset)
        if end > offset, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let spaces = String(repeating: " ", count: indent)
        let text = lines.split(separator: "\n").map { lineEnd + spaces + $0 }.joined()
        edits.append(Edit(range: end..<end, text: text))
    }

    /// What stands between two parts of a collection in brackets: a comma, and a line's end where each has a line of its own.
    private func separator(after open: Int, before first: Int) -> String {
        let between = bytes[open..<first]
        guard between.contains(UInt8(ascii: "\n")) else { return ", " }
        return "," + lineEnd + String(decoding: bytes[lineStart(of: first)..<first], as: UTF8.self)
    }

    private func lineStart(of offset: Int) -> Int {
        (bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    }

    private func lineEnd(after offset: Int) -> Int {
        bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    }

    /// In Unicode scalars: what stands before it on its line.
    private func column(of offset: Int) -> Int {
        bytes[lineStart(of: offset)..<offset].count { $0 & 0xC0 != 0x80 }
    }

    /// The dash that an element of a list stands behind.
    private func dash(before offset: Int) -> Int? {
        guard let index = bytes[..<offset].lastIndex(where: { !" \t\r\n".utf8.contains($0) }) else { return nil }
        return bytes[index] == UInt8(ascii: "-") ? index : nil
    }
}
