// What of a contract a test names in Swift: operations with the types of their bodies, and places of the state.

public import Foundation
import JSONValues

/// An operation of a contract, with the type of its request's body. `counterpart generate --testing` writes one for each operation of a
/// generated client, so that a test says `.addToCart`, and a name that the contract does not have is an error of the compiler.
public struct MockOperation<Body: Sendable>: Sendable {
    /// Its `operationId`.
    public let id: String
    let read: @Sendable (Data) throws -> Body
}

extension MockOperation where Body: Decodable {
    /// An operation whose requests are JSON of this type.
    public init(_ id: String, json body: Body.Type = Body.self) {
        self.init(id: id) { try TestJSON.decoder.decode(body, from: $0) }
    }
}

extension MockOperation where Body == Data {
    /// An operation whose requests are read as the bytes that they are: a form, a file.
    public init(_ id: String) { self.init(id: id) { $0 } }
}

extension MockOperation where Body == NoBody {
    /// An operation without a body.
    public init(_ id: String) { self.init(id: id) { _ in NoBody() } }
}

/// The body of requests that have none.
public struct NoBody: Hashable, Sendable {}

/// The state that the rules of `mock.yaml` remember: its members are properties, which `counterpart generate --testing` writes.
///
///     try backend.setState(\.cart, to: [line])
///     let number = try backend.state(\.cart[0]["number"], as: Int.self)
public struct MockState: Sendable {
    static let root = MockState()
}

/// A place in the state.
public struct MockPlace: Sendable {
    let pointer: JSONPointer

    /// The member of that name.
    public init(_ name: String) { pointer = JSONPointer([name]) }
    private init(_ pointer: JSONPointer) { self.pointer = pointer }

    /// An element of the list that is here.
    public subscript(index: Int) -> MockPlace { MockPlace(pointer.appending("\(index)")) }
    /// A member of the object that is here.
    public subscript(name: String) -> MockPlace { MockPlace(pointer.appending(name)) }
}

/// JSON as contracts have it: dates are those of RFC 3339, to the microsecond.
enum TestJSON {
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            let interval = date.timeIntervalSince1970
            guard abs(interval) < 300_000_000_000 else {
                throw EncodingError.invalidValue(
                    date, .init(codingPath: encoder.codingPath, debugDescription: "a date outside the years 0 to 9999"))
            }
            let whole = interval.rounded(.down)
            let micros = Int(((interval - whole) * 1_000_000).rounded())
            let time = DateTime(
                secondsSinceEpoch: Int(whole) + micros / 1_000_000, nanosecond: micros % 1_000_000 * 1_000)
            try time.description.encode(to: encoder)
        }
        return encoder
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try String(from: decoder)
            guard let time = DateTime(text) else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: decoder.codingPath, debugDescription: "not a date and time of RFC 3339: \(text)"))
            }
            return Date(
                timeIntervalSince1970: Double(time.secondsSinceEpoch) + Double(time.time.nanosecond) / 1_000_000_000)
        }
        return decoder
    }

    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension DecodingError {
    /// Where in the body it is, and what is wrong there: `$.lines[0].amount: …`.
    var told: String {
        let context =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: Context(codingPath: [], debugDescription: "\(self)")
            }
        let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
        return "$\(path.joined()): \(context.debugDescription)"
    }
}
