// Examples of the contract as values.
import Foundation

nonisolated enum Example {
    /// Reads an example that was checked against its schema when this code was generated.
    static func value<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) -> Value {
        let data = Data(json.utf8)
        do {
            return try Wire.decoder(for: data).decode(type, from: data)
        } catch {
            let failure = WireFailure(error)
            preconditionFailure("the example of \(type) is none, \(failure.path): \(failure.reason)")
        }
    }

    static func response<Operation: Endpoint>(
        of endpoint: Operation.Type, status: Int, headers: HTTPHeaders = [:], body: String = ""
    ) -> Operation.Response {
        let reply = HTTPReply(status: status, headers: headers, body: Data(body.utf8))
        do {
            return try endpoint.streamed(HTTPStream(reply)) ?? endpoint.response(reply)
        } catch {
            let failure = WireFailure(error)
            preconditionFailure("the example of \(endpoint) is none, \(failure.path): \(failure.reason)")
        }
    }

    static func bytes(_ text: String) -> Data { Data(text.utf8) }

    /// The URL of a server. One that is none is no place to send to either: the call says so.
    static func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: text) }

    static func value<Value: WireCoded>(_ json: String, as type: Value.Type = Value.self) -> Value {
        value(json, as: Wired<Value>.self).value
    }
}
