// Content of `text/event-stream` as JSON, and back.

import JSONValues
package import JSONSchema
import HTTPExchange

/// `itemSchema` describes an event with its fields as members, `data` a text or, where the schema wants that, the JSON in it
/// (OpenAPI 3.2, section 4.14.4). Documents before 3.2 have a `schema`: of the whole text, of an array of events, or, mostly, of the
/// JSON that each event has as its data.
extension BodyDecoder {
    /// What ends a stream of JSON by custom, and is none.
    private static let endMark = "[DONE]"

    static func decodeEvents(_ bytes: [UInt8], _ media: MediaType) -> DecodedBody {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .malformed(found: "bytes that are not UTF-8", expected: "events, as text")
        }
        let events = ServerSentEvent.all(in: bytes).map(\.event).filter { $0.data != nil }
        if let schema = media.itemSchema { return .sequence(events.map { $0.json(fitting: schema) }, item: schema) }
        guard let schema = media.schema else { return .opaque }
        switch media.eventShape {
        case .text: return .value(.string(text))
        case .list: return .value(.array(events.map { $0.json(fitting: schema.items) }))
        case .event, .data:
            let data = events.compactMap { $0.data == endMark ? nil : $0.data }
            return .sequence(data.map { ServerSentEvent.parsed($0) ?? .string($0) }, item: schema)
        }
    }
}

extension ServerSentEvent {
    fileprivate static func parsed(_ data: String) -> JSON? { try? JSON(parsing: data) }

    fileprivate func json(fitting schema: Schema?) -> JSON {
        var members = JSONObject()
        if let event { members["event"] = .string(event) }
        if let id { members["id"] = .string(id) }
        if let retry { members["retry"] = .number(JSONNumber(retry)) }
        guard let data else { return .object(members) }
        members["data"] = .string(data)
        let plain = JSON.object(members)
        guard let schema, !schema.accepts(plain), let parsed = Self.parsed(data) else { return plain }
        members["data"] = parsed
        let structured = JSON.object(members)
        let wantsText = schema.property("data")?.types.contains(.string) ?? true
        return schema.accepts(structured) || !wantsText ? structured : plain
    }
}

extension MediaType {
    fileprivate enum EventShape {
        case text, list, event, data
    }

    /// What the schema describes.
    fileprivate var eventShape: EventShape {
        guard itemSchema == nil else { return .event }
        guard let schema else { return .text }
        // `oneOf` does not say by itself that no text fits.
        if schema.types.contains(.string), schema.types == .string || schema.accepts(.string("data: 1\n\n")) {
            return .text
        }
        return schema.types.contains(.array) && !schema.types.contains(.object) ? .list : .data
    }

    /// A text that is a stream as it stands, or events, or the data of events.
    func events(_ value: JSON) -> String {
        if case .string(let text) = value, ServerSentEvent.isStream(text) {
            return text.hasSuffix("\n\n") ? text : text + (text.hasSuffix("\n") ? "\n" : "\n\n")
        }
        return (value.array ?? [value]).map { event($0).text }.joined()
    }

    private func event(_ value: JSON) -> ServerSentEvent {
        let fields: Set<String> = ["event", "data", "id", "retry"]
        if let members = value.object, members["data"] != nil, members.allSatisfy({ fields.contains($0.key) }),
            eventShape != .data || schema?.accepts(value) != true
        {
            return ServerSentEvent(
                event: members["event"]?.wireText, data: members["data"]?.wireText, id: members["id"]?.wireText,
                retry: members["retry"]?.number?.int64.map { Int($0) })
        }
        return ServerSentEvent(data: value.wireText)
    }

    /// The schema of what `events` writes one after another; nil where any text will do, and where one value has them all.
    package var eventSchema: Schema? { itemSchema ?? (eventShape == .data ? schema : nil) }
}

extension ServerSentEvent {
    fileprivate static func isStream(_ text: String) -> Bool {
        let first = text.split(separator: "\n").first ?? ""
        return ["data", "event", "id", "retry", ""].contains { first.hasPrefix("\($0):") }
    }
}
