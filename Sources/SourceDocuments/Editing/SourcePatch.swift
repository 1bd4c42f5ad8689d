// A file's changes as a patch that `patch` and `git apply` take.

package import JSONValues

/// What turns a file's text into one that stands for another value.
package struct SourcePatch: Sendable {
    /// In the unified format, with both file names; empty where nothing is another.
    package let text: String
    /// The file's text with the changes.
    package let result: [UInt8]

    /// Nil where the text is written in a way that cannot be changed piece by piece.
    /// - Parameters:
    ///   - value: what the file is to stand for.
    ///   - path: how the patch names the file.
    package init?(of source: SourceFile, to value: JSON, path: String) {
        guard let edits = SourceEdits(of: source.bytes, source.notation, from: source.written, to: value),
            SourcePatch.value(of: edits.result, source.notation) == value
        else { return nil }
        result = edits.result
        let hunks = UnifiedDiff(edits, of: source.bytes).text
        text = hunks.isEmpty ? "" : "--- a/\(path)\n+++ b/\(path)\n" + hunks
    }

    /// Whatever was done to the text: it is read again before anybody is told to take it.
    private static func value(of bytes: [UInt8], _ notation: SourceFile.Notation) -> JSON? {
        switch notation {
        case .json: try? JSON(parsing: bytes)
        case .yaml: try? YAMLReader.read(bytes).root
        }
    }
}

/// Edits as hunks of lines.
private struct UnifiedDiff {
    /// Lines that are replaced by others; counted from 0.
    private struct Block {
        var old: Range<Int>
        var new: [ArraySlice<UInt8>]
    }

    private static let context = 3
    private(set) var text = ""
    private let lines: [ArraySlice<UInt8>]

    init(_ edits: SourceEdits, of bytes: [UInt8]) {
        lines = UnifiedDiff.lines(of: bytes[...])
        let blocks = blocks(of: edits)
        var moved = 0
        var index = 0
        while index < blocks.count {
            var last = index
            while last + 1 < blocks.count,
                blocks[last + 1].old.lowerBound - blocks[last].old.upperBound <= 2 * UnifiedDiff.context
            {
                last += 1
            }
            write(blocks[index...last], &moved)
            index = last + 1
        }
    }

    /// Each with its end.
    private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(rest[...end])
            rest = rest[(end + 1)...]
        }
        return rest.isEmpty ? lines : lines + [rest]
    }

    private func blocks(of edits: SourceEdits) -> [Block] {
        let all = edits.edits
        guard !all.isEmpty else { return [] }
        func line(at offset: Int) -> Int {
            var (low, high) = (0, lines.count)
            while low + 1 < high {
                let middle = (low + high) / 2
                if lines[middle].startIndex <= offset { low = middle } else { high = middle }
            }
            return low
        }
        var blocks: [Block] = []
        var index = 0
        while index < all.count {
            let first = line(at: all[index].range.lowerBound)
            var last = first
            var end = index
            repeat {
                last = max(last, line(at: max(all[end].range.lowerBound, all[end].range.upperBound - 1)))
                end += 1
            } while end < all.count && line(at: all[end].range.lowerBound) <= last
            let bytes = edits.text(of: lines[first].startIndex..<lines[last].endIndex, all[index..<end])
            var block = Block(old: first..<last + 1, new: UnifiedDiff.lines(of: bytes[...]))
            while let line = block.new.first, let old = block.old.first, line.elementsEqual(lines[old]) {
                block.new.removeFirst()
                block.old = block.old.dropFirst().startIndex..<block.old.upperBound
            }
            while let line = block.new.last, let old = block.old.last, line.elementsEqual(lines[old]) {
                block.new.removeLast()
                block.old = block.old.lowerBound..<old
            }
            if !block.old.isEmpty || !block.new.isEmpty { blocks.append(block) }
            index = end
        }
        return blocks
    }

    private mutating func write(_ blocks: ArraySlice<Block>, _ moved: inout Int) {
        guard let first = blocks.first, let last = blocks.last else { return }
        let start = max(0, first.old.lowerBound - UnifiedDiff.context)
        let end = min(lines.count, last.old.upperBound + UnifiedDiff.context)
        var body = ""
        var (old, new, at) = (0, 0, start)
        func add(_ mark: String, _ line: ArraySlice<UInt8>) {
            body += mark + String(decoding: line, as: UTF8.self)
            if line.last != UInt8(ascii: "\n") { body += "\n\\ No newline at end of file\n" }
        }
        func keep(upTo line: Int) {
            for index in at..<max(at, line) {
                add(" ", lines[index])
                (old, new) = (old + 1, new + 1)
            }
        }
        for block in blocks {
            keep(upTo: block.old.lowerBound)
            for index in block.old { add("-", lines[index]) }
            for line in block.new { add("+", line) }
            (old, new, at) = (old + block.old.count, new + block.new.count, block.old.upperBound)
        }
        keep(upTo: end)
        text += "@@ -\(start + 1),\(old) +\(start + 1 + moved),\(new) @@\n" + body
        moved += new - old
    }
}
