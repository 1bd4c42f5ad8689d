// A request to be: values for parameters and a body, before they are text, so that one of them can be changed.

import VerificationReports
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract

struct Draft: Sendable {
    let operation: Operation
    /// By the parameter's index in its operation; those that are not here are absent.
    var values: [Int: JSON] = [:]
    var body: Body?

    struct Body: Sendable {
        let media: MediaType
        var value: JSON
    }

    init(_ operation: Operation) { self.operation = operation }

    /// The request of an exchange between examples.
    init(_ operation: Operation, _ pair: ExamplePair) {
        self.operation = operation
        for (parameter, value) in pair.parameters {
            if let index = operation.index(of: parameter) { values[index] = value }
        }
        body = pair.body.map { Body(media: $0.media, value: $0.value) }
    }

    /// The values that the judge has read.
    init(_ judged: JudgedRequest) {
        operation = judged.operation
        for value in judged.parameters {
            if let index = operation.index(of: value.parameter) { values[index] = value.value }
        }
        if let media = judged.media, let value = judged.body { body = Body(media: media, value: value) }
    }

    /// Under the base path of the operation's first server.
    var request: Request {
        let given = operation.parameters.indices.compactMap { index in
            values[index].map { (parameter: operation.parameters[index], value: $0) }
        }
        return operation.encode(values: given, body: body.map { (media: $0.media, value: $0.value) })
    }
}

extension Draft {
    /// The draft with another value, or none, at a site.
    func setting(_ site: Site, to value: JSON?) -> Draft {
        var draft = self
        switch site.kind {
        case .parameter(let index): draft.values[index] = value
        case .body(let pointer):
            guard let body else { return self }
            if let changed = body.value.replacing(pointer.tokens[...], with: value) { draft.body?.value = changed }
        }
        return draft
    }

    func value(at site: Site) -> JSON? {
        switch site.kind {
        case .parameter(let index): values[index]
        case .body(let pointer): body?.value[pointer: pointer]
        }
    }
}

extension Operation {
    func index(of parameter: Parameter) -> Int? {
        parameters.firstIndex { $0.location == parameter.location && $0.name == parameter.name }
    }
}
