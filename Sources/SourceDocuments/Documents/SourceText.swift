// The lines of a source text, counted as the parsers count them.

/// A text, and where its lines start.
struct SourceText: Sendable {
    private let text: String
    private let lines: [Line]

    private struct Line {
        /// In the text's UTF-8, without the line's end.
        let bytes: Range<Int>
        let milestones: [Int]
    }

    /// Bytes that are not UTF-8 are replaced.
    init(_ bytes: [UInt8], _ notation: SourceFile.Notation) {
        var text = String(decoding: bytes, as: UTF8.self)
        lines = text.withUTF8 { bytes in
            SourceText.lines(of: bytes, notation).map { line in
                Line(bytes: line, milestones: SourceLine.milestones(of: bytes[line]))
            }
        }
        self.text = text
    }

    /// Counted from 1.
    func line(_ number: Int) -> SourceLine? {
        guard lines.indices.contains(number - 1) else { return nil }
        let line = lines[number - 1]
        let start = text.utf8.index(text.startIndex, offsetBy: line.bytes.lowerBound)
        let end = text.utf8.index(start, offsetBy: line.bytes.count)
        return SourceLine(text: text[start..<end], milestones: line.milestones)
    }

    /// Of a byte before which all is UTF-8.
    static func position(
        ofByte offset: Int, in bytes: UnsafeBufferPointer<UInt8>, _ notation: SourceFile.Notation
    ) -> Position {
        let before = UnsafeBufferPointer(rebasing: bytes.prefix(offset))
        let lines = lines(of: before, notation)
        return Position(line: lines.count, column: scalars(in: before[lines[lines.count - 1]]) + 1)
    }

    static func scalars(in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int { text.count { $0 & 0xC0 != 0x80 } }

    /// At least one.
    private static func lines(of bytes: UnsafeBufferPointer<UInt8>, _ notation: SourceFile.Notation) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let length = lineEnd(at: index, in: bytes, notation)
            if length > 0 {
                lines.append(start..<index)
                start = index + length
            }
            index += max(length, 1)
        }
        lines.append(start..<bytes.count)
        return lines
    }

    /// How many bytes of line end start here: LF, CR LF or CR, and in YAML NEL, LS or PS too, as YAML 1.1 has it and libyaml counts.
    private static func lineEnd(
        at index: Int, in bytes: UnsafeBufferPointer<UInt8>, _ notation: SourceFile.Notation
    ) -> Int {
        func next(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
        switch (bytes[index], notation) {
        case (0x0A, _): return 1
        case (0x0D, _): return next(1) == 0x0A ? 2 : 1
        case (0xC2, .yaml): return next(1) == 0x85 ? 2 : 0
        case (0xE2, .yaml): return next(1) == 0x80 && (next(2) == 0xA8 || next(2) == 0xA9) ? 3 : 0
        default: return 0
        }
    }
}

/// A line without its end. A minified document is one line of megabytes, in which places are found without a walk from its start.
package struct SourceLine: Sendable {
    /// Without the line's end.
    package let text: Substring
    /// Where every so many-th scalar starts, in UTF-8.
    private let milestones: [Int]

    /// Scalars from one milestone to the next.
    private static let mile = 256

    fileprivate init(text: Substring, milestones: [Int]) {
        self.text = text
        self.milestones = milestones
    }

    fileprivate static func milestones(of line: Slice<UnsafeBufferPointer<UInt8>>) -> [Int] {
        guard line.count > mile else { return [] }
        var milestones: [Int] = []
        var scalars = 0
        for index in line.indices where line[index] & 0xC0 != 0x80 {
            if scalars > 0, scalars % mile == 0 { milestones.append(index - line.startIndex) }
            scalars += 1
        }
        return milestones
    }

    /// In scalars.
    var count: Int { milestones.count * SourceLine.mile + scalars(afterMile: milestones.count).count }

    /// All but so many scalars at the start.
    func dropFirst(_ count: Int) -> Substring.UnicodeScalarView {
        let mile = min(count / SourceLine.mile, milestones.count)
        return scalars(afterMile: mile).dropFirst(count - mile * SourceLine.mile)
    }

    private func scalars(afterMile mile: Int) -> Substring.UnicodeScalarView {
        let offset = mile == 0 ? 0 : milestones[mile - 1]
        return text[text.utf8.index(text.startIndex, offsetBy: offset)...].unicodeScalars
    }
}
