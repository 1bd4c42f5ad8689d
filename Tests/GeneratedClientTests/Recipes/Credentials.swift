// Recipes of the article Recipes: who is calling.

import Foundation

/// Holds an app's token. When the server refuses it, one refresh serves all calls that wait.
actor TokenKeeper {
    private var token: String
    private var refreshing: Task<String, any Error>?
    private let refresh: @Sendable (_ old: String) async throws -> String

    init(_ token: String, refresh: @escaping @Sendable (_ old: String) async throws -> String) {
        self.token = token
        self.refresh = refresh
    }

    /// The token, which is another than the one that was refused.
    func token(besides refused: String?) async throws -> String {
        if token != refused { return token }
        if let refreshing { return try await refreshing.value }
        let task = Task { [refresh, token] in try await refresh(token) }
        refreshing = task
        defer { refreshing = nil }
        token = try await task.value
        return token
    }

    nonisolated var middleware: Middleware {
        Middleware { call, next in
            let token = try await self.token(besides: nil)
            var call = call
            call.headers["Authorization"] = "Bearer \(token)"
            let answer = try await next(call)
            guard answer.status == 401 else { return answer }
            call.headers["Authorization"] = "Bearer \(try await self.token(besides: token))"
            return try await next(call)
        }
    }
}

extension Middleware {
    /// Signs method, target and body. On Apple's systems `signature` is an HMAC of CryptoKit.
    static func signing(_ signature: @escaping @Sendable (Data) throws -> String) -> Middleware {
        Middleware { call, next in
            var call = call
            var signed = Data("\(call.method)\n\(call.target)\n".utf8)
            if case .data(let body) = call.body { signed.append(body) }
            call.headers["X-Signature"] = try signature(signed)
            return try await next(call)
        }
    }
}

extension Middleware {
    /// Logs a line for each call: nothing of a query, a body or a field that may be a secret.
    static func logging(_ log: @escaping @Sendable (String) -> Void) -> Middleware {
        Middleware { call, next in
            let path = call.target.prefix { $0 != "?" }
            let shown = call.headers.fields.filter { ["Accept", "Content-Type"].contains($0.name) }
            let fields = shown.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
            do {
                let answer = try await next(call)
                log("\(call.operation) \(call.method) \(path) [\(fields)] \(answer.status)")
                return answer
            } catch {
                log("\(call.operation) \(call.method) \(path) [\(fields)] failed")
                throw error
            }
        }
    }
}
