// Answers that wait for their time.

import NIOCore

extension Connection {
    /// Sees to it that what is due by then goes out.
    func wake(at due: NIODeadline, context: ChannelHandlerContext) {
        let isSet = alarm.set(due, context) { NIOLoopBound((self, context), eventLoop: context.eventLoop) }
        // The event loop is ending.
        if !isSet { context.close(promise: nil) }
    }

    /// Sends the answers that are due.
    fileprivate func ring(context: ChannelHandlerContext) {
        alarm.hasRung()
        endDelays(until: .now(), context: context)
        advance(context: context)
    }

    func endDelays(until time: NIODeadline, context: ChannelHandlerContext) {
        delaysEnd = max(delaysEnd, time)
        for exchange in exchanges {
            if case .answered(_, let due) = exchange.stage, due > time { wake(at: due, context: context) }
        }
    }
}

/// The one callback of a connection, for the first of its answers that is due: a task of the event loop for each costs as much as all
/// else that is done for an answer.
struct Alarm {
    private var bell: Bell?
    private var next: (due: NIODeadline, callback: NIOScheduledCallback)?

    private final class Bell: NIOScheduledCallbackHandler, Sendable {
        private let connection: NIOLoopBound<(Connection, ChannelHandlerContext)>

        init(_ connection: NIOLoopBound<(Connection, ChannelHandlerContext)>) { self.connection = connection }

        func handleScheduledCallback(eventLoop: some EventLoop) {
            let (connection, context) = connection.value
            connection.ring(context: context)
        }
    }

    /// False where the event loop takes nothing more.
    /// - Parameter connection: asked for once.
    fileprivate mutating func set(
        _ due: NIODeadline, _ context: ChannelHandlerContext,
        _ connection: () -> NIOLoopBound<(Connection, ChannelHandlerContext)>
    ) -> Bool {
        if let next {
            guard due < next.due else { return true }
            next.callback.cancel()
        }
        let bell = bell ?? Bell(connection())
        self.bell = bell
        do {
            next = (due, try context.eventLoop.scheduleCallback(at: due, handler: bell))
            return true
        } catch {
            next = nil
            return false
        }
    }

    fileprivate mutating func hasRung() { next = nil }

    /// Nothing waits any more.
    mutating func cancel() {
        next?.callback.cancel()
        (bell, next) = (nil, nil)
    }
}
