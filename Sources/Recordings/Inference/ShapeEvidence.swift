// What the values of one place have in common, as more and more of them are seen.

import JSONValues
import JSONSchema

/// Counts of all that a schema could say of the values of one place.
struct ShapeEvidence: Sendable {
    /// Values seen, null among them.
    private(set) var count = 0
    private(set) var nulls = 0
    private(set) var booleans = 0
    /// Whole numbers, however large; `fractions` are the others.
    private(set) var integers = 0
    private(set) var fractions = 0
    private(set) var exceedsInt32 = false
    private(set) var exceedsInt64 = false
    private(set) var texts = TextEvidence()
    private(set) var arrays = 0
    /// Of all elements of all arrays: none or one.
    private(set) var elements: [ShapeEvidence] = []
    private(set) var objects = 0
    /// In the order in which they were first seen.
    private(set) var members: [(name: String, evidence: ShapeEvidence)] = []
    private var positions: [String: Int] = [:]

    /// Deeper values are values of any kind.
    private static let depth = 64
    /// An object with more members is one of names that are data.
    private static let memberLimit = 512

    /// - Parameter isNew: false for values that were there before as a whole, which say nothing of how often a value occurs.
    mutating func add(_ json: JSON, isNew: Bool = true, depth: Int = ShapeEvidence.depth) {
        count += 1
        switch json {
        case .null: nulls += 1
        case .bool: booleans += 1
        case .number(let number): add(number)
        case .string(let text): texts.add(text, isNew: isNew)
        case .array(let values):
            arrays += 1
            guard depth > 0, !values.isEmpty else { return }
            if elements.isEmpty { elements = [ShapeEvidence()] }
            for value in values { elements[0].add(value, isNew: isNew, depth: depth - 1) }
        case .object(let values):
            objects += 1
            guard depth > 0 else { return }
            for (name, value) in values {
                if positions[name] == nil {
                    guard members.count < Self.memberLimit else { continue }
                    positions[name] = members.count
                    members.append((name, ShapeEvidence()))
                }
                if let position = positions[name] {
                    members[position].evidence.add(value, isNew: isNew, depth: depth - 1)
                }
            }
        }
    }

    private mutating func add(_ number: JSONNumber) {
        guard number.isInteger, number.isWrittenAsInteger else { return fractions += 1 }
        integers += 1
        if let value = number.int64 {
            exceedsInt32 = exceedsInt32 || Int32(exactly: value) == nil
        } else {
            exceedsInt64 = true
        }
    }

    /// What texts stand for, as parameters and headers have them: numbers and booleans, where all of them are.
    init(texts: [String]) {
        let isNumbers = texts.allSatisfy { text in JSONNumber(text) != nil }
        let isBooleans = texts.allSatisfy { $0 == "true" || $0 == "false" }
        for text in texts {
            if isNumbers, let number = JSONNumber(text) {
                add(.number(number))
            } else {
                add(isBooleans ? .bool(text == "true") : .string(text))
            }
        }
    }

    init() {}

    /// Whether the names of the members are data: none is always there, all values are of one shape, and there are several.
    var isMap: Bool {
        guard objects > 1, members.count > 1, members.allSatisfy({ $0.evidence.count < objects }) else { return false }
        let kinds = Set(members.map { $0.evidence.outline })
        return kinds.count == 1 && (kinds.first.map { $0.contains("{") } ?? false || members.count > 8)
    }

    /// The values of all members, as those of one place.
    var merged: ShapeEvidence {
        var all = ShapeEvidence()
        for (_, evidence) in members { all.merge(evidence) }
        return all
    }

    private mutating func merge(_ other: ShapeEvidence) {
        count += other.count
        nulls += other.nulls
        booleans += other.booleans
        integers += other.integers
        fractions += other.fractions
        exceedsInt32 = exceedsInt32 || other.exceedsInt32
        exceedsInt64 = exceedsInt64 || other.exceedsInt64
        texts.merge(other.texts)
        arrays += other.arrays
        for element in other.elements {
            if elements.isEmpty { elements = [element] } else { elements[0].merge(element) }
        }
        objects += other.objects
        for (name, evidence) in other.members {
            if let position = positions[name] {
                members[position].evidence.merge(evidence)
            } else {
                positions[name] = members.count
                members.append((name, evidence))
            }
        }
    }

    /// The kinds of values, and the names that are always there: `[{id,name}]`.
    private var outline: String {
        var kinds: [String] = []
        if booleans > 0 { kinds.append("boolean") }
        if integers + fractions > 0 { kinds.append("number") }
        if texts.count > 0 { kinds.append("text") }
        if arrays > 0 { kinds.append("[\(elements.first?.outline ?? "")]") }
        if objects > 0 {
            let names = members.filter { $0.evidence.count == objects }.map(\.name).sorted()
            kinds.append("{\(names.joined(separator: ","))}")
        }
        return kinds.joined(separator: "|")
    }
}

/// The properties that all texts of a place share.
struct TextEvidence: Sendable {
    private(set) var count = 0
    /// Those that all texts were so far.
    private(set) var formats: [Format] = TextEvidence.candidates
    private(set) var isImage = true
    /// How often each was seen, while they are few.
    private var frequencies: [String: Int] = [:]
    private var isMany = false

    /// The more precise first.
    private static let candidates: [Format] = [.uuid, .dateTime, .date, .ipv4, .ipv6, .email, .uri]
    private static let fewest = 24

    mutating func add(_ text: String, isNew: Bool) {
        count += 1
        if !formats.isEmpty { formats.removeAll { !$0.accepts(text) } }
        isImage = isImage && Self.isEncodedFile(text)
        guard isNew, !isMany else { return }
        frequencies[text, default: 0] += 1
        if frequencies.count > Self.fewest { (isMany, frequencies) = (true, [:]) }
    }

    mutating func merge(_ other: TextEvidence) {
        count += other.count
        formats.removeAll { !other.formats.contains($0) }
        isImage = isImage && other.isImage
        isMany = isMany || other.isMany
        frequencies.merge(other.frequencies) { $0 + $1 }
        if isMany || frequencies.count > Self.fewest { (isMany, frequencies) = (true, [:]) }
    }

    /// The format of all of them.
    var format: Format? {
        guard count > 0 else { return nil }
        return formats.first ?? (isImage ? .byte : nil)
    }

    /// The values, where they are a closed set as far as can be told: words, few, and each met several times.
    var words: [String]? {
        let total = frequencies.values.reduce(0, +)
        guard !isMany, (2...8).contains(frequencies.count), total >= 20, total >= 5 * frequencies.count,
            frequencies.allSatisfy({ $0.value >= 3 && Self.isWord($0.key) })
        else { return nil }
        return frequencies.keys.sorted()
    }

    private static func isWord(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "_-".utf8.contains(byte)
            }
    }

    /// Base64 of a picture or a document: text by itself is base64 too often.
    private static func isEncodedFile(_ text: String) -> Bool {
        let beginnings = ["iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0", "UEsDB"]
        return beginnings.contains { text.hasPrefix($0) } && Format.byte.accepts(text)
    }
}
