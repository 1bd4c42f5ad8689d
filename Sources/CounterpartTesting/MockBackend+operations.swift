// The same by operations that have names and types in Swift, in place of texts.

import Foundation
import JSONValues
import Journals

/// A request of an operation, with its body as a value. What ``ReceivedRequest`` has is there too.
@dynamicMemberLookup
public struct ReceivedCall<Body: Sendable>: Sendable {
    /// The request, with its body as bytes.
    public let request: ReceivedRequest
    /// What was sent.
    public let body: Body

    /// A property of the request: its status, its query.
    public subscript<Value>(dynamicMember property: KeyPath<ReceivedRequest, Value>) -> Value {
        request[keyPath: property]
    }
}

extension MockBackend {
    /// Waits for a request of an operation, and reads its body.
    ///
    ///     let change = try await backend.received(.addToCart).body
    ///     #expect(change.amount == 2)
    ///
    /// - Parameters:
    ///   - operation: one of those that `counterpart generate --testing` has written.
    ///   - query: decoded values that its query must contain.
    ///   - count: the number of requests to wait for, including those received before the call.
    ///   - time: how long to wait at most.
    ///   - file: where the test stands, for what an error says.
    ///   - path: the whole path of that file.
    ///   - line: the line there.
    /// - Returns: the last matching request.
    /// - Throws: ``MockBackendError`` when the time is up, with the request that came closest and in what it differs; or where the body is
    ///   none of the type.
    @discardableResult
    public func received<Body>(
        _ operation: MockOperation<Body>, query: [String: String] = [:], count: Int = 1,
        within time: Duration = .seconds(5), file: StaticString = #fileID, path: StaticString = #filePath,
        line: UInt = #line
    ) async throws -> ReceivedCall<Body> {
        try await call(operation, query, nil, count, time, TestPlace(file, path, line))
    }

    /// Waits for a request of an operation that has this body. What the value leaves out, a member that is nil say, may be anything.
    @discardableResult
    public func received<Body: Encodable>(
        _ operation: MockOperation<Body>, query: [String: String] = [:], body: Body, count: Int = 1,
        within time: Duration = .seconds(5), file: StaticString = #fileID, path: StaticString = #filePath,
        line: UInt = #line
    ) async throws -> ReceivedCall<Body> {
        let place = TestPlace(file, path, line)
        let json: String = try place.locating { try TestJSON.text(body) }
        return try await call(operation, query, json, count, time, place)
    }

    private func call<Body>(
        _ operation: MockOperation<Body>, _ query: [String: String], _ json: String?, _ count: Int, _ time: Duration,
        _ place: TestPlace
    ) async throws -> ReceivedCall<Body> {
        let filter = try place.locating { try self.filter(operation.id) }
        let entry = try await received(filter, operation.id, query, json, count, time, place)
        let request = ReceivedRequest(entry)
        guard entry.requestBytes == request.body.count else {
            throw MockBackendError(
                "Of the \(entry.requestBytes) bytes that \(operation.id) was sent only the first \(request.body.count) are kept: look at request.body.",
                at: place)
        }
        do {
            return ReceivedCall(request: request, body: try operation.read(request.body))
        } catch let error as DecodingError {
            throw MockBackendError("The body of request \(entry.number) is no \(Body.self): \(error.told)", at: place)
        }
    }

    /// Throws if a request of the operation has been received.
    public func receivedNone<Body>(
        of operation: MockOperation<Body>, file: StaticString = #fileID, path: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        try receivedNone(of: operation.id, file: file, path: path, line: line)
    }

    /// Answers the next calls of an operation with this answer; `force` also where it breaks the contract.
    ///
    ///     try backend.answer(.addToCart, .status(503))
    public func answer<Body>(
        _ operation: MockOperation<Body>, _ answer: OneOffAnswer, times: Int = 1, force: Bool = false,
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        try self.answer(operation.id, answer, times: times, force: force, file: file, path: path, line: line)
    }

    /// Lets calls of these operations fail, in place of the faults that there are; nil times are all calls.
    ///
    ///     try backend.setFault(.reset(after: .bytes(100)), of: .getProductsInCart, times: 1)
    public func setFault<First, each Rest>(
        _ fault: Fault, of first: MockOperation<First>, _ rest: repeat MockOperation<each Rest>, times: Int? = nil,
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        var names = [first.id]
        repeat names.append((each rest).id)
        try TestPlace(file, path, line).locating { try setFault(fault, of: names, times) }
    }

    /// How long answers of these operations take, in place of the latency that there is. Others then take none.
    ///
    ///     try backend.setLatency(.lognormal(median: .milliseconds(80), p95: .milliseconds(240)), of: .login)
    public func setLatency<First, each Rest>(
        _ latency: Latency, of first: MockOperation<First>, _ rest: repeat MockOperation<each Rest>,
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        var latencies = [first.id: latency]
        repeat latencies[(each rest).id] = latency
        try TestPlace(file, path, line).locating { try setLatency(default: nil, latencies) }
    }

    /// Replaces a value in the state of the rules.
    ///
    ///     try backend.setState(\.cart, to: [line])
    public func setState(
        _ place: KeyPath<MockState, MockPlace>, to value: some Encodable, file: StaticString = #fileID,
        path: StaticString = #filePath, line: UInt = #line
    ) throws {
        let pointer = MockState.root[keyPath: place].pointer.description
        try setState(pointer, to: value, file: file, path: path, line: line)
    }

    /// A value in the state of the rules.
    public func state<Value: Decodable>(
        _ place: KeyPath<MockState, MockPlace>, as type: Value.Type = Value.self, file: StaticString = #fileID,
        path: StaticString = #filePath, line: UInt = #line
    ) throws -> Value {
        let pointer = MockState.root[keyPath: place].pointer.description
        return try state(pointer, as: type, file: file, path: path, line: line)
    }
}
