// Ten tasks of an app, as the comparison of clients shows them: each function's body is a piece of the article.

import Foundation

private typealias Client = Orders.Client
private typealias Credentials = Orders.Credentials
private typealias Fake = Orders.Fake

enum Tasks {
    static func login(_ client: Orders.Client, _ email: String, _ password: String) async throws -> String {
        let session = try await client.login(.init(body: .init(email: email, passwd: password))).ok
        return session.token
    }

    static func addToCart(_ client: Orders.Client) async throws -> Int {
        let lines = try await client.addToCart(.init(body: .init(product: 1001, amount: 2))).ok
        return lines.count
    }

    static func upload(_ client: Orders.Client, _ file: URL) async throws -> Bool {
        let answer = try await client.addPhoto(.init(body: .init(title: "A", photo: FileContent(file: file))))
        return answer == .created
    }

    static func stream(_ client: Orders.Client, _ show: (Double) -> Void) async throws {
        for try await tick in try await client.watchTicks().ok.payloads { show(tick.price) }
    }

    static func errorByStatus(_ client: Orders.Client, _ say: (String) -> Void) async throws {
        switch try await client.addToCart(.init(body: .init(product: 0, amount: 2))) {
        case .ok(let lines): say("\(lines.count)")
        case .notFound(let problem): say(problem.detail)
        case .undocumented(let reply): say("\(reply.status)")
        }
    }

    static func unknownValue(_ client: Orders.Client) async throws -> String {
        switch try await client.getOrder(.init(id: 1)).ok.state {
        case .known(let state): return state.rawValue
        case .unknown(let text): return "what the server calls \(text)"
        }
    }

    static func nullOrAbsent(_ client: Orders.Client) async throws {
        _ = try await client.changeOrder(.init(id: 1, body: .init(note: "later")))
        _ = try await client.changeOrder(.init(id: 1, body: .init(note: .null)))
        _ = try await client.changeOrder(.init(id: 1, body: .init()))
    }

    static func dateWithFraction(_ client: Orders.Client) async throws -> Date {
        let at = try await client.getOrder(.init(id: 1)).ok.at
        return at
    }

    static func bearer(_ url: URL, _ token: String) -> Orders.Client {
        let client = Client(url: url, credentials: Credentials(bearer: token))
        return client
    }

    static func double() -> any OrdersAPI {
        var fake = Fake()
        fake.onAddToCart = { _ in .notFound(.init(detail: "sold out")) }
        return fake
    }
}
