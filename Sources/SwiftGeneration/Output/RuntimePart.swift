// The declarations of the runtime, taken apart by how swift-format lays them out.

/// A declaration at the level of a file, or a member of one, with the comments and attributes before it.
struct RuntimePart: Sendable {
    let lines: [Substring]
    /// `struct`, `extension`, `func`, …; empty for what has no name.
    let keyword: String
    /// What is declared or extended.
    let name: String
    let isPublic: Bool
    let isStatic: Bool
    /// The first line of the code up to the brace, and those that it goes on in.
    let head: [Substring]
    /// What an extension or a type conforms to.
    let conformances: [String]
    /// All that stands between the braces of a type or an extension.
    let members: [RuntimePart]

    private static let types: Set<String> = ["struct", "enum", "class", "actor", "protocol"]
    private static let keywords: Set<String> = types.union([
        "extension", "func", "var", "let", "typealias", "case", "init", "subscript",
    ])

    /// Takes lines apart into the declarations that begin at an indentation. What goes on is further to the right, or closes.
    static func parts(of lines: some Sequence<Substring>, indent: Int = 0) -> [RuntimePart] {
        var parts: [RuntimePart] = []
        var part: [Substring] = []
        /// Where the code of the part begins, behind what stands before it.
        var start: Int?
        func end() {
            guard let first = start else { return }
            let last = part.lastIndex { !$0.isEmpty } ?? first
            parts.append(RuntimePart(Array(part[...last]), start: first, indent: indent))
            (part, start) = ([], nil)
        }
        for line in lines where !(part.isEmpty && line.isEmpty) {
            let text = line.dropFirst(indent)
            let begins =
                !text.isEmpty && !text.hasPrefix(" ")
                && !["{", "}", ")", "]", "where "].contains(where: text.hasPrefix)
            if begins { end() }
            if begins, !text.isAside { start = part.count }
            part.append(line)
        }
        end()
        return parts
    }

    private init(_ lines: [Substring], start: Int, indent: Int) {
        self.lines = lines
        let code = lines[start...]
        let end = code.firstIndex { $0.contains("{") }
        head = Array(code[...(end ?? start)])
        let text = head.joined(separator: " ").prefix { $0 != "{" }
        let words = Substring(text).words
        let place = words.firstIndex(where: Self.keywords.contains)
        let keyword = place.map { words[$0] } ?? ""
        self.keyword = keyword
        name = place.flatMap { words.dropFirst($0 + 1).first } ?? ""
        isPublic = words.first == "public"
        isStatic = words.contains("static")
        let isType = Self.types.contains(keyword) || keyword == "extension"
        let clause =
            text.split(separator: " where ").first?.split(separator: ": ", maxSplits: 1).dropFirst().first ?? ""
        conformances = isType ? clause.split { " ,".contains($0) }.map(String.init) : []
        members =
            if isType, let end, end + 1 < lines.count {
                Self.parts(of: lines[(end + 1)..<(lines.count - 1)], indent: indent + 4)
            } else {
                []
            }
    }

    var isType: Bool { Self.types.contains(keyword) }
    var isExtension: Bool { keyword == "extension" }
    /// What stands before the members: comments, attributes and the head.
    var opening: [Substring] { lines.prefix { !head.contains($0) } + head }
}

extension Substring {
    var isComment: Bool { drop { $0 == " " }.hasPrefix("//") }

    /// Belongs to the declaration that follows.
    fileprivate var isAside: Bool { isComment || hasPrefix("#") || hasPrefix("@") && !contains(" ") }

    fileprivate var words: [String] { split { " :,<(=?!".contains($0) }.map(String.init) }
}
