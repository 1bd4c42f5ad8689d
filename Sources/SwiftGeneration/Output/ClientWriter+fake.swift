// The fake that answers by closures, with the contract's examples, and from what it keeps.

import JSONValues
import OpenAPIContract

extension ClientWriter {
    func writeFake(keeping kept: [KeptResourceList], _ source: inout Source) {
        source.documentation(
            ["Answers by closures; without one, with the contract's example."]
                + (kept.isEmpty
                    ? []
                    : [
                        "What is made of \(kept.map { "`\($0.name)`" }.joined(separator: ", ")) is kept: it can be read, listed, changed and deleted. Copies of a fake share it."
                    ]))
        let keeping = Set(kept.flatMap(\.operations).map(\.index))
        source.block("\(access) nonisolated struct Fake: \(api)API") { source in
            source.line("private var storedAnswers = FakeAnswers()")
            if !kept.isEmpty {
                source.call(
                    "private let storedResources = KeptResources.channel", kept.indices.map { "kept\($0 + 1)()" })
            }
            for (index, (operation, names)) in pairs.enumerated() {
                answer(operation, names, isKept: keeping.contains(index), &source)
            }
            source.addBlankLine()
            source.line("\(access) init() {}")
            source.addBlankLine()
            for (operation, names) in pairs {
                if operation.operation.deprecated { source.line("@available(*, deprecated)") }
                source.block("\(access) \(signature(operation, names))") { source in
                    source.line("try await \(Self.closure(names))(\(operation.isEmpty ? "" : "request"))")
                }
            }
            for (index, list) in kept.enumerated() { collection(list, index + 1, &source) }
        }
    }

    /// The closure that answers an operation: the app's, or one that keeps what is sent, or one that gives the example.
    private func answer(
        _ operation: OperationModel, _ names: Names.OperationNames, isKept: Bool, _ source: inout Source
    ) {
        let type = names.type.escaped
        let place = "storedAnswers[\(operation.isEmpty ? "alone: " : "")\(type).self]"
        let request = operation.isEmpty ? "()" : isKept ? "request" : "_"
        let sent = operation.isEmpty ? "\(type).Request()" : "request"
        let capture = isKept ? "[storedResources] " : ""
        let answer = isKept ? "await storedResources.send(\(type).self, \(sent))" : "\(type).Response.example"
        let head =
            "\(access) var \(Self.closure(names)): @Sendable (\(operation.isEmpty ? "" : "\(type).Request")) async throws(CallError) -> \(type).Response"
        source.accessors(
            head, get: "\(place) ?? { \(capture)\(request) throws(CallError) in try \(answer) }",
            set: "\(place) = newValue")
    }

    fileprivate static func names(_ names: [String]) -> String {
        "[\(names.map(\.literal).joined(separator: ", "))]"
    }

    private static func closure(_ names: Names.OperationNames) -> String { "on" + names.method.capitalizedFirst }

    private func collection(_ list: KeptResourceList, _ number: Int, _ source: inout Source) {
        source.addBlankLine()
        source.block("private static func kept\(number)() -> KeptCollection") { source in
            var arguments = ["id: \(list.id.map(\.literal) ?? "nil")", list.examples.serialized().rawLiteral]
            arguments.append("rest: \(list.rest.serialized().rawLiteral)")
            if !list.hidden.isEmpty { arguments.append("hidden: \(Self.names(list.hidden))") }
            source.line("var collection = KeptCollection(\(arguments.joined(separator: ", ")))")
            for operation in list.operations { source.line("collection.add(\(operation.arguments))") }
            source.line("return collection")
        }
    }
}

extension KeptResourceList.Operation {
    /// What `KeptCollection.add` takes.
    fileprivate var arguments: String {
        var answer = answer
        // What is kept takes its place.
        if let body = answer.body.flatMap({ try? JSON(parsing: $0) }) {
            answer.body = (body.replacing(place[...], with: .null) ?? body).serialized()
        }
        var arguments = [".\(role.rawValue)", name.literal, path.literal, answer.initialiser]
        if !place.isEmpty { arguments.append("at: \(ClientWriter.names(place))") }
        if isInList { arguments.append("isInList: true") }
        if !sent.isEmpty { arguments.append("sent: \(ClientWriter.names(sent))") }
        if let missing { arguments.append("missing: \(missing.initialiser)") }
        return arguments.joined(separator: ", ")
    }
}

extension ReplyExample {
    /// Swift source of an `HTTPReply`.
    fileprivate var initialiser: String {
        let arguments = arguments.map { $0.hasPrefix("body: ") ? "body: Example.bytes(\($0.dropFirst(6)))" : $0 }
        return "HTTPReply(\(arguments.joined(separator: ", ")))"
    }
}
