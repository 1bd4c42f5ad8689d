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
    ///   - path: the whole path of that file.
    ///   - line: the line there.
    /// - Returns: the last matching request.
    /// - Throws: ``MockBackendError`` when the time is up, with the request that came closest and in what it differs.
    @discardableResult
    public func received(
        _ operation: String, query: [String: String] = [:], json: String? = nil, count: Int = 1,
        within time: Duration = .seconds(5), file: StaticString = #fileID, path: StaticString = #filePath,
        line: UInt = #line
    ) async throws -> ReceivedRequest {
        let place = TestPlace(file, path, line)
        let filter = try place.locating { try self.filter(operation) }
        return ReceivedRequest(try await received(filter, operation, query, json, count, time, place))
    }

    /// Waits for a request with a method and a path: as the contract has it (`/carts/{id}`), as it is sent (`/carts/7`), or the
    /// beginning of it with a `*`.
    @discardableResult
    public func received(
        _ method: HTTPMethod, _ target: String, query: [String: String] = [:], json: String? = nil, count: Int = 1,
        within time: Duration = .seconds(5), file: StaticString = #fileID, path: StaticString = #filePath,
        line: UInt = #line
    ) async throws -> ReceivedRequest {
        var filter = JournalFilter.all
        if let operation = server.mock.contract.operations.first(where: {
            $0.method.rawValue == method.description && $0.path.text == target
        }) {
            filter.operation = operation.id
        } else {
            filter.method = method.description
            filter.path = target
        }
        let place = TestPlace(file, path, line)
        return ReceivedRequest(
            try await received(filter, "\(method) \(target)", query, json, count, time, place))
    }

    /// Throws if a request of the operation has been received.
    public func receivedNone(
        of operation: String, file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line
    ) throws {
        let place = TestPlace(file, path, line)
        if let entry = session.journal.entries(try place.locating { try filter(operation) }).first {
            throw MockBackendError(
                "\(operation) was not to be asked, and was: request \(entry.number), \(entry.request.method.rawValue) \(entry.request.target).",
                at: place)
        }
    }

    /// The last of so many requests that match, or an error that says what came closest.
    func received(
        _ filter: JournalFilter, _ what: String, _ query: [String: String], _ json: String?, _ count: Int,
        _ time: Duration, _ place: TestPlace
    ) async throws -> JournalEntry {
        var filter = filter
        filter.query = query
        if let json {
            do {
                filter.body = try JSON(parsing: json)
            } catch {
                throw MockBackendError("What \(what) was to have as its body is no JSON: \(error).", at: place)
            }
        }
        let entries = try await session.journal.wait(for: count, filter) {
            // Only cancellation ends the sleep early, and then the test is over.
            try? await Task.sleep(for: time)
        }
        if entries.count >= max(count, 1), let last = entries.last { return last }
        let end = Task.isCancelled ? "before its task was cancelled" : "within \(time)"
        throw MockBackendError(missing(filter, what, found: entries, of: count, end), at: place)
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

    func filter(_ operation: String) throws -> JournalFilter {
        var filter = JournalFilter.all
        filter.operation = try self.operation(operation).id
        return filter
    }

    func operation(_ name: String) throws -> OpenAPIContract.Operation {
        let operations = server.mock.contract.operations
        if let operation = operations.first(where: { $0.id == name || $0.title == name }) { return operation }
        throw MockBackendError(
            "The contract has no operation \(name). It has \(operations.map(\.id).sorted().joined(separator: ", ")).")
    }
}
