// Messages with the values that their generators make.

import HTTPExchange
import JSONValues
import OpenAPIContract

extension PactRequest {
    /// The request as it is to be sent.
    package func generated(_ values: inout GeneratedValues) -> PactRequest {
        var request = self
        if let generator = content.generators.path, let value = values.value(generator, for: .string(path)) {
            request.path = value.plainText
        }
        for (path, generator) in content.generators.query {
            guard case .name(let name)? = path.tokens.first,
                let index = request.query.firstIndex(where: { $0.name == name })
            else { continue }
            for at in request.query[index].values.indices where path.covers(at) {
                let example = JSON.string(request.query[index].values[at] ?? "")
                guard let value = values.value(generator, for: example) else { continue }
                request.query[index].values[at] = value.plainText
            }
        }
        request.content = content.generated(&values)
        return request
    }
}

extension PactResponse {
    /// The response as it is to be given.
    package func generated(_ values: inout GeneratedValues) -> PactResponse {
        var response = self
        if let generator = content.generators.status,
            let value = values.value(generator, for: .number(JSONNumber(status)))?.number?.int64,
            (200...599).contains(value)
        {
            response.status = Int(value)
        }
        response.content = content.generated(&values)
        return response
    }
}

extension RulePath {
    /// Whether a path to a name is for the value of that index.
    fileprivate func covers(_ index: Int) -> Bool {
        guard tokens.count > 1, case .index(let wanted) = tokens[1] else { return true }
        return wanted == index
    }
}

extension PactContent {
    func generated(_ values: inout GeneratedValues) -> PactContent {
        var content = self
        for (path, generator) in generators.header {
            guard case .name(let name)? = path.tokens.first,
                let index = headers.firstIndex(where: { $0.name.lowercased() == name })
            else { continue }
            for at in headers[index].values.indices where path.covers(at) {
                if let value = values.value(generator, for: .string(headers[index].values[at])) {
                    content.headers[index].values[at] = value.plainText
                }
            }
        }
        guard !generators.body.isEmpty, case .present(let bytes, let type) = body else { return content }
        if self.type?.kind == .json, var json = try? JSON(parsing: bytes) {
            for (path, generator) in generators.body { json = json.replacing(path.tokens[...], by: generator, &values) }
            content.body = .present(Array(json.serialized().utf8), type: type)
        } else if let whole = generators.body.first(where: { $0.path.tokens.isEmpty }),
            let value = values.value(whole.generator, for: .string(String(decoding: bytes, as: UTF8.self)))
        {
            content.body = .present(Array(value.plainText.utf8), type: type)
        }
        return content
    }
}

extension JSON {
    fileprivate func replacing(
        _ tokens: ArraySlice<RulePath.Token>, by generator: Generator, _ values: inout GeneratedValues
    ) -> JSON {
        guard let token = tokens.first else { return values.value(generator, for: self) ?? self }
        let rest = tokens.dropFirst()
        switch self {
        case .object(var object):
            for key in object.keys where token == .any || token == .name(key) {
                if let value = object[key] { object[key] = value.replacing(rest, by: generator, &values) }
            }
            return .object(object)
        case .array(var array):
            for index in array.indices where token == .any || token == .anyIndex || token == .index(index) {
                array[index] = array[index].replacing(rest, by: generator, &values)
            }
            return .array(array)
        case .null, .bool, .number, .string: return self
        }
    }
}
