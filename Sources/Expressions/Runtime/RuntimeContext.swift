// The values that runtime expressions refer to.

package import JSONValues

/// The state of one call, and of the workflow it belongs to.
package struct RuntimeContext: Sendable {
    /// The URL of the request: `$url`.
    package var url: String?
    /// The method of the request: `$method`.
    package var method: String?
    /// The status of the response: `$statusCode`.
    package var statusCode: Int?
    /// What `$request` leads into.
    package var request: Message?
    /// What `$response` leads into.
    package var response: Message?
    /// The running workflow's.
    package var inputs = JSONObject()
    /// What `$outputs` leads into.
    package var outputs = JSONObject()
    /// The outputs of the steps so far, by step.
    package var steps: [String: JSONObject] = [:]
    /// What `$workflows` leads into, by the workflow's id.
    package var workflows: [String: Workflow] = [:]
    /// The fields of each source description: `url`, `type`, and what else it has.
    package var sourceDescriptions: [String: JSONObject] = [:]
    /// The document's `components`.
    package var components: JSON = [:]

    package init() {}

    /// A request or a response.
    package struct Message: Sendable {
        /// Fields as they stood; of several with one name the first counts.
        package var headers: [(name: String, value: String)]
        /// Parameters decoded.
        package var query: [(name: String, value: JSON)]
        /// The path parameters as they were sent, decoded.
        package var path: [(name: String, value: JSON)]
        /// The content, where it is JSON.
        package var body: JSON?

        package init(
            headers: [(name: String, value: String)] = [], query: [(name: String, value: JSON)] = [],
            path: [(name: String, value: JSON)] = [], body: JSON? = nil
        ) {
            self.headers = headers
            self.query = query
            self.path = path
            self.body = body
        }
    }

    /// The values of a workflow that others refer to.
    package struct Workflow: Sendable {
        /// The values that the workflow was started with.
        package var inputs: JSONObject
        /// The values that the workflow has given.
        package var outputs: JSONObject

        package init(inputs: JSONObject = JSONObject(), outputs: JSONObject = JSONObject()) {
            self.inputs = inputs
            self.outputs = outputs
        }
    }
}

extension RuntimeExpression {
    /// What the expression refers to; nil where that is not there.
    package func value(in context: RuntimeContext) -> JSON? {
        switch root {
        case .url: return context.url.map { .string($0) }
        case .method: return context.method.map { .string($0) }
        case .statusCode: return context.statusCode.map { .number(JSONNumber($0)) }
        case .message(let side, let part):
            guard let message = side == .request ? context.request : context.response else { return nil }
            switch part {
            case .header(let name):
                return message.headers.first { $0.name.lowercased() == name.lowercased() }.map { .string($0.value) }
            case .query(let name): return message.query.first { $0.name == name }?.value
            case .path(let name): return message.path.first { $0.name == name }?.value
            case .body: return message.body.flatMap { RuntimeExpression.follow(steps[...], from: $0) }
            }
        case .inputs: return RuntimeExpression.follow(steps[...], from: .object(context.inputs))
        case .outputs: return RuntimeExpression.follow(steps[...], from: .object(context.outputs))
        case .components: return RuntimeExpression.follow(steps[...], from: context.components)
        case .sourceDescriptions:
            return named(context.sourceDescriptions) { RuntimeExpression.follow($1, from: .object($0)) }
        case .steps:
            return named(context.steps) { outputs, rest in
                guard rest.first == .name("outputs") else { return nil }
                return RuntimeExpression.follow(rest.dropFirst(), from: .object(outputs))
            }
        case .workflows:
            return named(context.workflows) { workflow, rest in
                switch rest.first {
                case .name("inputs"): RuntimeExpression.follow(rest.dropFirst(), from: .object(workflow.inputs))
                case .name("outputs"): RuntimeExpression.follow(rest.dropFirst(), from: .object(workflow.outputs))
                default: nil
                }
            }
        }
    }

    /// What the longest run of names stands for: the names of steps, outputs and inputs may have dots in them.
    private func named<Value>(_ table: [String: Value], _ body: (Value, ArraySlice<Step>) -> JSON?) -> JSON? {
        for (name, rest) in RuntimeExpression.names(steps[...]) {
            if let value = table[name], let found = body(value, rest) { return found }
        }
        return nil
    }

    /// `a.b.c` as one name, then as `a.b` with `c` left, then as `a`.
    private static func names(_ steps: ArraySlice<Step>) -> [(String, ArraySlice<Step>)] {
        var all: [(String, ArraySlice<Step>)] = []
        var joined = ""
        for index in steps.indices {
            guard case .name(let name) = steps[index] else { break }
            joined += (joined.isEmpty ? "" : ".") + name
            all.append((joined, steps[(index + 1)...]))
        }
        return all.reversed()
    }

    private static func follow(_ steps: ArraySlice<Step>, from json: JSON) -> JSON? {
        switch (steps.first, json) {
        case (nil, _): return json
        case (.name?, .object(let object)):
            for (name, rest) in names(steps) {
                if let value = object[name], let found = follow(rest, from: value) { return found }
            }
            return nil
        case (.token(let token)?, .object(let object)):
            return object[token].flatMap { follow(steps.dropFirst(), from: $0) }
        case (.index(let index)?, .array): return json[index].flatMap { follow(steps.dropFirst(), from: $0) }
        case (.token(let token)?, .array), (.name(let token)?, .array):
            return JSONPointer.index(token).flatMap { json[$0] }.flatMap { follow(steps.dropFirst(), from: $0) }
        default: return nil
        }
    }
}
