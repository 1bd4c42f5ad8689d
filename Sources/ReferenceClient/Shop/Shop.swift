// The shop before login: all that can be done is to log in, and to look at the images that the device keeps.

public import Foundation

/// The way into the shop.
public struct Shop: Sendable {
    private let api: any SneakerShopAPI
    private let database: any LocalDatabase

    /// Operations that change nothing when they come a second time, although they are sent by POST.
    public static let repeatableOperations: Set<String> = ["login", "exit", "likeProduct"]

    /// A shop behind an API, with what the device keeps of it.
    public init(api: any SneakerShopAPI, database: any LocalDatabase) {
        self.api = api
        self.database = database
    }

    /// The images that are shown before login: those of the last promotions. No request is sent.
    public func imagesOnDevice() async throws(ClientError) -> [Data] {
        try await clientErrors { try await database.images() }
    }

    /// The session that was open when the app ended: a user's id stays good.
    public func resume() async throws(ClientError) -> ShopSession? {
        try await clientErrors {
            try await database.user().map { ShopSession(user: $0, api: api, database: database) }
        }
    }

    /// Logs in, and keeps who it is on the device.
    public func logIn(email: String, password: String) async throws(ClientError) -> LoginOutcome {
        try await clientErrors {
            switch try await api.login(.init(body: .init(email: email, passwd: password))) {
            case .ok(.loggedIn(let answer)):
                let user = ShopUser(id: answer.userID, name: answer.userName)
                try await database.save(user)
                return .loggedIn(ShopSession(user: user, api: api, database: database))
            case .ok(.loggedOut): return .wrongCredentials
            case .undocumented(let reply): throw ClientError("login", undocumented: reply)
            }
        }
    }
}
