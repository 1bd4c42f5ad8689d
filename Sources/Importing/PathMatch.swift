// Which paths a route takes: as keys of the contract, and as a condition where a key says too much.

import JSONValues
import RegularExpressions

/// A key of `paths`: `/users/{id}`; its last segment may take all that is left, `{rest+}`.
struct PathKey: Hashable {
    let segments: [String]

    init(_ segments: [String]) { self.segments = segments }

    /// - Parameter template: percent-encoded, parameters between braces.
    init(_ template: some StringProtocol) {
        let trimmed = Substring(template).hasPrefix("/") ? Substring(template).dropFirst() : Substring(template)
        segments = trimmed.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }

    static let everything = PathKey(["{rest+}"])
    static let root = PathKey([""])

    var template: String { "/" + segments.joined(separator: "/") }
    var isLiteral: Bool { !segments.contains { $0.contains("{") } }
    var spans: Bool { segments.last?.hasSuffix("+}") ?? false }

    /// The same for keys that no request can tell apart.
    var shape: String {
        "/" + segments.map { $0.hasSuffix("+}") ? "{+}" : $0.contains("{") ? "{}" : $0 }.joined(separator: "/")
    }

    /// Whether there is a path that both take.
    func overlaps(_ other: PathKey) -> Bool {
        for index in 0..<max(segments.count, other.segments.count) {
            let own = index < segments.count ? segments[index] : nil
            let its = index < other.segments.count ? other.segments[index] : nil
            if own?.hasSuffix("+}") == true || its?.hasSuffix("+}") == true { return own != nil && its != nil }
            guard let own, let its else { return false }
            if !own.contains("{"), !its.contains("{"), own != its { return false }
        }
        return true
    }

    /// The paths that it takes, as a pattern.
    var pattern: String {
        let parts = segments.map { segment -> String in
            if segment.hasSuffix("+}") { return ".+" }
            return segment.contains("{") ? "[^/]+" : Self.escaped(segment)
        }
        return "^/" + parts.joined(separator: "/") + "$"
    }

