// The runtime as far as a client uses it: what its files name, what these declarations need, and so on.

extension RuntimeSource {
    /// - Parameters:
    ///   - files: those of the client.
    ///   - values: the types of what the client sends and receives, such as `Date`.
    ///   - hasPathValues: whether a path has values in it, which no word of a file says.
    static func text(usedBy files: [String], values: Set<String>, hasPathValues: Bool) -> String {
        let sections = sections
        let parts = sections.flatMap(\.parts)
        var use = RuntimeUse(parts, values: values)
        for file in files { use.note(file.split(separator: "\n")) }
        if hasPathValues { use.note(["StringInterpolation"]) }
        use.settle()
        var first = 0
        return sections.compactMap { heading, parts in
            defer { first += parts.count }
            let kept = parts.indices.compactMap { use.text(ofPart: first + $0) }
            return kept.isEmpty ? nil : (["// MARK: - \(heading)"] + kept).joined(separator: "\n\n")
        }.joined(separator: "\n\n")
    }

    private static let sections: [(heading: String, parts: [RuntimePart])] = files.map { file in
        let lines = section(String(decoding: file.source, as: UTF8.self))
            .split(separator: "\n", omittingEmptySubsequences: false)
        return (String(lines[0].dropFirst("// MARK: - ".count)), RuntimePart.parts(of: lines.dropFirst()))
    }
}

/// What is kept of the runtime. A declaration that is not needed may be kept where words alone do not tell; never the other way round.
private struct RuntimeUse {
    private let parts: [RuntimePart]
    private let types: [String: RuntimePart]
    /// The types of the values that are sent and received.
    private var values: Set<String>
    private var words: NamedWords
    private var keptTypes: Set<String> = []
    /// By part that is kept, the members that are.
    private var kept: [Int: Set<Int>] = [:]

    init(_ parts: [RuntimePart], values: Set<String>) {
        self.parts = parts
        self.values = values
        let names =
            parts.flatMap { [$0.name] + $0.members.map(\.name) }
            + parts.flatMap { $0.name.split(separator: ".").map(String.init) }
        words = NamedWords(known: Set(names))
        types = Dictionary(parts.filter(\.isType).map { ($0.name, $0) }) { first, _ in first }
    }

    mutating func note(_ lines: [Substring], hiding nested: Set<String> = []) { words.note(lines, hiding: nested) }

    /// Keeps what is used until nothing of what is kept uses anything else.
    mutating func settle() {
        let strange = uninhabited()
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (index, part) in parts.enumerated() {
                let nested = Set(part.members.filter(\.isType).map(\.name))
                if kept[index] == nil, isUsed(part) {
                    kept[index] = []
                    if part.isType { keptTypes.insert(part.name) }
                    values.formUnion(part.equated)
                    note(part.members.isEmpty ? part.lines : part.opening, hiding: nested)
                    hasChanged = true
                }
                guard let members = kept[index] else { continue }
                for (number, member) in part.members.enumerated()
                where !members.contains(number) && isUsed(member, of: part)
                    && !strange.contains(where: { member.isGeneric(over: $0) })
                {
                    kept[index]?.insert(number)
                    note(member.lines, hiding: nested)
                    hasChanged = true
                }
            }
        }
    }

    /// The protocols that nothing conforms to that is sent or received: no function that takes such a type can be called.
    private func uninhabited() -> Set<String> {
        let protocols = types.values.filter { $0.keyword == "protocol" }.map(\.name)
        return Set(protocols).filter { name in
            !words.types.contains(name)
                && !parts.contains { $0.isExtension && values.contains($0.name) && $0.conformances.contains(name) }
        }
    }

    private func isUsed(_ part: RuntimePart) -> Bool {
        guard part.isExtension else { return part.name.isEmpty || words.types.contains(part.name) }
        let base = part.name.split { "[]<.".contains($0) }.first.map(String.init) ?? part.name
        let own = part.conformances.filter { types[$0] != nil }
        let isConforming = own.allSatisfy(keptTypes.contains)
        if let extended = types[base] {
            guard keptTypes.contains(base), isConforming else { return false }
            let nested = part.members.filter(\.isType).map(\.name)
            if !nested.isEmpty { return nested.contains(where: words.capitalised.contains) }
            // What a type shows to the app stays.
            if !part.conformances.isEmpty || extended.keyword == "protocol" || part.members.contains(where: \.isPublic)
            {
                return true
            }
        } else if !own.isEmpty {
            let isGeneric = ["Array", "Dictionary", "Optional"].contains(base)
            if isConforming, isGeneric || values.contains(base) { return true }
        }
        // What has nothing but initialisers is used where the type is.
        if own.isEmpty, part.members.allSatisfy({ $0.keyword == "init" }) {
            return words.capitalised.contains(part.name.split(separator: ".").last.map(String.init) ?? part.name)
        }
        let asked = Set(own.flatMap { types[$0]?.members.map(\.name) ?? [] })
        return part.members.contains { !asked.contains($0.name) && words.name($0) }
    }

    /// Whether a member of a part that is kept is used. What may be asked for by a protocol is.
    private func isUsed(_ member: RuntimePart, of part: RuntimePart) -> Bool {
        let isFree = part.conformances.allSatisfy(["Sendable", "Hashable", "Equatable"].contains)
        let isOfProtocol = part.keyword == "protocol" || types[part.name]?.keyword == "protocol"
        guard isFree, !isOfProtocol, member.keyword == "func", !member.isPublic else { return true }
        return words.name(member)
    }

    /// What is kept of a part; nil for nothing.
    func text(ofPart index: Int) -> String? {
        guard let members = kept[index] else { return nil }
        let part = parts[index]
        guard members.count < part.members.count else { return part.lines.joined(separator: "\n") }
        var lines = part.opening
        for number in members.sorted() {
            let member = part.members[number]
            if number > 0, member.lines.count > 1, lines.last?.hasSuffix("{") == false { lines.append("") }
            lines += member.lines
        }
        return (lines + ["}"]).joined(separator: "\n")
    }
}

