// The signals that end a server.

import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Waits for SIGINT (Ctrl-C) or SIGTERM. Create it before the server is announced, so that no signal is missed.
///
/// The program ends within `grace` of the signal, by force if its threads are busy.
struct Interruption: Sendable {
    /// Where the signal handler writes to; a write to a pipe is one of the few things that a handler may do.
    private nonisolated(unsafe) static var handlerPipe: Int32 = -1

    private let signals: AsyncStream<Void>

    init(grace: Duration = .seconds(4)) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        Darwin.pipe(&ends)
        #elseif canImport(Musl)
        Musl.pipe(&ends)
        #else
        Glibc.pipe(&ends)
        #endif
        Interruption.handlerPipe = ends[1]
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                write(Interruption.handlerPipe, &byte, 1)
                // A second one ends the program on the spot.
                signal(number, SIG_DFL)
            }
        }
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        // A thread of its own, which nothing else can keep busy.
        DispatchQueue(label: "counterpart.interruption", qos: .userInteractive).async { [pipe = ends[0]] in
            var byte: UInt8 = 0
            while read(pipe, &byte, 1) < 0, errno == EINTR {}
            continuation.finish()
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + grace / .seconds(1))
            let words = Array("counterpart: not done \(grace) after the signal, ended by force\n".utf8)
            _ = words.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
            _exit(128 + Int32(byte))
        }
    }

    /// Returns when the first of them comes, or has come.
    func wait() async {
        for await _ in signals {}
    }
}
