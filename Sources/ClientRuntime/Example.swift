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

    static func value<Value: WireCoded>(_ json: String, as type: Value.Type = Value.self) -> Value {
        value(json, as: Wired<Value>.self).value
    }
}