extension RuntimePart {
    /// The types that an extension is for: `where RawValue == String`.
    fileprivate var equated: [String] {
        let words = head.joined(separator: " ").split { " ,{".contains($0) }.map(String.init)
        return words.indices.dropFirst().filter { words[$0 - 1] == "==" }.map { words[$0] }
    }

    /// Whether it is a function over types that conform to a protocol.
    fileprivate func isGeneric(over name: String) -> Bool {
        keyword == "func"
            && head.contains { line in
                line.contains(": \(name)>") || line.contains(": \(name),") || line.contains("some \(name)")
            }
    }
}

/// The words of some source that may stand for declarations.
private struct NamedWords {
    /// Not behind a dot, where they stand in another type.
    private(set) var types: Set<String> = []
    private(set) var capitalised: Set<String> = []
    private var lowercase: Set<String> = []
    /// Called, with something before the dot, or without a dot.
    private var calls: Set<String> = []
    /// Called or named behind a dot alone or a type: cases and what is static.
    private var staticCalls: Set<String> = []

    /// Names that are looked for: a large client has many others.
    private let known: Set<String>

    init(known: Set<String>) { self.known = known }

    /// - Parameter nested: types of these names stand in the declaration itself.
    mutating func note(_ lines: [Substring], hiding nested: Set<String>) {
        for line in lines where !line.isComment {
            let bytes = Array(line.utf8)
            var previous = ""
            var index = 0
            while let start = bytes[index...].firstIndex(where: \.isOfWord) {
                let end = bytes[start...].firstIndex { !$0.isOfWord } ?? bytes.endIndex
                index = end
                let word = String(decoding: bytes[start..<end], as: UTF8.self)
                if known.contains(word) {
                    note(word, behind: previous, before: bytes[..<start], after: bytes[end...], hiding: nested)
                }
                previous = word
            }
        }
    }

    private mutating func note(
        _ name: String, behind previous: String, before: ArraySlice<UInt8>, after: ArraySlice<UInt8>,
        hiding nested: Set<String>
    ) {
        let hasDot = before.last == UInt8(ascii: ".")
        if name.first?.isUppercase == true {
            capitalised.insert(name)
            if !hasDot, !nested.contains(name) { types.insert(name) }
            return
        }
        lowercase.insert(name)
        if ["func", "case", "var", "let"].contains(previous), !hasDot { return }
        let isNamed = hasDot && previous.first?.isUppercase == true
        let isCalled = ["(", "<", " {"].contains { after.starts(with: $0.utf8) }
        guard isCalled || isNamed else { return }
        staticCalls.insert(name)
        // A line may begin with the dot of a call that goes on in it.
        let receiver = before.dropLast()
        let isImplicit =
            hasDot && receiver.last.map(" ([".utf8.contains) == true
            && !receiver.allSatisfy { $0 == UInt8(ascii: " ") }
        if !isImplicit { calls.insert(name) }
    }

    /// Whether a member may be meant by one of the words.
    func name(_ member: RuntimePart) -> Bool {
        switch member.keyword {
        case "func": (member.isStatic ? staticCalls : calls).contains(member.name)
        case "init", "subscript": false
        default: lowercase.contains(member.name) || capitalised.contains(member.name)
        }
    }
}

extension UInt8 {
    fileprivate var isOfWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
