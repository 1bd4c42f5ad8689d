// A session in the shop, line by line: from a script or from a terminal.

import ReferenceClient

/// Runs commands line by line and writes their results.
struct CommandSession: Sendable {
    let storefront: Storefront
    let text: ScreenText
    let write: @Sendable (String) -> Void

    /// How a line went.
    enum Step: Hashable, Sendable {
        case shown
        case failed
        case misunderstood
        case quit
    }

    func start() async { write(text.text(await storefront.start())) }

    func take(_ line: String) async -> Step {
        let command: Command
        do throws(Command.InvalidCommand) {
            guard let understood = try Command(line) else { return .shown }
            command = understood
        } catch {
            write(text.text(.failure(ScreenFailure(message: error.message, canRetry: false))))
            return .misunderstood
        }
        let shown = await storefront.perform(command) { write(text.text($0)) }
        write(text.text(shown))
        if command == .quit { return .quit }
        if case .failure = shown { return .failed }
        return .shown
    }

    /// Every command of a script with what it led to, as a terminal would have shown it.
    ///
    /// - Returns: the number of the first line that is no command.
    func run(script: String) async -> Int? {
        await start()
        for (index, line) in script.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy(\.isWhitespace), !line.hasPrefix("#") else { continue }
            write("\n> \(line)\n")
            switch await take(String(line)) {
            case .shown, .failed: continue
            case .misunderstood: return index + 1
            case .quit: return nil
            }
        }
        return nil
    }
}
