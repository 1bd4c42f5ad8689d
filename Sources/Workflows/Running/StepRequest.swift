// The request of a step, out of its parameters and payload.

import Expressions
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

struct StepRequest {
    let request: Request
    /// The request as expressions refer to it.
    let message: RuntimeContext.Message

    init(
        _ step: Step, _ operation: Operation, in context: RuntimeContext, basePath: String?
    ) throws(WorkflowFailure) {
        var message = RuntimeContext.Message()
        var declared: [(parameter: Parameter, value: JSON)] = []
        var others: [(name: String, location: Parameter.Location, value: String)] = []
        for parameter in step.parameters {
            guard let location = parameter.location else { continue }
            let value = try parameter.value.filled(in: context)
            switch location {
            case .path: message.path.append((parameter.name, value))
            case .query, .querystring: message.query.append((parameter.name, value))
            case .header, .cookie: break
            }
            if let known = operation.parameter(parameter.name, in: location) {
                declared.append((known, value))
            } else {
                others.append((parameter.name, location, value.plainText))
            }
        }
        if let name = operation.path.parameterNames.first(where: { name in
            !declared.contains { $0.parameter.location == .path && $0.parameter.name == name }
        }) {
            throw WorkflowFailure(
                .document, "the path parameter '\(name)' of '\(operation.id)' has no value", found: "none",
                expected: "a parameter '\(name)' in: path", at: step.place)
        }
        let body = try step.body.map { body throws(WorkflowFailure) in
            try FilledBody(body, of: operation, in: context)
        }
        var request = operation.encode(values: declared, basePath: basePath)
        for other in others { request.add(other.name, other.value, in: other.location) }
        if let body, let encoded = body.encoded {
            request.headers[.contentType] = encoded.contentType
            request.body = encoded.bytes
            message.body = body.value
        }
        message.headers = request.headers.map { ($0.name.rawName, $0.value) }
        self.request = request
        self.message = message
    }
}

/// A request body with its expressions worked out.
private struct FilledBody {
    /// As expressions see it.
    let value: JSON
    /// Nil where there is no payload.
    let encoded: (contentType: String, bytes: [UInt8])?

    init(_ body: BodyTemplate, of operation: Operation, in context: RuntimeContext) throws(WorkflowFailure) {
        let declared = operation.body?.content ?? []
        let type = body.contentType.flatMap { MediaRange($0) }
        let media =
            type.map { declared.match($0) } ?? declared.first { $0.media?.kind == .json } ?? declared.first
        let kind = type?.kind ?? media?.media?.kind ?? .json
        guard let payload = body.payload else {
            (value, encoded) = (.null, nil)
            return
        }
        var value = try FilledBody.value(payload, kind, in: context)
        for replacement in body.replacements {
            let part = try replacement.value.filled(in: context)
            guard let replaced = value.replacing(replacement.target.tokens[...], by: part) else {
                throw WorkflowFailure(
                    .expression, "the payload has no place '\(replacement.target)'", found: value.excerpt,
                    expected: "something at '\(replacement.target)'", at: replacement.place)
            }
            value = replaced
        }
        self.value = value
        if let media, case .string = value, kind == .form {
            encoded = (body.contentType ?? media.range, Array(value.plainText.utf8))
        } else if let media {
            let known = media.encode(value)
            encoded = (kind == .multipart ? known.contentType : body.contentType ?? known.contentType, known.bytes)
        } else {
            encoded = (body.contentType ?? "application/json", FilledBody.bytes(value, kind))
        }
    }

    /// A text that is meant as JSON is filled in part by part, so that an expression that stands alone between quotes keeps its type.
    private static func value(
        _ payload: Located, _ kind: MediaRange.Kind, in context: RuntimeContext
    ) throws(WorkflowFailure) -> JSON {
        guard kind == .json, case .string(let text) = payload.json else { return try payload.filled(in: context) }
        if let json = try? JSON(parsing: text) {
            return try Located(json: json, source: payload.source, pointer: payload.pointer).filled(in: context)
        }
        let filled = try payload.filled(in: context)
        guard case .string(let text) = filled, text.contains(where: { "{[".contains($0) }) else { return filled }
        return (try? JSON(parsing: text)) ?? filled
    }

    /// By a content type that the contract does not know.
    private static func bytes(_ value: JSON, _ kind: MediaRange.Kind) -> [UInt8] {
        if kind == .form, case .object(let members) = value {
            let pairs = members.map { Percent.encoded($0.key) + "=" + Percent.encoded($0.value.plainText) }
            return Array(pairs.joined(separator: "&").utf8)
        }
        return Array((kind == .json ? value.serialized() : value.plainText).utf8)
    }
}

extension JSON {
    /// The value with another at a place. A member that is not there is added, and so is an element after the last one; nil where
    /// there is no such place.
    func replacing(_ tokens: ArraySlice<String>, by value: JSON) -> JSON? {
        guard let token = tokens.first else { return value }
        let rest = tokens.dropFirst()
        switch self {
        case .object(var object):
            guard let replaced = rest.isEmpty ? value : object[token]?.replacing(rest, by: value) else { return nil }
            object[token] = replaced
            return .object(object)
        case .array(var array):
            if rest.isEmpty, token == "-" || token == String(array.count) { return .array(array + [value]) }
            guard let index = JSONPointer.index(token), array.indices.contains(index),
                let replaced = array[index].replacing(rest, by: value)
            else { return nil }
            array[index] = replaced
            return .array(array)
        case .null, .bool, .number, .string: return nil
        }
    }
}
