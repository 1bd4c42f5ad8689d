// Runtime expressions of OpenAPI and Arazzo: `$response.body#/0/id`, `$steps.login.outputs.user_id`.

import JSONValues

/// A reference to what a call sent or got, or to what a workflow knows
/// ([OpenAPI](https://spec.openapis.org/oas/v3.1.1.html#runtime-expressions),
/// [Arazzo](https://spec.openapis.org/arazzo/v1.0.1.html#runtime-expressions)).
///
/// Beyond the grammar it takes what documents write all the same, the standard's own examples among them: a way on into
/// the value by dots and brackets, `$response.body.pets[0].id`.
package struct RuntimeExpression: Hashable, Sendable {
    /// The text of the expression.
    package let source: String
    /// What the expression begins with.
    package let root: Root
    /// The names after the root, as far as they are not settled by it.
    package let steps: [Step]

    /// The names that an expression can begin with.
    package enum Root: Hashable, Sendable {
        case url
        case method
        case statusCode
        case message(Side, Part)
        case inputs
        case outputs
        case steps
        case workflows
        case sourceDescriptions
        case components
    }

    /// The two messages of an exchange.
    package enum Side: String, Hashable, Sendable {
        case request
        case response
    }

    /// The part of a message that is meant.
    package enum Part: Hashable, Sendable {
        case header(String)
        case query(String)
        case path(String)
        case body
    }

    /// One name or index behind the root.
    package enum Step: Hashable, Sendable {
        /// After a dot, or in brackets.
        case name(String)
        case index(Int)
        /// A token of the JSON Pointer after `#`: a name, or an index of an array.
        case token(String)
    }
}

extension RuntimeExpression {
    /// Parses a whole expression; `$` stands first.
    package init(parsing source: String) throws(ExpressionError) {
        do throws(UnlocatedError) {
            self = try RuntimeExpression.parse(source, at: 0)
        } catch {
            throw ExpressionError(error, in: source)
        }
    }

    private static let roots: [String: Root] = [
        "inputs": .inputs, "outputs": .outputs, "steps": .steps, "workflows": .workflows,
        "sourceDescriptions": .sourceDescriptions, "components": .components,
    ]

    /// Reads an expression that stands in a larger text.
    /// - Parameter offset: where it starts there, in UTF-8, for the places of errors.
    package static func parse(_ source: String, at offset: Int) throws(UnlocatedError) -> RuntimeExpression {
        guard source.utf8.count <= 4096 else { throw .limit("the expression is longer than 4096 bytes", at: offset) }
        guard source.hasPrefix("$") else {
            throw .syntax("a runtime expression starts with '$'", at: offset, found: "'\(source.prefix(20))'")
        }
        switch source {
        case "$url": return RuntimeExpression(source: source, root: .url, steps: [])
        case "$method": return RuntimeExpression(source: source, root: .method, steps: [])
        case "$statusCode": return RuntimeExpression(source: source, root: .statusCode, steps: [])
        default: break
        }
        let body = source.dropFirst()
        let word = body.prefix { $0 != "." && $0 != "#" && $0 != "[" }
        let rest = body[word.endIndex...]
        if let side = Side(rawValue: String(word)) { return try message(source, side, rest, at: offset) }
        guard let root = roots[String(word)] else {
            let known = ["url", "method", "statusCode", "request", "response"] + roots.keys.sorted()
            throw .syntax(
                "a runtime expression does not start so", at: offset, found: "'$\(word)'",
                expected: known.map { "$" + $0 }.joined(separator: ", "),
                suggestion: nearestName(to: String(word), among: known).map { "'$\($0)'" })
        }
        let steps = try steps(rest, at: offset + source.utf8.count - rest.utf8.count)
        guard case .name? = steps.first else {
            throw .syntax("'$\(word)' needs a name", at: offset + source.utf8.count, expected: "$\(word).<name>")
        }
        return RuntimeExpression(source: source, root: root, steps: steps)
    }

    private static func message(
        _ source: String, _ side: Side, _ rest: Substring, at offset: Int
    ) throws(UnlocatedError) -> RuntimeExpression {
        func place(_ rest: Substring) -> Int { offset + source.utf8.count - rest.utf8.count }
        let word = rest.dropFirst().prefix { $0 != "." && $0 != "#" && $0 != "[" }
        let after = rest[word.endIndex...]
        if rest.hasPrefix("."), word == "body" {
            return RuntimeExpression(
                source: source, root: .message(side, .body), steps: try steps(after, at: place(after)))
        }
        let parts: [String: (String) -> Part] = ["header": Part.header, "query": Part.query, "path": Part.path]
        guard rest.hasPrefix("."), let part = parts[String(word)] else {
            throw .syntax(
                "'$\(side.rawValue)' has no such part", at: place(rest.dropFirst()), found: "'\(word)'",
                expected: "header.<name>, query.<name>, path.<name>, body or body#<JSON Pointer>",
                suggestion: nearestName(to: String(word), among: ["header", "query", "path", "body"]).map { "'\($0)'" })
        }
        // A name is all that is left: names have dots and brackets of their own. `#/code` is taken for `.code`.
        var name = after.dropFirst()
        if after.hasPrefix("#/") { name = name.dropFirst() }
        guard !name.isEmpty else {
            throw .syntax(
                "'$\(side.rawValue).\(word)' needs a name", at: place(name),
                expected: "$\(side.rawValue).\(word).<name>")
        }
        return RuntimeExpression(source: source, root: .message(side, part(String(name))), steps: [])
    }

    /// `.name`, `[0]`, `['name']` again and again, then `#` and a JSON Pointer.
    private static func steps(_ text: Substring, at offset: Int) throws(UnlocatedError) -> [Step] {
        var steps: [Step] = []
        var rest = text
        func place() -> Int { offset + text.utf8.count - rest.utf8.count }
        while let first = rest.first {
            switch first {
            case ".":
                let name = rest.dropFirst().prefix { $0 != "." && $0 != "#" && $0 != "[" }
                guard !name.isEmpty else { throw .syntax("a name is missing after '.'", at: place()) }
                steps.append(.name(String(name)))
                rest = rest[name.endIndex...]
            case "[":
                guard let end = rest.firstIndex(of: "]") else {
                    throw .syntax("'[' is never closed", at: place(), expected: "']'")
                }
                let inner = rest[rest.index(after: rest.startIndex)..<end]
                if let index = JSONPointer.index(String(inner)) {
                    steps.append(.index(index))
                } else if inner.count >= 2, let quote = inner.first, quote == inner.last, quote == "'" || quote == "\""
                {
                    steps.append(.name(String(inner.dropFirst().dropLast())))
                } else {
                    throw .syntax("brackets hold an index or a name in quotes", at: place(), found: "'\(inner)'")
                }
                rest = rest[rest.index(after: end)...]
            case "#":
                do throws(JSONPointer.SyntaxError) {
                    steps += try JSONPointer(parsing: String(rest.dropFirst())).tokens.map { .token($0) }
                } catch {
                    throw .syntax("what follows '#' is no JSON Pointer: \(error)", at: place())
                }
                return steps
            default:
                throw .syntax(
                    "this does not belong here", at: place(), found: "'\(first)'", expected: "'.', '[' or '#'")
            }
        }
        return steps
    }
}

extension RuntimeExpression: CustomStringConvertible {
    package var description: String { source }
}
