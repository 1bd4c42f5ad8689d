// YAML text to JSON, with the line and column of every value.

import JSONValues

/// Reads one YAML document.
enum YAMLReader {
    static let depthLimit = 900

    struct Problem: Error {
        let code: DiagnosticCode
        let message: String
        var remedy: String?
        let position: Position
    }

    struct Result {
        let root: JSON
        let map: SourceMap
        let problems: [Problem]
    }

    /// Takes UTF-8.
    static func read(_ text: [UInt8]) throws(Problem) -> Result {
        var text = text
        var mended = 0
        while true {
            do throws(Problem) {
                return try text.withUnsafeBufferPointer { (text) throws(Problem) in try document(text) }
            } catch {
                // The parser takes no tab on an empty line or before a comment, where YAML does (1.2.2, section 6.6).
                guard error.code == .yamlSyntax, mended < 50, text.replaceTabs(onLine: error.position.line) else {
                    throw error
                }
                mended += 1
            }
        }
    }

    /// The first document of a stream.
    private static func document(_ text: UnsafeBufferPointer<UInt8>) throws(Problem) -> Result {
        var events = try YAMLEvents(of: text)
        guard try events.next() == .documentStart else { return Result(root: .null, map: SourceMap(), problems: []) }
        // An alias that is repeated within itself multiplies (the "billion laughs"): no more values than the text has bytes,
        // and some more, can have been meant.
        var composer = YAMLComposer(valueLimit: text.count + 100_000)
        let root = try composer.compose(&events)
        var problems = composer.problems
        _ = try events.next()
        if try events.next() == .documentStart {
            _ = try events.next()
            problems.append(
                Problem(
                    code: .yamlSeveralDocuments, message: "a second YAML document follows; only the first is read",
                    remedy: "Keep one document per file.", position: events.position))
        }
        return Result(root: root, map: composer.map, problems: problems)
    }
}

extension Position {
    static let start = Position(line: 1, column: 1)
}

extension [UInt8] {
    /// Makes the tabs of a line spaces, if nothing stands on it but a comment. False where there is nothing to change.
    fileprivate mutating func replaceTabs(onLine number: Int) -> Bool {
        var start = startIndex
        for _ in 1..<Swift.max(number, 1) {
            guard let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) else { return false }
            start = end + 1
        }
        let blank = self[start...].prefix { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
        guard blank.contains(UInt8(ascii: "\t")),
            blank.endIndex == endIndex || [UInt8(ascii: "\n"), UInt8(ascii: "#")].contains(self[blank.endIndex])
        else { return false }
        for index in blank.indices where self[index] == UInt8(ascii: "\t") { self[index] = UInt8(ascii: " ") }
        return true
    }
}
