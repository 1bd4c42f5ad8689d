// A request put together from values: what verifiers send, and what documentation shows.

package import JSONValues
package import HTTPExchange
import HTTPTypes

extension Operation {
    /// The request that carries these values by the styles of their parameters. Values of parameters that are not given are
    /// absent; a path parameter without one is left as it stands in the template.
    /// - Parameter basePath: what goes before the path, without a slash at its end; by default that of the first server.
    package func encode(
        values: [(parameter: Parameter, value: JSON)], body: (media: MediaType, value: JSON)? = nil,
        basePath: String? = nil
    ) -> Request {
        var query: [String] = path.query.map { pair in
            Percent.encoded(pair.name) + (pair.value.map { "=" + Percent.encoded($0) } ?? "")
        }
        var cookies: [String] = []
        var headers = HTTPFields()
        for (parameter, value) in values {
            switch parameter.location {
            case .path: break
            case .query: query += parameter.pairs(value).map(\.text)
            case .querystring: query.append(parameter.wholeQuery(value))
            case .cookie: cookies += parameter.pairs(value).map(\.text)
            case .header:
                let text = parameter.content == nil ? ParameterEncoder(parameter).text(value) : value.serialized()
                if let name = HTTPField.Name(parameter.name) { headers[name] = text }
            }
        }
        if !cookies.isEmpty { headers[.cookie] = cookies.joined(separator: "; ") }
        var bytes: [UInt8] = []
        if let body {
            let encoded = body.media.encode(body.value)
            headers[.contentType] = encoded.contentType
            bytes = encoded.bytes
        }
        if let accept { headers[.accept] = accept }
        let base = basePath ?? servers.first?.basePath ?? ""
        let target = base + expandedPath(values) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        return Request(method: method, target: target, headers: headers, body: bytes)
    }

    /// The request of a pair of examples.
    package func request(for pair: ExamplePair, basePath: String? = nil) -> Request {
        encode(values: pair.parameters, body: pair.body, basePath: basePath)
    }

    /// The types that any response declares, in order.
    private var accept: String? {
        var ranges: [String] = []
        for range in responses.flatMap({ $0.content.map(\.range) }) where !ranges.contains(range) {
            ranges.append(range)
        }
        return ranges.isEmpty ? nil : ranges.joined(separator: ", ")
    }

    private func expandedPath(_ values: [(parameter: Parameter, value: JSON)]) -> String {
        var text = ""
        for segment in path.segments {
            text += "/"
            for part in segment {
                switch part {
                case .literal(let literal): text += literal
                case .parameter(let name, let spans):
                    guard
                        let (parameter, value) = values.first(where: {
                            $0.parameter.location == .path && $0.parameter.name == name
                        })
                    else {
                        text += Percent.encoded("{\(name)}")
                        continue
                    }
                    text += parameter.pathText(value, spans: spans)
                }
            }
        }
        return text
    }
}

extension Parameter {
    fileprivate func pathText(_ value: JSON, spans: Bool) -> String {
        if content != nil { return Percent.encoded(value.serialized()) }
        guard spans, let text = value.string else { return ParameterEncoder(self).text(value) }
        return text.split(separator: "/", omittingEmptySubsequences: false).map { Percent.encoded(String($0)) }
            .joined(separator: "/")
    }

    fileprivate func pairs(_ value: JSON) -> [EncodedPair] {
        guard let content else { return ParameterEncoder(self).pairs(value) }
        let text = content.media?.kind == .json ? value.serialized() : value.wireText
        return [EncodedPair(name: Percent.encoded(name), value: Percent.encoded(text))]
    }

    fileprivate func wholeQuery(_ value: JSON) -> String {
        guard let content, content.media?.kind == .form else { return Percent.encoded(value.wireText) }
        return FormEncoder(content).text(value)
    }
}
