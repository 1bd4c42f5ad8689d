// Runtime expressions of links and callbacks, and the operations that links lead to.

import Expressions
import JSONValues
import SourceDocuments

extension ModelReader {
    /// Looks at the links and callbacks of operations, and at those of their callbacks.
    /// - Parameter known: the ids of the operations that links may lead to.
    mutating func checkExpressions(of operations: [Operation], known: Set<String>) {
        var seen = PlaceSet()
        var queue = operations
        while let operation = queue.popLast() {
            // What references share is looked at once.
            guard seen.insert(operation.place) else { continue }
            for link in operation.responses.flatMap(\.links) where seen.insert(link.place) {
                check(link, known: known)
            }
            for callback in operation.callbacks {
                if seen.insert(callback.place) { check(callback) }
                queue += callback.operations
            }
        }
    }

    private mutating func check(_ link: Link, known: Set<String>) {
        for (name, value) in link.parameters {
            check(value, "'parameters/\(name)' of the link '\(link.name)'", at: link.place, "parameters", name)
        }
        if let body = link.requestBody {
            check(body, "'requestBody' of the link '\(link.name)'", at: link.place, "requestBody")
        }
        guard let id = link.operationID, !known.contains(id) else { return }
        let nearest = nearestName(to: id, among: known)
        report(
            .unresolvedLink, "the link '\(link.name)' leads to the operation '\(id)', which is not there",
            remedy: nearest.map { "Did you mean '\($0)'?" } ?? "Name an operationId of this document.",
            at: link.place)
    }

    private mutating func check(_ value: JSON, _ what: String, at place: Place, _ tokens: String...) {
        guard let text = value.string, let fault = RuntimeTemplate.fault(of: text) else { return }
        report(
            .invalidValue, "\(what) is no runtime expression: \(fault)", found: text,
            expected: "one like $response.body#/id",
            at: Place(source: place.source, pointer: JSONPointer(place.pointer.tokens + tokens)))
    }

    private mutating func check(_ callback: Callback) {
        guard let fault = RuntimeTemplate.fault(of: callback.expression) else { return }
        report(
            .invalidValue, "the callback '\(callback.name)' has no runtime expression for its URL: \(fault)",
            found: callback.expression, expected: "one like {$request.body#/callbackUrl}",
            at: callback.place)
    }
}

extension RuntimeTemplate {
    /// What is wrong with the expressions of a text (OpenAPI 3.1, section 4.8.20.4). Text without any is a constant.
    fileprivate static func fault(of text: String) -> String? {
        do {
            let template = try RuntimeTemplate(parsing: text)
            return template.expressions.first { !$0.isOfExchange }.map {
                "'\($0.source)' asks for what a workflow knows"
            }
        } catch {
            return error.message
        }
    }
}

extension RuntimeExpression {
    /// Whether a request and its response are all that it needs; the others are those of Arazzo.
    fileprivate var isOfExchange: Bool {
        switch root {
        case .url, .method, .statusCode, .message: true
        case .inputs, .outputs, .steps, .workflows, .sourceDescriptions, .components: false
        }
    }
}
