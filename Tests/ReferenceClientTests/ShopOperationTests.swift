// The sneaker shop, row by row: what each operation sends, and what becomes of each status that it declares.

import Foundation
import Testing

@testable import ReferenceClient

@Suite struct ShopOperationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let sends: String
        let call: @Sendable (ShopSession) async throws(ClientError) -> String
        /// Status, body, and what the client says, or the error.
        var answers: [(status: Int, body: String, result: String)] = []

        var testDescription: String { name }

        init(
            name: String, sends: String, call: @escaping @Sendable (ShopSession) async throws(ClientError) -> String
        ) {
            (self.name, self.sends, self.call) = (name, sends, call)
        }

        func answering(_ answers: [(status: Int, body: String, result: String)]) -> Row {
            var row = self
            row.answers = answers
            return row
        }
    }

    static let preview =
        #"{"id":18446744073709551615,"name":"Cup","photos":["iVBORw=="],"price":89.95,"liked":true,"short_description":"One","size":"S"}"#
    static let recommendation =
        #"{"id":9007199254740993,"name":"Cup","photos":["iVBORw=="],"price":0.1,"liked":false,"short_description":"One"}"#
    static let unknownUser = "\(ClientError.refused(.unknownUser))"

    static func list(_ cards: [ProductCard]) -> String {
        cards.map { "\($0.id) \($0.price) \($0.size ?? "-") \($0.photo?.count ?? 0)" }.joined(separator: ", ")
    }

    static func list(_ categories: CategoryList) -> String {
        categories.groups.map { group in
            "\(group.gender): "
                + group.categories.map { "\($0.id) \($0.image.value?.count ?? 0)" }.joined(separator: " ")
        }.joined(separator: ", ")
    }

    static let rows: [Row] = [
        Row(name: "exit", sends: "POST /api/login/exit") { session throws(ClientError) in
            try await session.logOut()
            return "out"
        }.answering([(200, "", "out")]),
        Row(name: "getAllCategoriesByUserID", sends: "GET /api/shop/get_all_categories?user_id=18446744073709551615") {
            session throws(ClientError) in
            list(try await session.categories())
        }.answering([
            (
                200,
                #"{"pets":[],"kids":[{"id":3,"name":"C","image":null}],"men":[{"id":2,"name":"B"}],"women":[{"id":1,"name":"A","image":"iVBORw=="}]}"#,
                "women: 1 4, men: 2 0, kids: 3 0, pets: "
            ), (400, "", unknownUser),
        ]),
        Row(name: "getCommonCategoriesByGender", sends: "GET /api/shop/get_common_categories?gender=kids") {
            session throws(ClientError) in
            list(try await session.categories(of: "kids"))
        }.answering([
            (200, #"{"kids":[{"id":3,"name":"C"}]}"#, "kids: 3 0"),
            (400, "", "\(ClientError.refused(.unknownGender))"),
        ]),
        Row(
            name: "getProductViewListByCategoryId",
            sends: "GET /api/shop/get_preview_list?user_id=18446744073709551615&category_id=10"
        ) { session throws(ClientError) in
            list(try await session.products(in: 10))
        }.answering([
            (200, "[\(preview)]", "18446744073709551615 89.95 S 4"), (200, "[]", ""),
            (400, "", "\(ClientError.refused(.unknownCategory))"), (401, "", unknownUser),
        ]),
        Row(
            name: "getFullProductInfo",
            sends: "GET /api/shop/get_full_product_info?user_id=18446744073709551615&product_id=7"
        ) { session throws(ClientError) in
            let product = try await session.product(7)
            return "\(product.id) \(product.photos.count) \(product.sizeList)"
        }.answering([
            (
                200,
                #"{"id":7,"name":"Cup","photos":["iVBORw==","iVBORw=="],"price":84.0,"liked":true,"short_description":"One","full_description":"All","size_list":["S","M"]}"#,
                #"7 2 ["S", "M"]"#
            ),
            (
                200,
                #"{"id":8,"name":"Cup","photos":[],"price":84.0,"liked":true,"short_description":"One","full_description":"All","size_list":[]}"#,
                "\(ClientError.contractBroken(operation: "getFullProductInfo", place: "$.id", reason: "asked for 7, was given 8"))"
            ),
            (400, "", "\(ClientError.refused(.unknownProduct))"), (401, "", unknownUser),
        ]),
        Row(
            name: "searchProducts",
            sends:
                "GET /api/shop/find_products?user_id=18446744073709551615&search_pattern=%D0%B4%20%26&category_id=30"
        ) { session throws(ClientError) in
            list(try await session.search("д &", in: 30))
        }.answering([
            (200, "[\(preview)]", "18446744073709551615 89.95 S 4"),
            (400, "", "\(ClientError.refused(.unknownCategory))"), (401, "", unknownUser),
        ]),
        Row(
            name: "addToCart",
            sends: #"POST /api/cart/add_to_cart {"amount":2,"product_id":7,"user_id":18446744073709551615}"#
        ) { session throws(ClientError) in
            try await session.addToCart(7, amount: 2)
            return "added"
        }.answering([
            (200, "", "added"), (400, "", "\(ClientError.refused(.notForTheCart))"), (401, "", unknownUser),
        ]),
        Row(
            name: "addToCart, one",
            sends: #"POST /api/cart/add_to_cart {"product_id":7,"user_id":18446744073709551615}"#
        ) { session throws(ClientError) in
            try await session.addToCart(7)
            return "added"
        }.answering([(200, "", "added")]),
        Row(
            name: "removeFromCart",
            sends:
                #"POST /api/cart/remove_from_cart {"amount":18446744073709551615,"product_id":7,"user_id":18446744073709551615}"#
        ) { session throws(ClientError) in
            try await session.removeFromCart(7, amount: .max)
            return "removed"
        }.answering([
            (200, "", "removed"), (400, "", "\(ClientError.refused(.notForTheCart))"), (401, "", unknownUser),
        ]),
        Row(name: "getProductsInCart", sends: "GET /api/cart/get_products_in_cart?user_id=18446744073709551615") {
            session throws(ClientError) in
            let cart = try await session.cart()
            return "\(cart.count) \(cart.total)"
        }.answering([
            (
                200, "[\(preview.dropLast()),\"number\":18446744073709551615}]",
                "18446744073709551615 1659284629430174167769.25"
            ),
            (200, "[]", "0 0"), (401, "", unknownUser),
        ]),
        Row(
            name: "likeProduct",
            sends: #"POST /api/cart/like_product {"like":true,"product_id":7,"user_id":18446744073709551615}"#
        ) { session throws(ClientError) in
            try await session.like(7, true)
            return "liked"
        }.answering([
            (200, "", "liked"), (400, "", "\(ClientError.refused(.notForLikes))"), (401, "", unknownUser),
        ]),
        Row(name: "getFavoritesList", sends: "GET /api/favorites/get_product_list?user_id=18446744073709551615") {
            session throws(ClientError) in
            list(try await session.favorites())
        }.answering([(200, "[\(preview)]", "18446744073709551615 89.95 S 4"), (401, "", unknownUser)]),
        Row(name: "getRecommendedProducts", sends: "GET /api/home/recomended_products?user_id=18446744073709551615") {
            session throws(ClientError) in
            list(try await session.recommended())
        }.answering([(200, "[\(recommendation)]", "9007199254740993 0.1 - 4"), (401, "", unknownUser)]),
        Row(name: "getPromotions", sends: "GET /api/home/get_promotions?user_id=18446744073709551615") {
            session throws(ClientError) in
            try await session.promotions().map { "\($0.id) \($0.link)" }.joined()
        }.answering([
            (200, #"[{"id":1,"image":"iVBORw==","link":"https://shop.example/sale"}]"#, "1 https://shop.example/sale"),
            (401, "", unknownUser),
        ]),
    ]

    @Test(arguments: rows) func eachStatusOfEachOperation(row: Row) async throws {
        for (status, body, expected) in row.answers {
            let server = StagedServer(HTTPReply(status, json: body))
            let session = ShopSession(
                user: ShopUser(id: .max, name: "Anna"), api: SneakerShop.Client(transport: server),
                database: MemoryDatabase())
            #expect(await result(row, session) == expected, "status \(status)")
            #expect(server.calls.map(\.line) == [row.sends])
        }
    }

    /// What every operation makes of what its contract does not declare.
    @Test(arguments: rows) func whatIsNotDeclared(row: Row) async throws {
        let cases: [(HTTPReply, ClientError)] = [
            (HTTPReply(503, ["Retry-After": "7"]), .busy(retryAfter: 7)), (HTTPReply(429), .busy(retryAfter: nil)),
            (HTTPReply(500), .serverFailed(status: 500)),
        ]
        for (reply, expected) in cases {
            let session = ShopSession(
                user: ShopUser(id: .max, name: "Anna"), api: SneakerShop.Client(transport: StagedServer(reply)),
                database: MemoryDatabase())
            #expect(await result(row, session) == "\(expected)")
        }
        let teapot = ShopSession(
            user: ShopUser(id: .max, name: "Anna"), api: SneakerShop.Client(transport: StagedServer(HTTPReply(418))),
            database: MemoryDatabase())
        #expect(await result(row, teapot).hasSuffix("status: 418)"))
    }

    private func result(_ row: Row, _ session: ShopSession) async -> String {
        do throws(ClientError) { return try await row.call(session) } catch { return "\(error)" }
    }

    @Test func everyOperationOfTheContractHasItsRow() async throws {
        let api = try #require(source("Generated/SneakerShop/SneakerShopAPI.swift"))
        let operations = api.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            return words.first == "func" ? String(words[1].prefix { $0 != "(" }).lowercased() : nil
        }
        let tested = Set(Self.rows.map { String($0.name.prefix { $0 != "," }).lowercased() } + ["login"])
        #expect(Set(operations) == tested)
    }

    // MARK: Login

    @Test func aLoginIsKeptOnTheDeviceUntilLogout() async throws {
        let database = MemoryDatabase()
        let server = StagedServer { call, _ in
            call.operation == "login"
                ? HTTPReply(200, json: #"{"logged_in":true,"user_name":"Anna","user_id":18446744073709551615}"#)
                : HTTPReply(200)
        }
        let shop = Shop(api: SneakerShop.Client(transport: server), database: database)
        #expect(try await shop.resume()?.user == nil)
        guard case .loggedIn(let session) = try await shop.logIn(email: "a@b", password: "c d") else {
            Issue.record("not logged in")
            return
        }
        #expect(session.user == ShopUser(id: .max, name: "Anna"))
        #expect(try await shop.resume()?.user == session.user)
        try await session.logOut()
        #expect(try await shop.resume()?.user == nil)
        #expect(
            server.calls.map(\.line) == [
                #"POST /api/login/login {"email":"a@b","passwd":"c d"}"#, "POST /api/login/exit",
            ])
    }

    @Test func aWrongPasswordIsAnAnswer() async throws {
        let shop = Shop(
            api: SneakerShop.Client(transport: StagedServer(HTTPReply(200, json: #"{"logged_in":false}"#))),
            database: MemoryDatabase())
        guard case .wrongCredentials = try await shop.logIn(email: "", password: "") else {
            Issue.record("expected wrong credentials")
            return
        }
    }

    @Test(arguments: [
        (#"{"logged_in":true}"#, "$"), (#"{"logged_in":false,"user_id":1}"#, "$.user_id"),
        (#"{"logged_in":true,"user_name":"A","user_id":18446744073709551616}"#, "$"), ("[]", "$"), ("", "$"),
    ])
    func aLoginThatBreaksTheContractIsAnError(body: String, place: String) async throws {
        let shop = Shop(
            api: SneakerShop.Client(transport: StagedServer(HTTPReply(200, json: body))), database: MemoryDatabase())
        do throws(ClientError) {
            _ = try await shop.logIn(email: "", password: "")
            Issue.record("expected an error")
        } catch {
            guard case .contractBroken("login", place, _) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func imagesAreKeptOnTheDeviceBeforeLogin() async throws {
        let server = StagedServer(HTTPReply(200, json: #"[{"id":1,"image":"iVBORw==","link":"https://s.example/"}]"#))
        let database = MemoryDatabase()
        let api = SneakerShop.Client(transport: server)
        let shop = Shop(api: api, database: database)
        #expect(try await shop.imagesOnDevice() == [])
        _ = try await ShopSession(user: ShopUser(id: 1, name: ""), api: api, database: database).promotions()
        #expect(try await shop.imagesOnDevice() == [Data([0x89, 0x50, 0x4E, 0x47])])
        #expect(server.calls.map(\.operation) == ["getPromotions"])
    }
}

/// A source file of the module under test.
func source(_ path: String, of module: String = "ReferenceClient") -> String? {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return FileManager.default.contents(atPath: root.path + "/Sources/\(module)/" + path)
        .map { String(decoding: $0, as: UTF8.self) }
}
