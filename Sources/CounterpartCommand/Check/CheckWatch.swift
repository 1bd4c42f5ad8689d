// `counterpart check --watch`: checks again whenever a file of the contracts is saved.

import MockServing

struct CheckWatch {
    /// Contract folders or documents.
    let paths: [String]

    /// Returns after SIGINT or SIGTERM.
    /// - Parameter check: is called at once, and after every change. How often it was called before.
    func run(_ check: @escaping @Sendable (Int) async throws -> Void) async throws {
        let interruption = Interruption()
        // Before the first check, so that no later change is missed.
        let watches = paths.map { ContractWatch(path: $0) }
        let checking = Task {
            try await check(0)
            let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for watch in watches {
                    group.addTask {
                        var watch = watch
                        while true {
                            try await watch.change()
                            changed.yield()
                        }
                    }
                }
                group.addTask {
                    var times = 0
                    for await _ in changes {
                        times += 1
                        try await check(times)
                    }
                }
                // Only an error or a signal ends one of them.
                try await group.next()
            }
        }
        let signals = Task {
            await interruption.wait()
            checking.cancel()
        }
        defer { signals.cancel() }
        do {
            try await checking.value
        } catch is CancellationError {
            return
        }
    }
}
