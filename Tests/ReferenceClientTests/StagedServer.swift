// A server on a stage: what was sent to it, what it answers, and a clock on which waiting takes no time.

import Foundation

@testable import ReferenceClient

/// Answers each call by a closure, and keeps what was sent.
final class StagedServer: Transport, @unchecked Sendable {
    // Guarded by the lock.
    private var sent: [HTTPCall] = []
    private let lock = NSLock()
    private let answer: @Sendable (HTTPCall, _ number: Int) async throws -> HTTPReply

    /// - Parameter answer: given the call, and how many came before it.
    init(_ answer: @escaping @Sendable (HTTPCall, _ number: Int) async throws -> HTTPReply) { self.answer = answer }

    /// Always the same.
    convenience init(_ reply: HTTPReply) { self.init { _, _ in reply } }

    var calls: [HTTPCall] { lock.withLock { sent } }

    func send(_ call: HTTPCall) async throws -> HTTPStream {
        let number = lock.withLock {
            sent.append(call)
            return sent.count - 1
        }
        return HTTPStream(try await answer(call, number))
    }
}

extension HTTPReply {
    init(_ status: Int, _ headers: HTTPHeaders = [:], json: String = "") {
        self.init(status: status, headers: headers, body: Data(json.utf8))
    }
}

extension HTTPCall {
    /// `POST /api/login/exit {…}`
    var line: String {
        var line = "\(method) \(target)"
        if case .data(let data) = body { line += " " + String(decoding: data, as: UTF8.self) }
        return line
    }
}

/// Time that passes only where someone waits.
final class StagedTime: @unchecked Sendable {
    // Guarded by the lock.
    private var moment: Date
    private var slept: [TimeInterval] = []
    private let lock = NSLock()

    init(_ moment: Date = Date(timeIntervalSince1970: 1_789_000_000)) { self.moment = moment }

    var now: Date { lock.withLock { moment } }
    var waits: [TimeInterval] { lock.withLock { slept } }

    func pass(_ seconds: TimeInterval) { lock.withLock { moment += seconds } }

    var clock: AppClock {
        AppClock(
            now: { self.now },
            sleep: { seconds in
                try Task.checkCancellation()
                self.lock.withLock {
                    self.slept.append(seconds)
                    self.moment += seconds
                }
            })
    }
}

extension ScreenContent {
    /// The rows as a person sees them, section by section.
    var lines: [[String]] {
        get throws {
            try tree().items.map { section in
                [section.texts?.header].compactMap(\.self)
                    + section.items.map {
                        [$0.row?.title, $0.row?.subtitle].compactMap(\.self).joined(separator: " | ")
                    }
                    + [section.texts?.footer].compactMap(\.self)
            }
        }
    }
}
