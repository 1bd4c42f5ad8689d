// When a socket of libpq can be read or written.

#if PostgreSQL
import Dispatch
import Foundation

/// Calls on a queue whenever a socket can be read or written, as long as it is kept.
///
/// SwiftNIO watches only descriptors that it reads and writes itself, and libpq does both, TLS included. A source of Dispatch watches any: one
/// thread waits for the sockets of all connections.
final class SocketWatch {
    enum Direction {
        case reading, writing
    }

    private let source: any DispatchSourceProtocol

    /// Nil where the process has no more descriptors.
    init?(
        _ socket: Int32, _ direction: Direction, on executor: QueueExecutor, _ handler: @escaping @Sendable () -> Void
    ) {
        // libpq closes its socket when it goes on to the next address, and must not do so while it is watched.
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        switch direction {
        case .reading: source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: executor.queue)
        case .writing: source = DispatchSource.makeWriteSource(fileDescriptor: copy, queue: executor.queue)
        }
        source.setEventHandler(handler: handler)
        source.setCancelHandler { close(copy) }
        source.resume()
    }

    deinit { source.cancel() }
}
#endif
