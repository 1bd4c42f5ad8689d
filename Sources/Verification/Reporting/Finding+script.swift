// A finding as something to run in a shell, and what must not be seen in it.

import VerificationReports
import JSONValues
import HTTPExchange

extension Finding {
    /// A `curl` line, or one for each request that leads to the finding.
    func script(origin: String) -> String {
        switch evidence {
        case .noResponse(let request, _): request.curl(origin: origin)
        case .exchanges(let exchanges):
            exchanges.count == 1
                ? exchanges.map { $0.request.curl(origin: origin) }.joined(separator: "\n")
                : Script(exchanges).lines(origin: origin).joined(separator: "\n")
        }
    }
}

/// A sequence as lines of a shell. What the answers call the resources that later requests ask for is kept in variables: another run gives
/// them other names.
private struct Script {
    private let exchanges: [Exchange]
    /// At most one of each answer, by its index.
    private var handles: [Int: Handle] = [:]

    private struct Handle {
        /// Of the answer's members: `data`, `id`.
        let path: [String]
        let text: String
        let variable: String
    }

    init(_ exchanges: [Exchange]) {
        self.exchanges = exchanges
        for (index, exchange) in exchanges.enumerated().dropLast() {
            guard let answer = exchange.answer else { continue }
            let later = exchanges[(index + 1)...].map(\.request)
            let known = Set(handles.values.map(\.text))
            let found = Script.names(in: answer, depth: 0).first { _, text in
                !known.contains(text) && !exchange.request.names(text) && later.contains { $0.names(text) }
            }
            guard let (path, text) = found, let name = path.last else { continue }
            let isTaken = handles.values.contains { $0.variable == name }
            handles[index] = Handle(path: path, text: text, variable: isTaken ? "\(name)\(index + 1)" : name)
        }
    }

    /// The members that may be a resource's name, the likeliest first.
    private static func names(in answer: JSON, depth: Int) -> [(path: [String], text: String)] {
        guard case .object(let members) = answer, depth < 3 else { return [] }
        var found: [(path: [String], text: String)] = []
        for (name, value) in members where name.utf8.allSatisfy(isPlain) {
            if let text = value.string ?? value.number?.text, !text.isEmpty {
                found.append(([name], text))
            } else {
                found += names(in: value, depth: depth + 1).map { ([name] + $0.path, $0.text) }
            }
        }
        let likely = found.filter { $0.path.last.map { $0 == "id" || ObservedValues.isReferenceName($0) } ?? false }
        return likely + found.filter { one in !likely.contains { $0.path == one.path } }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    func lines(origin: String) -> [String] {
        exchanges.indices.map { index in
            var request = exchanges[index].request
            for (maker, handle) in handles where maker < index {
                request = request.naming(handle.text, handle.variable)
            }
            var line = request.curl(origin: origin)
            for (maker, handle) in handles where maker < index { line = line.showing(handle.variable) }
            guard let handle = handles[index] else { return line }
            return "\(handle.variable)=$(\(line) | jq -r .\(handle.path.joined(separator: ".")))"
        }
    }
}

extension Request {
    /// Whether its path has the text for a segment, or its body for a value that names something.
    fileprivate func names(_ text: String) -> Bool {
        path.split(separator: "/").contains { $0 == text } || naming(text, "x").body != body
    }

    /// With marks in the place of a resource's name.
    fileprivate func naming(_ text: String, _ variable: String) -> Request {
        var request = self
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let marked = segments.map { $0 == text ? "counterpart-path-\(variable)-" : String($0) }.joined(separator: "/")
        request.target = marked + target.dropFirst(path.count)
        guard !body.isEmpty, let value = try? JSON(parsing: body) else { return request }
        let other = value.naming(text, variable)
        if other != value { request.body = Array(other.serialized().utf8) }
        return request
    }
}

extension JSON {
    fileprivate func naming(_ text: String, _ variable: String) -> JSON {
        switch self {
        case .object(let members):
            .object(
                JSONObject(
                    members.map { name, value in
                        guard ObservedValues.isReferenceName(name) else { return (name, value.naming(text, variable)) }
                        if value.string == text { return (name, .string("counterpart-text-\(variable)-")) }
                        if value.number?.text == text { return (name, .string("counterpart-number-\(variable)-")) }
                        return (name, value.naming(text, variable))
                    }))
        case .array(let elements): .array(elements.map { $0.naming(text, variable) })
        case .null, .bool, .number, .string: self
        }
    }
}

extension String {
    /// The line with a shell's variable in the place of its marks. What is quoted is quoted by single quotes.
    fileprivate func showing(_ variable: String) -> String {
        let quoted = "'\"$\(variable)\"'"
        return replacing("\"counterpart-number-\(variable)-\"", with: quoted)
            .replacing("counterpart-text-\(variable)-", with: quoted)
            .replacing("counterpart-path-\(variable)-", with: hasSuffix("'") ? quoted : "\"$\(variable)\"")
    }

    private func replacing(_ text: String, with other: String) -> String {
        split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
    }
}

extension Report {
    /// The value with every secret in its texts made out.
    /// The text with every secret in it made out.
    package func masked(_ text: String) -> String {
        text.masking(secrets)
    }

    /// Lines of a shell with a variable in the place of every secret, `"$TOKEN"`, so that they run where it is set.
    func maskedScript(_ script: String) -> String {
        var text = script
        var number = 0
        for secret in secrets where text.contains(secret) {
            number += 1
            text = text.showing(number == 1 ? "TOKEN" : "TOKEN\(number)", inPlaceOf: secret)
        }
        return text
    }
}

extension String {
    /// A shell's text with a variable in the place of a secret, within single quotes or without.
    fileprivate func showing(_ variable: String, inPlaceOf secret: String) -> String {
        var text = ""
        var isQuoted = false
        for (index, piece) in split(separator: secret, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { text += isQuoted ? "'\"$\(variable)\"'" : "\"$\(variable)\"" }
            var isEscaped = false
            for character in piece {
                if character == "'", !isEscaped { isQuoted.toggle() }
                isEscaped = character == "\\" && !isQuoted && !isEscaped
            }
            text += piece
        }
        return text
    }
}

extension String {
    /// The text with every secret in it made out.
    func masking(_ secrets: [String]) -> String {
        secrets.reduce(self) { text, secret in
            text.contains(secret)
                ? text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "***") : text
        }
    }
}

extension JSON {
    /// The value with every secret in its texts made out.
    func masking(_ secrets: [String]) -> JSON {
        switch self {
        case .string(let text): .string(text.masking(secrets))
        case .array(let elements): .array(elements.map { $0.masking(secrets) })
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.masking(secrets)) }))
        case .null, .bool, .number: self
        }
    }
}
