// What the links of an answer say can be asked next: OpenAPI 3.1, section 4.8.20.

import Expressions
package import JSONValues
package import HTTPExchange
package import OpenAPIContract
import HTTPTypes

/// Where a link of an answer leads, with the values that it gives to parameters.
package struct ResolvedLink {
    /// The operation that can be asked next.
    package let target: Operation
    /// Of its parameters, by their names.
    package let values: [String: JSON]

    /// Where all links that are declared for an answer lead.
    package static func all(
        of request: JudgedRequest, answered response: Response, _ answer: JSON?, in contract: Contract
    ) -> [ResolvedLink] {
        guard let declared = request.operation.response(for: response.status), !declared.links.isEmpty else {
            return []
        }
        let context = RuntimeContext(request, response, answer)
        return declared.links.compactMap { link in
            guard let target = link.operationID.flatMap({ contract.operation(id: $0) }) else { return nil }
            var values: [String: JSON] = [:]
            for (name, value) in link.parameters {
                guard let value = ResolvedLink.value(of: value, in: context) else { continue }
                // `path.userId` names the parameter with its location.
                let parts = name.split(separator: ".", maxSplits: 1)
                let isQualified = parts.count == 2 && Parameter.Location(rawValue: String(parts[0])) != nil
                values[isQualified ? String(parts[1]) : name] = value
            }
            return ResolvedLink(target: target, values: values)
        }
    }

    private static func value(of written: JSON, in context: RuntimeContext) -> JSON? {
        guard let text = written.string, text.hasPrefix("$") else { return written }
        do {
            return try RuntimeExpression(parsing: text).value(in: context)
        } catch {
            // `check` tells of an expression that cannot be read.
            return nil
        }
    }

    /// The resource that it leads to, if that is in its path.
    package var resource: [JSON]? {
        let names = target.path.parameterNames
        let resource = names.compactMap { values[$0] }
        return !names.isEmpty && resource.count == names.count ? resource : nil
    }
}

extension RuntimeContext {
    fileprivate init(_ request: JudgedRequest, _ response: Response, _ answer: JSON?) {
        func fields(_ headers: HTTPFields) -> [(name: String, value: String)] {
            headers.map { ($0.name.rawName, $0.value) }
        }
        func values(_ location: Parameter.Location) -> [(name: String, value: JSON)] {
            request.parameters.filter { $0.parameter.location == location }.map { ($0.parameter.name, $0.value) }
        }
        self.init()
        method = request.operation.method.rawValue
        statusCode = response.status
        self.request = Message(
            headers: fields(request.request.headers), query: values(.query), path: values(.path), body: request.body)
        self.response = Message(headers: fields(response.headers), body: answer)
    }
}
