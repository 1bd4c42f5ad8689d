// A request that found its operation, with its values decoded and what is wrong with them.

package import JSONValues
package import HTTPExchange
package import HTTPTypes
import Synchronization

/// What the judge makes of a request.
package enum RequestJudgement: Sendable {
    case noPath(NearMisses)
    case noMethod(allow: [HTTPRequest.Method], NearMisses)
    case judged(JudgedRequest)
}

/// What the judge says of a request, and of every other that has the same of all that it looks at.
package final class Judgement: Sendable {
    package let operation: Operation
    /// The decoded value of every declared parameter that the request has.
    package let parameters: [JudgedRequest.ParameterValue]
    /// The decoded body: JSON, a form's or a multipart body's parts, or text. Nil for none and for binary ones.
    package let body: JSON?
    /// The entry of the contract that the body falls under.
    package let media: MediaType?
    /// Notes among them, in the order: credentials, parameters, body.
    package let violations: [Violation]
    /// Whether nothing is wrong with it but notes.
    package let conforms: Bool
    private let madeValues = Mutex<JSONObject?>(nil)

    init(
        operation: Operation, parameters: [JudgedRequest.ParameterValue], body: JSON?, media: MediaType?,
        violations: [Violation]
    ) {
        self.operation = operation
        self.parameters = parameters
        self.body = body
        self.media = media
        self.violations = violations
        conforms = violations.allSatisfy { $0.severity == .note }
    }

    /// Whether a parameter or member of the body that is called `stream` is true.
    package var asksForStream: Bool {
        if case .bool(true)? = body?.object?["stream"] { return true }
        return parameters.contains { if case .bool(true) = $0.value { $0.parameter.name == "stream" } else { false } }
    }

    /// Decoded values by their name; of one name the parameter's, in the order of the contract, and last the body's.
    package var values: JSONObject {
        madeValues.withLock { made in
            if let made { return made }
            var values = JSONObject()
            for value in parameters where values[value.parameter.name] == nil {
                values[value.parameter.name] = value.value
            }
            for (name, value) in body?.object ?? JSONObject() where values[name] == nil { values[name] = value }
            made = values
            return values
        }
    }
}

/// A request under its operation. A class, because it is handed around until its answer is out.
package final class JudgedRequest: Sendable {
    package let request: Request
    package let judgement: Judgement

    init(_ request: Request, _ judgement: Judgement) {
        self.request = request
        self.judgement = judgement
    }

    package var operation: Operation { judgement.operation }
    /// Those that are there and could be read, in the contract's order.
    package var parameters: [ParameterValue] { judgement.parameters }
    /// The value of the body; nil where there is none or it could not be read.
    package var body: JSON? { judgement.body }
    /// The entry of the contract that the body falls under.
    package var media: MediaType? { judgement.media }
    /// Notes among them, in the order: credentials, parameters, body.
    package var violations: [Violation] { judgement.violations }
    /// Whether nothing is wrong with it but notes.
    package var conforms: Bool { judgement.conforms }

    /// The same request without tolerance: what was a note is a violation. That no type is acceptable, the answer itself says (406).
    package var untolerated: JudgedRequest {
        guard !violations.isEmpty else { return self }
        return JudgedRequest(
            request,
            Judgement(
                operation: operation, parameters: parameters, body: body, media: media,
                violations: violations.filter { $0.check != .notAcceptable }.map(\.untolerated)))
    }

    /// A parameter that the request has, with its value as the schema reads it.
    package struct ParameterValue: Sendable {
        package let parameter: Parameter
        /// As the parameter's schema reads the text.
        package let value: JSON
    }

    /// The value of a parameter; nil where it is absent or could not be read.
    package func value(_ name: String, in location: Parameter.Location) -> JSON? {
        parameters.first { $0.parameter.location == location && $0.parameter.matches(name: name) }?.value
    }
}