    static func escaped(_ text: some StringProtocol) -> String {
        text.reduce(into: "") { result, character in
            if "\\^$.|?*+()[]{}".contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}

/// The paths of a route.
struct PathMatch {
    let keys: [PathKey]
    /// CEL that holds for these paths alone; nil where the keys say all.
    let condition: String?
    /// CEL for the keys of others.
    private let elsewhere: String?

    static let any = PathMatch(keys: [.root, .everything], condition: nil, elsewhere: nil)

    private init(keys: [PathKey], condition: String?, elsewhere: String?) {
        self.keys = keys
        self.condition = condition
        self.elsewhere = elsewhere
    }

    /// A path as it stands.
    init(exact path: String) {
        keys = [PathKey(path.contains("{") ? path.replacing("{", with: "%7B").replacing("}", with: "%7D") : path)]
        condition = nil
        elsewhere = "request.path == \(CELText.quoted(path))"
    }

    /// A path with parameters between braces.
    init(template: String) {
        let key = PathKey(template)
        keys = [key]
        condition = nil
        elsewhere = "request.path.matches(\(CELText.quoted(key.pattern)))"
    }

    /// A path with parameters between braces that takes only what a condition on it says.
    init(template: String, where condition: String) {
        keys = [PathKey(template)]
        self.condition = condition
        elsewhere = condition
    }

    /// Any path for which a condition on `request.path` holds.
    init(where condition: String) {
        keys = [.root, .everything]
        self.condition = condition
        elsewhere = condition
    }

    /// - Parameters:
    ///   - pattern: of the whole path, with or without a query behind an escaped `?`.
    ///   - value: CEL for what it is matched against.
    /// Nil for a pattern that neither RE2 nor JavaScript has.
    init?(pattern: String, of value: String = "request.path") {
        let whole = "^(?:\(pattern))$"
        guard let condition = CELText.matches(value, whole) else { return nil }
        let compiled = (try? Pattern(whole, dialect: .re2)) ?? (try? Pattern(whole))
        keys = PatternPaths.keys(of: pattern) { path in compiled?.matches(in: path) ?? false }
        self.condition = condition
        elsewhere = condition
    }

    /// What has to hold besides that the path is one of the key; nil for nothing.
    func condition(under key: PathKey) -> String? {
        keys.contains { $0.shape == key.shape } ? condition : elsewhere
    }

    func overlaps(_ key: PathKey) -> Bool { keys.contains { $0.overlaps(key) } }
}

/// The keys under which the paths of a pattern lie.
enum PatternPaths {
    private enum Segment { case literal(String), variable, spanning }

    /// - Parameter accepts: whether the pattern takes a path.
    static func keys(of pattern: String, accepts: (String) -> Bool) -> [PathKey] {
        var rest = Substring(pattern)
        if rest.hasPrefix("(?i)") { return [.root, .everything] }
        if rest.hasPrefix("^") { rest = rest.dropFirst() }
        if rest.hasSuffix("$"), !rest.hasSuffix("\\$") { rest = rest.dropLast() }
        guard let found = segments(of: rest) else { return [.root, .everything] }
        var texts: [String] = []
        var number = 0
        for segment in found.segments {
            switch segment {
            case .literal(let text): texts.append(text)
            case .variable:
                number += 1
                texts.append("{p\(number)}")
            case .spanning: texts.append("{rest+}")
            }
        }
        var keys = [PathKey(texts)]
        // What spans takes something: a path that ends before it has a key of its own.
        if keys[0].spans {
            let before = PathKey(Array(texts.dropLast()))
            var shorter = [before.segments.isEmpty ? .root : before, PathKey(before.segments + [""])]
            if !found.lastText.isEmpty { shorter.append(PathKey(before.segments + [found.lastText])) }
            keys += shorter.filter { !$0.isLiteral || accepts($0.template) }
        } else if found.hasOptionalEnd {
            keys.append(PathKey(texts + [""]))
        }
        return keys.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private struct Found {
        var segments: [Segment] = []
        /// What is fixed of the segment before what spans.
        var lastText = ""
        /// Whether a slash may stand at the end.
        var hasOptionalEnd = false
    }

    /// Nil where there are alternatives of whole paths.
    private static func segments(of pattern: Substring) -> Found? {
        var found = Found()
        var current = Segment.literal("")
        var rest = pattern
        var isFirst = true
        func isRepeated() -> Bool { rest.first.map { "*+{".contains($0) } ?? false }
        func dropQuantifier() -> Bool {
            guard let first = rest.first, "*+?{".contains(first) else { return false }
            rest =
                first == "{"
                ? (rest.firstIndex(of: "}").map { rest[rest.index(after: $0)...] } ?? "") : rest.dropFirst()
            if let lazy = rest.first, "?+".contains(lazy) { rest = rest.dropFirst() }
            return true
        }
        func vary() { current = .variable }
        while let character = rest.popFirst() {
            var spans = false
            switch character {
            case "|": return nil
            case "/":
                if rest.first == "?" {
                    if rest.dropFirst().isEmpty {
                        found.hasOptionalEnd = true
                        rest = ""
                        continue
                    }
                    spans = true
                } else {
                    if !isFirst { found.segments.append(current) }
                    current = .literal("")
                }
            case "\\":
                guard let escaped = rest.popFirst() else { break }
                switch escaped {
                case "/":
                    rest = "/" + rest
                    continue
                case "?":
                    found.segments.append(current)
                    return found
                case "d", "w", "s":
                    _ = dropQuantifier()
                    vary()
                case "D", "W", "S":
                    spans = isRepeated()
                    vary()
                case "b", "B", "A", "z", "Z": break
                default:
                    if dropQuantifier() {
                        vary()
                    } else if case .literal(let text) = current {
                        current = .literal(text + String(escaped))
                    }
                }
            case ".":
                spans = isRepeated()
                if !spans { _ = dropQuantifier() }
                if !spans { vary() }
            case "[":
                let (content, after) = bracketed(rest)
                rest = after
                spans =
                    content.hasPrefix("^") && !content.contains("/") && isRepeated()
                    || content.dropFirst().contains("/")
                        && !content.hasPrefix("^")
                if !spans {
                    _ = dropQuantifier()
                    vary()
                }
            case "(":
                let (content, after) = grouped(rest)
                rest = after
                let optional = rest.first == "?" || rest.first == "*"
                spans =
                    content.contains("/") && !content.contains("[^/") || content.contains(".*")
                    || content.contains(".+") || content.contains("\\?") || optional
                if !spans {
                    _ = dropQuantifier()
                    vary()
                }
            case "^", "$": break
            default:
                if let next = rest.first, "*+?{".contains(next) {
                    _ = dropQuantifier()
                    vary()
                } else if case .literal(let text) = current {
                    current = .literal(text + String(character))
                }
            }
            isFirst = false
            if spans {
                if case .literal(let text) = current { found.lastText = text }
                found.segments.append(.spanning)
                return found
            }
        }
        found.segments.append(current)
        return found
    }

    private static func bracketed(_ rest: Substring) -> (Substring, Substring) {
        var index = rest.startIndex
        var isFirst = true
        while index < rest.endIndex {
            if rest[index] == "\\" {
                index = rest.index(index, offsetBy: 2, limitedBy: rest.endIndex) ?? rest.endIndex
                isFirst = false
                continue
            }
            if rest[index] == "]", !isFirst { return (rest[..<index], rest[rest.index(after: index)...]) }
            if rest[index] != "^" { isFirst = false }
            index = rest.index(after: index)
        }
        return (rest, "")
    }

    private static func grouped(_ rest: Substring) -> (Substring, Substring) {
        var depth = 1
        var index = rest.startIndex
        while index < rest.endIndex {
            switch rest[index] {
            case "\\": index = rest.index(after: index)
            case "(": depth += 1
            case ")":
                depth -= 1
                if depth == 0 { return (rest[..<index], rest[rest.index(after: index)...]) }
            default: break
            }
            guard index < rest.endIndex else { break }
            index = rest.index(after: index)
        }
        return (rest, "")
    }
}
