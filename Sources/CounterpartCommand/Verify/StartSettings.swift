// Options of `counterpart verify`: a backend that is still to start, or that the run starts and stops.

import ArgumentParser
import HTTPExchange
import SecureWire

struct StartSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Wait at most this time until the backend answers. (default: 30s with --start)",
            valueName: TimeSpan.forms))
    var wait: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Start the backend with this shell command, and stop it after the run.", valueName: "command"))
    var start: String?

    var isUsed: Bool { wait != nil || start != nil }

    func validate() throws {
        if let start, start.allSatisfy(\.isWhitespace) { throw ValidationError("--start names no command.") }
    }

    /// Runs the body with the backend up, and stops what was started whatever comes of it: also when a signal comes first.
    func run(
        _ backend: BackendURL, timeout: Duration, trust: ServerTrust, body: () async throws -> Void
    ) async throws {
        guard isUsed else { return try await body() }
        let limit = wait?.duration ?? .seconds(30)
        let interruption = Interruption()
        let started = try start.map { try StartedBackend.launch($0) }
        let sender = HTTPSender(timeout: min(timeout, limit), trust: trust)
        let waiting = Task { try await Self.poll(backend, started, limit, sender) }
        let watch = Task {
            await interruption.wait()
            if Task.isCancelled { return }
            waiting.cancel()
            await started?.stop()
        }
        defer { watch.cancel() }
        do {
            let outcome = await waiting.result
            await sender.shutdown()
            try outcome.get()
            try await body()
        } catch {
            let ending = started?.ending
            await started?.stop()
            if let started { tellOutput(of: started, ending) }
            throw error
        }
        await started?.stop()
    }

    private func tellOutput(of started: StartedBackend, _ ending: String?) {
        let lines = started.lastLines()
        let what = "\u{201C}\(started.command)\u{201D}\(ending.map { " \($0), and" } ?? "")"
        Terminal.error.write(lines.isEmpty ? "\(what) printed nothing.\n" : "\(what) printed last:\n\(lines)")
    }

    private static func poll(
        _ backend: BackendURL, _ started: StartedBackend?, _ limit: Duration, _ sender: HTTPSender
    ) async throws {
        let end = ContinuousClock.now + limit
        var last = ""
        repeat {
            if Task.isCancelled { throw CommandFailure("interrupted before \(backend) answered") }
            if let started, let ending = started.ending {
                throw CommandFailure("\u{201C}\(started.command)\u{201D} \(ending) before \(backend) answered")
            }
            do throws(NoResponse) {
                let answer = try await sender.send(
                    Request(target: backend.path.isEmpty ? "/" : backend.path), to: backend)
                // What stands before a backend says these while there is none behind it.
                guard [502, 503, 504].contains(answer.status) else { return }
                last = "its last answer was \(answer.status)"
            } catch {
                switch error.kind {
                case .unreachable, .refused, .closedEarly, .timedOut: last = error.message
                // Something is there, and the run says what is wrong with it.
                case .malformed, .tooLarge, .tls, .unsendable, .misdirected, .other: return
                }
            }
            try? await Task.sleep(for: .milliseconds(100))
        } while ContinuousClock.now < end
        let seconds = TimeSpan(limit).defaultValueDescription
        throw CommandFailure(
            "\(backend) did not answer within \(seconds): \(last). Correct --backend, or give it longer with --wait.")
    }
}
