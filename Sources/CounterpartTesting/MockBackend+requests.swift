// The requests that a backend received: listing them, waiting for them, checking them.

import Journals
import HTTPExchange
import Foundation
import JSONValues
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Mocking

extension MockBackend {
    /// All requests received so far, the oldest first.
    public var requests: [ReceivedRequest] { session.journal.entries().map { ReceivedRequest($0) } }

    /// Waits for a request of an operation.
    ///
    /// - Parameters:
    ///   - operation: its `operationId`.
    ///   - query: decoded values that its query must contain.
    ///   - json: a JSON value that its body must contain: objects may have further members, other values must be equal.
    ///   - count: the number of requests to wait for, including those received before the call.
    ///   - time: how long to wait at most.
    ///   - file: where the test stands, for what an error says.
    ///   - line: the line there.
    /// - Returns: the last matching request.
    /// - Throws: ``MockBackendError`` when the time is up, with the request that came closest and in what it differs.
    @discardableResult
    public func received(
        _ operation: String, query: [String: String] = [:], json: String? = nil, count: Int = 1,
        within time: Duration = .seconds(5), file: StaticString = #fileID, line: UInt = #line
    ) async throws -> ReceivedRequest {
        var filter = JournalFilter.all
        filter.operation = try self.operation(operation).id
        return try await received(filter, operation, query, json, count, time, TestPlace(file, line))
    }

    /// Waits for a request with a method and a path: as the contract has it (`/carts/{id}`), as it is sent (`/carts/7`), or the
    /// beginning of it with a `*`.
    @discardableResult
    public func received(
        _ method: HTTPMethod, _ path: String, query: [String: String] = [:], json: String? = nil, count: Int = 1,
        within time: Duration = .seconds(5), file: StaticString = #fileID, line: UInt = #line
    ) async throws -> ReceivedRequest {
        var filter = JournalFilter.all
        if let operation = server.mock.contract.operations.first(where: {
            $0.method.rawValue == method.description && $0.path.text == path
        }) {
            filter.operation = operation.id
        } else {
            filter.method = method.description
            filter.path = path
        }
        return try await received(filter, "\(method) \(path)", query, json, count, time, TestPlace(file, line))
    }

    /// Throws if a request of the operation has been received.
    public func receivedNone(of operation: String, file: StaticString = #fileID, line: UInt = #line) throws {
        var filter = JournalFilter.all
        filter.operation = try self.operation(operation).id
        if let entry = session.journal.entries(filter).first {
            throw MockBackendError(
                "\(TestPlace(file, line)): \(operation) was not to be asked, and was: request \(entry.number), \(entry.request.method.rawValue) \(entry.request.target)."
            )
        }
    }

    private func received(
        _ filter: JournalFilter, _ what: String, _ query: [String: String], _ json: String?, _ count: Int,
        _ time: Duration, _ place: TestPlace
    ) async throws -> ReceivedRequest {
        var filter = filter
        filter.query = query
        if let json {
            do {
                filter.body = try JSON(parsing: json)
            } catch {
                throw MockBackendError("What \(what) was to have as its body is no JSON: \(error).")
            }
        }
        let entries = try await session.journal.wait(for: count, filter) {
            // Only cancellation ends the sleep early, and then the test is over.
            try? await Task.sleep(for: time)
        }
        if entries.count >= max(count, 1), let last = entries.last { return ReceivedRequest(last) }
        let end = Task.isCancelled ? "before its task was cancelled" : "within \(time)"
        throw MockBackendError("\(place): \(missing(filter, what, found: entries, of: count, end))")
    }

    private func missing(
        _ filter: JournalFilter, _ what: String, found: [JournalEntry], of count: Int, _ end: String
    ) -> String {
        func times(_ count: Int) -> String { count == 0 ? "not at all" : count == 1 ? "once" : "\(count) times" }
        let all = session.journal.entries()
        let known = Set(found.map(\.number))
        var lines = ["\(what) was asked \(times(found.count)) \(end), and was to be asked \(times(count))."]
        if let nearest = filter.nearest(in: all.filter { !known.contains($0.number) }, of: server.mock) {
            lines.append("The closest is \(nearest).")
        }
        lines += described(all.suffix(10), of: all.count)
        return lines.joined(separator: "\n")
    }

    /// One line for each request, with its violations of the contract.
    private func described(_ entries: some Collection<JournalEntry>, of count: Int) -> [String] {
        guard count > 0 else { return ["Nothing was asked."] }
        let head = count > entries.count ? "The last \(entries.count) of \(count) requests:" : "What was asked:"
        return [head]
            + entries.flatMap { entry in
                let status = entry.status.map { "\($0)" } ?? "no answer"
                let fixes = entry.nearest.prefix(1).map { "       to mend it, \($0.fix)" }
                let violations = entry.requestViolations.filter { $0.severity == .violation }.map {
                    "       \($0.location): \($0.message)"
                }
                return [
                    "  \(entry.number)  \(entry.request.method.rawValue) \(entry.request.target)  \(status)  \(entry.decision)"
                ] + violations + fixes
            }
    }

    /// Describes the requests of this session that matched no operation or broke the contract; nil if there are none.
    var complaints: String? {
        let wrong = session.journal.entries().filter { $0.operation == nil || $0.breaksContract }
        return wrong.isEmpty ? nil : described(wrong, of: wrong.count).joined(separator: "\n")
    }

    func operation(_ name: String) throws -> OpenAPIContract.Operation {
        let operations = server.mock.contract.operations
        if let operation = operations.first(where: { $0.id == name || $0.title == name }) { return operation }
        throw MockBackendError(
            "The contract has no operation \(name). It has \(operations.map(\.id).sorted().joined(separator: ", ")).")
    }
}

/// The source location of a call in a test, which an error on its own does not have.
private struct TestPlace: CustomStringConvertible {
    let description: String

    init(_ file: StaticString, _ line: UInt) {
        description = "\("\(file)".split(separator: "/").last ?? ""):\(line)"
    }
}
