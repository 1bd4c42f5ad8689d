// A backend that the program starts itself: a shell command in a process group of its own, and the end of what it printed.

import Dispatch
import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Whoever launches one stops it: nothing of it goes on after `stop`.
final class StartedBackend: Sendable {
    private struct State {
        var output: [UInt8] = []
        var isOutputComplete = false
        var status: Int32?
    }

    /// Bytes of output that are kept.
    private static let outputLimit = 64 * 1024

    let command: String
    /// Also the process ID of the shell.
    private let group: pid_t
    private let state = Mutex(State())

    private init(command: String, group: pid_t) {
        self.command = command
        self.group = group
    }

    /// Has `/bin/sh` run the command, without standard input.
    static func launch(_ command: String) throws -> StartedBackend {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw failure(command, errno) }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        // What this program ignores would be ignored there too.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments: [String] = ["/bin/sh", "-c", command]
        let environment: [String] = ProcessInfo.processInfo.environment.map { name, value in "\(name)=\(value)" }
        // Safe: both lists end with a null, as execve wants it, and are freed when the process has copied them.
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { text in strdup(text) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { text in strdup(text) } + [nil]
        defer { for text in words + variables { free(text) } }
        var group: pid_t = 0
        let problem = posix_spawn(&group, "/bin/sh", &actions, &attributes, &words, &variables)
        guard problem == 0 else {
            close(ends[0])
            throw failure(command, problem)
        }
        let backend = StartedBackend(command: command, group: group)
        backend.watch(output: ends[0])
        return backend
    }

    private static func failure(_ command: String, _ number: Int32) -> CommandFailure {
        CommandFailure("\u{201C}\(command)\u{201D} cannot be started: \(String(cString: strerror(number)))")
    }

    /// How the shell ended, in words; nil while it runs.
    var ending: String? {
        guard let status = state.withLock({ $0.status }) else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? "ended with exit code \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
    }

    /// The last lines that the command has printed, to both outputs.
    func lastLines(_ count: Int = 20) -> String {
        let (bytes, isCut) = state.withLock { ($0.output, $0.output.count == Self.outputLimit) }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.dropFirst(isCut ? 1 : 0).suffix(count).map { "  \($0)\n" }.joined()
    }

    /// Ends the whole group: what is left of it two seconds after SIGTERM is killed.
    func stop() async {
        kill(-group, SIGTERM)
        if await !becomes({ self.isGone }, within: .seconds(2)) { kill(-group, SIGKILL) }
        _ = await becomes({ self.isGone && self.state.withLock { $0.isOutputComplete } }, within: .seconds(1))
    }

    private var isGone: Bool { state.withLock { $0.status != nil } && kill(-group, 0) != 0 && errno == ESRCH }

    private func becomes(_ condition: () -> Bool, within limit: Duration) async -> Bool {
        let end = ContinuousClock.now + limit
        while !condition() {
            if ContinuousClock.now > end { return false }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return true
    }

    private func watch(output: Int32) {
        DispatchQueue(label: "counterpart.backend.output").async { [self] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(output, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                state.withLock { state in
                    state.output += buffer[..<count]
                    state.output.removeFirst(max(0, state.output.count - Self.outputLimit))
                }
            }
            close(output)
            state.withLock { $0.isOutputComplete = true }
        }
        DispatchQueue(label: "counterpart.backend.end").async { [self] in
            var status: Int32 = 0
            while waitpid(group, &status, 0) < 0, errno == EINTR {}
            state.withLock { [status] in $0.status = status }
        }
    }
}
