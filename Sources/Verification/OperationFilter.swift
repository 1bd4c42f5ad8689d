// Which operations a run asks: by id, by tag, by method, by path.

import HTTPTypes
package import OpenAPIContract

/// What `--include` and `--exclude` say.
package struct OperationFilter: Hashable, Sendable {
    private let included: [Pattern]
    private let excluded: [Pattern]

    /// `getPet`, `tag:pets`, `DELETE`, `/pets/*` or `GET /pets/*`; `*` stands for any text.
    private enum Pattern: Hashable {
        case id(String)
        case tag(String)
        case route(method: String?, path: String?)

        init(_ text: String) {
            let words = text.split(separator: " ").map(String.init)
            let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
            if text.hasPrefix("tag:") {
                self = .tag(String(text.dropFirst(4)))
            } else if words.count == 2, methods.contains(words[0].uppercased()) {
                self = .route(method: words[0].uppercased(), path: words[1])
            } else if methods.contains(text) {
                self = .route(method: text, path: nil)
            } else if text.hasPrefix("/") {
                self = .route(method: nil, path: text)
            } else {
                self = .id(text)
            }
        }

        func matches(_ operation: Operation) -> Bool {
            switch self {
            case .id(let pattern): operation.id.matches(pattern)
            case .tag(let pattern): operation.tags.contains { $0.matches(pattern) }
            case .route(let method, let path):
                (method ?? operation.method.rawValue) == operation.method.rawValue
                    && (path.map { "\(operation.path)".matches($0) } ?? true)
            }
        }
    }

    /// Nil where nothing is said.
    package init?(include: [String], exclude: [String]) {
        guard !include.isEmpty || !exclude.isEmpty else { return nil }
        included = include.map(Pattern.init)
        excluded = exclude.map(Pattern.init)
    }

    /// The first of some patterns that no operation of a contract is meant by: a name that was mistyped.
    package static func stray(among patterns: [String], in contract: Contract) -> String? {
        patterns.first { text in
            let pattern = Pattern(text)
            return !contract.operations.contains { pattern.matches($0) }
        }
    }

    /// Whether the operation is included, and not excluded.
    package func takes(_ operation: Operation) -> Bool {
        (included.isEmpty || included.contains { $0.matches(operation) })
            && !excluded.contains { $0.matches(operation) }
    }
}

extension String {
    /// Whether it is what a pattern says, in which `*` stands for any text.
    fileprivate func matches(_ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return self == pattern }
        guard hasPrefix(first), hasSuffix(last), count >= first.count + last.count else { return false }
        var rest = dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = String(rest).firstRange(of: part) else { return false }
            rest = rest.dropFirst(String(rest).distance(from: String(rest).startIndex, to: range.upperBound))
        }
        return true
    }
}
