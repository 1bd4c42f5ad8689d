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
        source.block("\(access) nonisolated struct Fake: \(api)API") { source in
            for (operation, names) in pairs {
                let type = names.type.escaped
                let request = operation.isEmpty ? "" : "\(type).Request"
                let ignored = operation.isEmpty ? "" : "_ in "
                source.line(
                    "\(access) var \(Self.closure(names)): @Sendable (\(request)) async throws(CallError) -> \(type).Response = { \(ignored)try \(type).Response.example }"
                )
            }
            source.addBlankLine()
            writeInitialiser(kept, &source)
            source.addBlankLine()
            for (operation, names) in pairs {
                if operation.operation.deprecated { source.line("@available(*, deprecated)") }
                source.block("\(access) \(signature(operation, names))") { source in
                    source.line("try await \(Self.closure(names))(\(operation.isEmpty ? "" : "request"))")
                }
            }
        }
    }

    fileprivate static func names(_ names: [String]) -> String {
        "[\(names.map(\.literal).joined(separator: ", "))]"
    }

    private static func closure(_ names: Names.OperationNames) -> String { "on" + names.method.capitalizedFirst }

    private func writeInitialiser(_ kept: [KeptResourceList], _ source: inout Source) {
        guard !kept.isEmpty else {
            source.line("\(access) init() {}")
            return
        }
        source.block("\(access) init()") { source in
            source.line("var kept: [KeptCollection] = []")
            source.line("var collection: KeptCollection")
            for list in kept {
                var arguments = ["id: \(list.id.map(\.literal) ?? "nil")", list.examples.serialized().rawLiteral]
                arguments.append("rest: \(list.rest.serialized().rawLiteral)")
                if !list.hidden.isEmpty { arguments.append("hidden: \(Self.names(list.hidden))") }
                source.line("collection = KeptCollection(\(arguments.joined(separator: ", ")))")
                for operation in list.operations { source.line("collection.add(\(operation.arguments))") }
                source.line("kept.append(collection)")
            }
            source.line("let channel = KeptResources.channel(kept)")
            for index in kept.flatMap(\.operations).map(\.index) {
                let (operation, names) = (model.operations[index], self.names.operations[index])
                let type = names.type.escaped
                let (request, head) = operation.isEmpty ? ("\(type).Request()", "()") : ("request", "request")
                source.line(
                    "\(Self.closure(names)) = { \(head) throws(CallError) in try await channel.send(\(type).self, \(request)) }"
                )
            }
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
