// Recipes of the article Recipes: what is sent again, and what is not asked for again.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Middleware {
    /// Sends again what may be sent twice: after a lost connection, and after 429, 502, 503 and 504 when the server says so, or later
    /// each time. An answer that asks for a longer wait is given as it is.
    static func retry(
        attempts: Int = 3, longestWait: Double = 60,
        sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void = {
            try await Task.sleep(nanoseconds: UInt64($0 * 1e9))
        }
    ) -> Middleware {
        Middleware { call, next in
            let isIdempotent = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(call.method)
            guard isIdempotent || call.headers["Idempotency-Key"] != nil else { return try await next(call) }
            for attempt in 1..<attempts {
                var seconds = 0.25 * Double(1 << attempt) * Double.random(in: 0.8...1.2)
                do {
                    let answer = try await next(call)
                    guard [429, 502, 503, 504].contains(answer.status) else { return answer }
                    if let asked = answer.headers["Retry-After"].flatMap(Self.secondsToWait) { seconds = asked }
                    guard seconds <= longestWait else { return answer }
                } catch let error as URLError where error.code != .cancelled {}
                try await sleep(seconds)
            }
            return try await next(call)
        }
    }

    /// `Retry-After` says a number of seconds, or a date (RFC 9110, section 10.2.3); nil for anything else.
    private static func secondsToWait(_ text: String) -> Double? {
        if let seconds = UInt32(text) { return Double(seconds) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text).map { max(0, $0.timeIntervalSinceNow) }
    }
}

/// Asks the server whether what is kept is still true (RFC 9110, section 13.1.2), and gives that without its body crossing the network.
actor EntityTags {
    private var kept: [String: (tag: String, reply: HTTPReply)] = [:]

    private func reply(_ target: String) -> (tag: String, reply: HTTPReply)? { kept[target] }
    private func keep(_ reply: HTTPReply, _ tag: String, _ target: String) { kept[target] = (tag, reply) }

    nonisolated var middleware: Middleware {
        Middleware { call, next in
            guard call.method == "GET" else { return try await next(call) }
            let known = await self.reply(call.target)
            var asking = call
            asking.headers["If-None-Match"] = known?.tag
            let answer = try await next(asking)
            if answer.status == 304, let known { return HTTPStream(known.reply) }
            guard answer.status == 200, let tag = answer.headers["ETag"] else { return answer }
            let reply = try await answer.collected()
            await self.keep(reply, tag, call.target)
            return HTTPStream(reply)
        }
    }
}

/// Keeps what could not be sent while there was no network, and sends it in order when there is.
actor OfflineQueue {
    private(set) var waiting: [HTTPCall] = []
    private var sending: Task<Void, any Error>?

    private func add(_ call: HTTPCall) { waiting.append(call) }

    /// What changes something is accepted with 202 when the server is out of reach.
    nonisolated var middleware: Middleware {
        Middleware { call, next in
            do {
                return try await next(call)
            } catch let error as URLError where call.method != "GET" && error.code == .notConnectedToInternet {
                await self.add(call)
                return HTTPStream(HTTPReply(status: 202))
            }
        }
    }

    /// Sends what waits; the first that fails, and all behind it, wait on. Who asks meanwhile waits for the same sending.
    func send(over transport: any Transport) async throws {
        if let sending { return try await sending.value }
        let task = Task { try await sendEach(over: transport) }
        sending = task
        defer { sending = nil }
        try await task.value
    }

    private func sendEach(over transport: any Transport) async throws {
        while let call = waiting.first {
            let answer = try await transport.send(call).collected()
            // The server could not take it now; whatever else it says, to send the same again would change nothing.
            guard answer.status < 500, ![401, 408, 429].contains(answer.status) else {
                throw URLError(.badServerResponse)
            }
            waiting.removeFirst()
        }
    }
}
