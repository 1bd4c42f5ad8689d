// Puts an exchange into the context of runtime expressions.

import Expressions
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension RuntimeContext {
    mutating func clearExchange() {
        (url, method, statusCode, request, response) = (nil, nil, nil, nil, nil)
        outputs = JSONObject()
    }

    /// The last exchange of a workflow that a step has run is the step's own.
    mutating func adoptExchange(of other: RuntimeContext) {
        (url, method, statusCode, request, response) = (
            other.url, other.method, other.statusCode, other.request, other.response
        )
    }

    mutating func note(_ made: StepRequest, origin: String) {
        url = origin + made.request.target
        method = made.request.method.rawValue
        request = made.message
    }

    mutating func note(_ response: Response) {
        statusCode = response.status
        self.response = Message(
            headers: response.headers.map { ($0.name.rawName, $0.value) }, body: response.bodyValue)
    }
}

extension Response {
    /// The body as expressions see it: JSON, else text. Nil for none, and for what is neither.
    var bodyValue: JSON? {
        guard !body.isEmpty else { return nil }
        let kind = headers[.contentType].flatMap { MediaRange($0) }.map(\.kind)
        if kind == .json || kind == nil, let json = try? JSON(parsing: body) { return json }
        return String(validating: body, as: UTF8.self).map { .string($0) }
    }
}
