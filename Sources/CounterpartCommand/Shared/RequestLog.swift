// The request log of a server: one line per exchange, written off the event loops.

import Dispatch
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Mocking
import Synchronization

/// An exchange of a mock, for the log.
struct LoggedExchange: LogEntry {
    let method: HTTPRequest.Method
    let target: String
    let answer: Answer
    let delivered: Delivered
    let time: DateTime
    /// Its contract declares which values are secrets.
    let mock: Mock
    /// The contract's name, if the server has several.
    var contract: String?
}

/// Takes exchanges from the event loops and writes them in their order on a queue of its own. Where the reader is slower than the
/// clients, lines are dropped and counted: a mock neither waits for its terminal nor piles up what that does not take.
final class RequestLog<Exchange: Sendable>: Sendable {
    private struct State {
        var waiting: [Exchange] = []
        var dropped = 0
        var isScheduled = false
    }

    static var capacity: Int { 4_096 }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "counterpart.log")
    private let line: @Sendable (Exchange) -> String
    private let droppedLine: @Sendable (Int) -> String
    private let write: @Sendable (String) -> Void

    init(
        line: @escaping @Sendable (Exchange) -> String, droppedLine: @escaping @Sendable (Int) -> String,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.line = line
        self.droppedLine = droppedLine
        self.write = write
    }

    func record(_ exchange: Exchange) {
        let mustSchedule = state.withLock { state -> Bool in
            if state.waiting.count < Self.capacity { state.waiting.append(exchange) } else { state.dropped += 1 }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.async { self.drain() } }
    }

    /// Returns when everything that was recorded is written.
    func finish() { queue.sync { drain() } }

    private func drain() {
        let (waiting, dropped) = state.withLock { state in
            defer { state = State() }
            return (state.waiting, state.dropped)
        }
        guard !waiting.isEmpty else { return }
        write(waiting.map(line).joined() + (dropped > 0 ? droppedLine(dropped) : ""))
    }
}

/// An exchange that the log can print as text or as JSON.
protocol LogEntry: Sendable {
    var json: JSON { get }
    func text(styled: (Terminal.Style, String) -> String) -> String
}

extension RequestLog where Exchange: LogEntry {
    /// A log on the terminal: text, or one JSON object per line.
    convenience init(to terminal: Terminal, json: Bool) {
        if json {
            self.init(
                line: { $0.json.serialized() + "\n" }, droppedLine: { "{\"event\":\"dropped\",\"requests\":\($0)}\n" },
                write: terminal.write)
        } else {
            self.init(
                line: { $0.text(styled: terminal.styled) },
                droppedLine: { "         … \($0) more requests, not shown\n" }, write: terminal.write)
        }
    }
}
