// The signals that end a server.

import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Ctrl-C (SIGINT) or `kill` (SIGTERM), from the moment this is made: make it before anyone can know that the server is there.
struct Interruption: Sendable {
    /// Where the signal handler writes to; a write to a pipe is one of the few things that a handler may do.
    private nonisolated(unsafe) static var handlerPipe: Int32 = -1

    private let pipe: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        Darwin.pipe(&ends)
        #elseif canImport(Musl)
        Musl.pipe(&ends)
        #else
        Glibc.pipe(&ends)
        #endif
        pipe = ends[0]
        Interruption.handlerPipe = ends[1]
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                write(Interruption.handlerPipe, &byte, 1)
                // A second one ends the program on the spot.
                signal(number, SIG_DFL)
            }
        }
    }

    /// Returns when the first of them comes, or has come.
    func wait() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [pipe] in
                var byte: UInt8 = 0
                while read(pipe, &byte, 1) < 0, errno == EINTR {}
                continuation.resume()
            }
        }
    }
}
