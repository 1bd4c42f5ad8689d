// Examples of the contract as values.
import Foundation

nonisolated enum Example {
    /// Reads an example, which was checked against its schema when this code was generated. What the schema says and the type does not may
    /// still be an error.
    @_semantics("optimize.sil.specialize.generic.never")
    static func value<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws(CallError) -> Value {
        let data = Data(json.utf8)
        do {
            return try Wire.decoder(for: data).decode(type, from: data)
        } catch {
            throw failure("\(type).example", error, HTTPReply(status: 200, body: data))
        }
    }

    static func value<Value: WireCoded>(_ json: String, as type: Value.Type = Value.self) throws(CallError) -> Value {
        try value(json, as: Wired<Value>.self).value
    }

    /// One of several by its name in the contract.
    @_semantics("optimize.sil.specialize.generic.never")
    static func named<Value: Decodable>(
        _ name: String, _ examples: KeyValuePairs<String, String>, as type: Value.Type = Value.self
    ) throws(CallError) -> Value {
        guard let json = examples.first(where: { $0.key == name })?.value else {
            let known = examples.map(\.key).joined(separator: ", ")
            throw failure(
                "\(type).example", WireFailure("$", "none is called \(name), there are: \(known)"),
                HTTPReply(status: 200))
        }
        return try value(json, as: type)
    }

    @_semantics("optimize.sil.specialize.generic.never")
    static func response<Operation: Endpoint>(
        of endpoint: Operation.Type, status: Int, headers: HTTPHeaders = [:], body: String = ""
    ) throws(CallError) -> Operation.Response {
        let reply = HTTPReply(status: status, headers: headers, body: Data(body.utf8))
        do {
            return try endpoint.streamed(HTTPStream(reply)) ?? endpoint.response(reply)
        } catch {
            throw failure("\(endpoint.operation).example", error, reply)
        }
    }

    private static func failure(_ name: String, _ error: any Error, _ reply: HTTPReply) -> CallError {
        let failure = WireFailure(error)
        return .undecodable(operation: name, path: failure.path, reason: failure.reason, reply: reply)
    }

    static func bytes(_ text: String) -> Data { Data(text.utf8) }

    /// The URL of a server. One that is none is no place to send to either: the call says so.
    static func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: text) }
}
