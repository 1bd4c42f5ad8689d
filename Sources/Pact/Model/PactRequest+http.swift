// Messages of the wire as a pact's, and back.

package import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract

extension PactRequest {
    /// A request that came.
    package init(_ request: Request) {
        self.init(
            method: request.method.rawValue, path: Percent.decoded(request.path),
            query: request.query.map { PactReader.query($0) } ?? [],
            content: PactContent(request.headers, request.body))
    }

    /// The request as it is sent, or nil where its method is none.
    package var request: Request? {
        guard let method = HTTPRequest.Method(method) else { return nil }
        return Request(method: method, target: target, headers: content.fields, body: content.body.bytes)
    }

    /// Path and query, percent-encoded.
    package var target: String {
        let path = Percent.encoded(path, keepingReserved: true).replacing("?", with: "%3F").replacing("#", with: "%23")
        let pairs = query.flatMap { name, values in
            values.map { Percent.encoded(name) + ($0.map { "=" + Percent.encoded($0) } ?? "") }
        }
        return (path.hasPrefix("/") ? path : "/" + path) + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }
}

extension PactResponse {
    /// A response that came.
    package init(_ response: Response) {
        self.init(status: response.status, content: PactContent(response.headers, response.body))
    }

    /// The response as it is sent.
    package var response: Response { Response(status: status, headers: content.fields, body: content.body.bytes) }
}

extension PactContent {
    init(_ fields: HTTPFields, _ body: [UInt8]) {
        var headers: [(name: String, values: [String])] = []
        for field in fields {
            if let index = headers.firstIndex(where: { $0.name.lowercased() == field.name.canonicalName }) {
                headers[index].values.append(field.value)
            } else {
                headers.append((field.name.rawName, [field.value]))
            }
        }
        self.init(headers: headers, body: PactBody(actual: body, type: nil))
    }

    /// Names that no header can have are left out; the type of a body is told where the file tells it elsewhere.
    fileprivate var fields: HTTPFields {
        var fields = HTTPFields()
        for (name, values) in headers {
            guard let name = HTTPField.Name(name) else { continue }
            for value in values { fields.append(HTTPField(name: name, value: value)) }
        }
        if fields[.contentType] == nil, !body.bytes.isEmpty, let type { fields[.contentType] = type.essence }
        return fields
    }
}
