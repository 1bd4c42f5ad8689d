// How a backend behaves for one test: once otherwise, slower, broken, in another state.

import HTTPExchange
public import Foundation
import JSONValues
import HTTPTypes
import Mocking

/// An answer for the next call of an operation, which takes precedence over everything else.
public struct OneOffAnswer: Sendable {
    let members: [(String, JSON)]

    /// A status, with the body that the contract gives it.
    public static func status(_ status: Int, headers: [String: String] = [:]) -> OneOffAnswer {
        OneOffAnswer(
            members: [("status", .number(JSONNumber(status)))]
                + (headers.isEmpty
                    ? []
                    : [
                        (
                            "headers",
                            .object(JSONObject(headers.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
                        )
                    ]))
    }

    /// A status with a JSON body. The mock refuses one that breaks the contract.
    public static func json(_ body: String, status: Int = 200) throws -> OneOffAnswer {
        do {
            return OneOffAnswer(
                members: [("status", .number(JSONNumber(status))), ("body", try JSON(parsing: body))])
        } catch {
            throw MockBackendError("The answer's body is no JSON: \(error).")
        }
    }

    /// An example of the contract, by its name.
    public static func example(_ name: String) -> OneOffAnswer { OneOffAnswer(members: [("example", .string(name))]) }

    /// `reset`, `close`, `stall`, `truncate`, `malformed-chunk`, `garbage` or `expired-token`.
    ///
    /// `URLSession` sends a GET by itself once more where a connection that it kept open ends without an answer. A test in which every attempt is
    /// to fail by `reset` or `close` takes ``MockBackend/setFaults(_:file:path:line:)``.
    public static func fault(_ name: String) -> OneOffAnswer { OneOffAnswer(members: [("fault", .string(name))]) }
}

extension MockBackend {
    /// Answers the next calls of an operation with this answer.
    ///
    /// - Parameters:
    ///   - operation: its `operationId`.
    ///   - answer: what they are answered.
    ///   - times: how many calls.
    ///   - force: whether to give the answer even if it breaks the contract.
    ///   - file: where the test stands, for what an error says.
    ///   - path: the whole path of that file.
    ///   - line: the line there.
    public func answer(
        _ operation: String, _ answer: OneOffAnswer, times: Int = 1, force: Bool = false,
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        var members = JSONObject([("operation", .string(operation)), ("times", .number(JSONNumber(times)))])
        if force { members["force"] = .bool(true) }
        for (name, value) in answer.members { members[name] = value }
        try TestPlace(file, path, line).locating { try control(.post, "/answers", .object(members)) }
    }

    /// The state of the mock file's rules as JSON: all of it, or the value at a JSON Pointer.
    public func state(
        _ pointer: String = "", file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws -> Data {
        try TestPlace(file, path, line).locating { try stateJSON(pointer) }
    }

    func stateJSON(_ pointer: String) throws -> Data {
        let query = pointer.isEmpty ? "" : "?pointer=\(Percent.encoded(pointer))"
        return Data(try server.control(.get, "/state\(query)", session: session).body)
    }

    /// Replaces the value at a JSON Pointer in the state of the rules.
    public func setState(
        _ pointer: String, to json: String,
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        try TestPlace(file, path, line).locating { try put("/state?pointer=\(Percent.encoded(pointer))", json) }
    }

    /// Replaces the faults of this session, in the form of the mock file's section `faults`, as JSON; nil restores the file's.
    public func setFaults(
        _ json: String?, file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        try TestPlace(file, path, line).locating { try put("/faults", json) }
    }

    /// Replaces the latency of this session, in the form of the mock file's section `latency`, as JSON; nil restores the file's.
    public func setLatency(
        _ json: String?, file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        try TestPlace(file, path, line).locating { try put("/latency", json) }
    }

    func put(_ path: String, _ json: String?) throws {
        guard let json else {
            _ = try server.control(.delete, path, session: session)
            return
        }
        try control(.put, path, try parsed(json))
    }

    private func control(_ method: HTTPRequest.Method, _ path: String, _ body: JSON) throws {
        _ = try server.control(method, path, session: session, body: Array(body.serialized().utf8))
    }

    private func parsed(_ json: String) throws -> JSON {
        do {
            return try JSON(parsing: json)
        } catch {
            throw MockBackendError("This is no JSON: \(error).")
        }
    }
}
