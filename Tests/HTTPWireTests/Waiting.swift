// What tests wait with, instead of sleeping.

import Synchronization

/// Opens once, and lets everyone through from then on.
final class Gate: Sendable {
    private enum State {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Mutex(State.closed([]))

    func open() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .closed(let waiting) = state else { return [] }
            state = .open
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state -> Bool in
                guard case .closed(let waiting) = state else { return true }
                state = .closed(waiting + [continuation])
                return false
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Keeps what a callback reports.
final class Recorder<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])
    private let gate = Gate()

    func record(_ value: Value) {
        state.withLock { $0.append(value) }
        gate.open()
    }

    var values: [Value] { state.withLock { $0 } }

    func first() async -> Value {
        await gate.wait()
        return values[0]
    }
}
