// Behaviour by values of Swift: faults, latencies, bodies and states without JSON in a string.

import Foundation
import HTTPExchange
import HTTPTypes
import JSONValues
import Mocking

/// What goes wrong with an answer.
public struct Fault: Sendable {
    /// How much of the content goes out before.
    public enum Amount: Sendable {
        case bytes(Int)
        /// From 0 to 100.
        case percent(Double)

        var json: JSON {
            switch self {
            case .bytes(let count): .number(JSONNumber(count))
            case .percent(let share): .string("\(share)%")
            }
        }
    }

    let json: JSON
    let retryAfter: Duration?

    private init(_ json: JSON, retryAfter: Duration? = nil) { (self.json, self.retryAfter) = (json, retryAfter) }

    private static func broken(_ name: String, _ amount: Amount?) -> Fault {
        Fault(amount.map { .object(JSONObject([(name, $0.json)])) } ?? .string(name))
    }

    /// The connection is reset: in place of an answer, or after a part of it.
    public static func reset(after amount: Amount? = nil) -> Fault { broken("reset", amount) }
    /// Nothing more comes, and the connection stays.
    public static func stall(after amount: Amount? = nil) -> Fault { broken("stall", amount) }
    /// The answer breaks off.
    public static func truncate(after amount: Amount? = nil) -> Fault { broken("truncate", amount) }
    /// A chunk is malformed.
    public static func malformedChunk(after amount: Amount? = nil) -> Fault { broken("malformed-chunk", amount) }
    /// The connection is closed without an answer.
    public static var close: Fault { Fault("close") }
    /// Random bytes come in place of an answer.
    public static var garbage: Fault { Fault("garbage") }
    /// 401, as when a token has expired.
    public static var expiredToken: Fault { Fault("expired-token") }

    /// An error's status, with the time after which to come again.
    public static func status(_ status: Int, retryAfter: Duration? = nil) -> Fault {
        var members: [(String, JSON)] = [("status", .number(JSONNumber(status)))]
        if let retryAfter { members.append(("retryAfter", .string(retryAfter.text))) }
        return Fault(.object(JSONObject(members)), retryAfter: retryAfter)
    }
}

/// How long an answer takes.
public struct Latency: Sendable {
    let json: JSON

    /// Always the same time.
    public static func fixed(_ time: Duration) -> Latency { Latency(json: .string(time.text)) }
    /// Any time between two.
    public static func uniform(_ range: ClosedRange<Duration>) -> Latency {
        distribution("uniform", [("from", range.lowerBound), ("to", range.upperBound)])
    }
    /// As networks are: half of the answers take no longer than the median, 95 in 100 no longer than `p95`.
    public static func lognormal(median: Duration, p95: Duration) -> Latency {
        distribution("lognormal", [("median", median), ("p95", p95)])
    }

    private static func distribution(_ name: String, _ times: [(String, Duration)]) -> Latency {
        let members = JSONObject(times.map { ($0.0, .string($0.1.text)) })
        return Latency(json: .object(JSONObject([(name, .object(members))])))
    }
}

extension OneOffAnswer {
    /// A fault in place of the answer.
    public static func fault(_ fault: Fault) -> OneOffAnswer { OneOffAnswer(members: [("fault", fault.json)]) }

    /// A status with a body of a type. The mock refuses one that breaks the contract.
    public static func json(_ body: some Encodable, status: Int = 200) throws -> OneOffAnswer {
        do {
            return try .json(TestJSON.text(body), status: status)
        } catch let error as EncodingError {
            throw MockBackendError("The answer's body cannot be written as JSON: \(error)")
        }
    }
}

extension MockBackend {
    /// Lets calls of the operations fail, in place of the faults that there are.
    ///
    /// - Parameters:
    ///   - fault: how they fail.
    ///   - operations: `operationId`s; none for all operations.
    ///   - times: how often each of them fails; nil for always.
    ///   - file: where the test stands, for what an error says.
    ///   - path: the whole path of that file.
    ///   - line: the line there.
    public func setFault(
        _ fault: Fault, of operations: String..., times: Int? = nil,
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        try TestPlace(file, path, line).locating { try setFault(fault, of: operations, times) }
    }

    func setFault(_ fault: Fault, of operations: [String], _ times: Int?) throws {
        var members: [(String, JSON)] = [("fault", fault.json)]
        if !operations.isEmpty { members.append(("operations", .array(operations.map { .string($0) }))) }
        if let times { members.append(("times", .number(JSONNumber(times)))) }
        try put("/faults", JSON.array([.object(JSONObject(members))]).serialized())
    }

    /// How long answers take, in place of the latency that there is.
    ///
    /// - Parameters:
    ///   - latency: of all operations that are not named.
    ///   - operations: latencies by `operationId`.
    ///   - file: where the test stands, for what an error says.
    ///   - path: the whole path of that file.
    ///   - line: the line there.
    public func setLatency(
        _ latency: Latency, operations: [String: Latency] = [:],
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        try TestPlace(file, path, line).locating { try setLatency(default: latency, operations) }
    }

    func setLatency(default latency: Latency?, _ operations: [String: Latency]) throws {
        var members: [(String, JSON)] = latency.map { [("default", $0.json)] } ?? []
        if !operations.isEmpty {
            let named = operations.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
            members.append(("operations", .object(JSONObject(named))))
        }
        try put("/latency", JSON.object(JSONObject(members)).serialized())
    }

    /// Replaces the value at a JSON Pointer in the state of the rules by that of a type.
    public func setState(
        _ pointer: String, to value: some Encodable,
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        let json: String = try TestPlace(file, path, line).locating { try TestJSON.text(value) }
        try setState(pointer, to: json, file: file, path: path, line: line)
    }

    /// The value at a JSON Pointer in the state of the rules, as a type.
    public func state<Value: Decodable>(
        _ pointer: String = "", as type: Value.Type,
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws -> Value {
        let place = TestPlace(file, path, line)
        let data = try place.locating { try stateJSON(pointer) }
        do {
            return try TestJSON.decoder.decode(type, from: data)
        } catch let error as DecodingError {
            throw MockBackendError("What is at \(pointer) is no \(type): \(error.told)", at: place)
        }
    }
}

extension Duration {
    /// As the mock file writes it.
    fileprivate var text: String {
        let nanoseconds = components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
        return nanoseconds % 1_000_000 == 0 ? "\(nanoseconds / 1_000_000)ms" : "\(nanoseconds)ns"
    }
}
