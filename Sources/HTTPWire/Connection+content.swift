// Content of requests that comes in parts.

import HTTPExchange
import HTTPTypes
import NIOCore

extension Connection {
    var mayRead: Bool { exchanges.count < limits.pipelined && !incomingIsHeld }

    var isFrontAsked: Bool { if case .asked? = exchanges.first?.stage { true } else { false } }

    func open(_ received: ReceivedRequest, awaitsContinue: Bool, context: ChannelHandlerContext) {
        let arrival = lastRead
        let received = received.keptAlive(unless: registry.closesAfterAnswers)
        clock.requestArrived(arrival)
        clock.contentArrived(arrival)
        let number = frontNumber + exchanges.count
        let incoming = IncomingContent()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let content = incoming.stream(length: received.request.headers[.contentLength].flatMap { Int($0) }) {
            [liveness, eventLoop = context.eventLoop] in
            guard awaitsContinue else { return }
            _ = liveness.whileOpen {
                eventLoop.execute {
                    let (connection, context) = bound.value
                    connection.continueIsOwedTo = number
                    connection.advance(context: context)
                }
            }
        }
        self.incoming = (incoming, number)
        incomingKeepsAlive = received.keepsAlive
        exchanges.append(Exchange(received, content: content, arrival: arrival))
        advance(context: context)
    }

    func receive(_ bytes: ByteBuffer, context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let hasRoom = incoming?.content.receive(bytes) { [liveness, eventLoop = context.eventLoop] in
            _ = liveness.whileOpen {
                eventLoop.execute {
                    let (connection, context) = bound.value
                    connection.incomingIsHeld = false
                    connection.clock.contentArrived(.now())
                    connection.advance(context: context)
                }
            }
        }
        guard hasRoom == false else { return }
        incomingIsHeld = true
        clock.contentIsHeld()
    }

    func endIncoming(isWhole: Bool) {
        incoming?.content.end(isWhole: isWhole)
        incoming = nil
        incomingIsHeld = false
    }

    /// What is left of a request that is answered is not waited for.
    func answered(_ number: Int) {
        guard incoming?.number == number else { return }
        endIncoming(isWhole: false)
        if case .open = ending { ending = .afterAnswers }
    }

    func sendContinue(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
    }
}
