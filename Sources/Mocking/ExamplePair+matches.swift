// Whether a request is the one that a pair of examples tells of: row 8 of the decision table.

import HTTPExchange
import JSONSchema
import OpenAPIContract

extension ExamplePair {
    /// Every parameter has the pair's value, or is absent like there, and so does the body.
    func matches(_ judged: JudgedRequest) -> Bool {
        judged.operation.parameters.allSatisfy { parameter in
            value(of: parameter) == judged.value(parameter.name, in: parameter.location)
        } && matchesBody(of: judged)
    }

    private func value(of parameter: Parameter) -> JSON? {
        parameters.first { $0.parameter.location == parameter.location && $0.parameter.name == parameter.name }?.value
    }

    private func matchesBody(of judged: JudgedRequest) -> Bool {
        guard let body else { return judged.request.body.isEmpty }
        if let sent = judged.body { return sent == body.value }
        // Content that is not read as a value is compared as it would be written.
        return !judged.request.body.isEmpty && judged.request.body == body.media.encode(body.value).bytes
    }
}
