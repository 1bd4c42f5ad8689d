// The signals that end a server.

import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Ctrl-C (SIGINT) or `kill` (SIGTERM).
enum Interruption {
    /// Returns when the first of them comes; a second one ends the program on the spot.
    static func wait() async {
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return (number, DispatchSource.makeSignalSource(signal: number, queue: .global()))
        }
        await withCheckedContinuation { continuation in
            let waiting = Mutex<CheckedContinuation<Void, Never>?>(continuation)
            let box = Box(waiting)
            for (number, source) in sources {
                source.setEventHandler {
                    guard let continuation = box.value.withLock({ $0.take() }) else { return }
                    signal(number, SIG_DFL)
                    continuation.resume()
                }
                source.activate()
            }
        }
        for (number, source) in sources {
            source.cancel()
            signal(number, SIG_DFL)
        }
    }

    private final class Box: Sendable {
        let value: Mutex<CheckedContinuation<Void, Never>?>

        init(_ value: consuming Mutex<CheckedContinuation<Void, Never>?>) { self.value = value }
    }
}
