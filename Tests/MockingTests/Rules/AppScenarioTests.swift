// The three apps as their backends behave: one scenario for each thing that a client relies on.

import JSONValues
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct SneakerShopTests {
    private func client() throws -> MockClient { MockClient(try AppContract.load("sneaker-shop").mock()) }

    @Test(arguments: [
        ("anna@shop.example", "correct-horse", #"{"logged_in":true,"user_name":"Anna","user_id":1}"#),
        ("ANNA@Shop.Example", "correct-horse", #"{"logged_in":true,"user_name":"Anna","user_id":1}"#),
        (
            "zoe@shop.example", "battery-staple",
            #"{"logged_in":true,"user_name":"Zoë","user_id":18446744073709551615}"#
        ),
        ("anna@shop.example", "Correct-Horse", #"{"logged_in":false}"#),
        ("anna@shop.example", "battery-staple", #"{"logged_in":false}"#),
        ("nobody@shop.example", "correct-horse", #"{"logged_in":false}"#),
    ])
    func loginIsByEmailAndPassword(email: String, password: String, told: String) throws {
        let answer = try client().send(
            .post, "/api/login/login", ["email": .string(email), "passwd": .string(password)])
        #expect(answer.status == 200)
        #expect(answer.body?.serialized() == told)
    }

    @Test(arguments: [
        ("/api/home/get_promotions?user_id=404", 401), ("/api/home/get_promotions", 401),
        ("/api/home/get_promotions?user_id=abc", 401), ("/api/home/recomended_products?user_id=404", 401),
        ("/api/favorites/get_product_list?user_id=404", 401), ("/api/cart/get_products_in_cart?user_id=404", 401),
        ("/api/shop/get_preview_list?user_id=404&category_id=99", 401),
        ("/api/shop/get_preview_list?user_id=1&category_id=99", 400),
        ("/api/shop/get_full_product_info?user_id=404&product_id=1001", 401),
        ("/api/shop/get_full_product_info?user_id=1&product_id=9", 400),
        ("/api/shop/find_products?user_id=404&search_pattern=x", 401),
        ("/api/shop/find_products?user_id=1&search_pattern=x&category_id=99", 400),
        ("/api/shop/get_all_categories?user_id=404", 400), ("/api/shop/get_common_categories?gender=robots", 400),
    ])
    func aWrongUserOrThingHasItsStatus(target: String, status: Int) throws {
        let answer = try client().send(.get, target)
        #expect(answer.status == status)
    }

    @Test(arguments: ["add_to_cart", "remove_from_cart", "like_product"])
    func aWrongUserOrProductChangesNothing(path: String) throws {
        let client = try client()
        for (user, product, status): (JSON, JSON, Int) in [(404, 1001, 401), (2, 9, 400), (2, 5000, 400)] {
            var body: JSONObject = ["user_id": user, "product_id": product]
            if path == "like_product" { body["like"] = true }
            #expect(try client.send(.post, "/api/cart/\(path)", .object(body)).status == status)
        }
        #expect(try client.send(.get, "/api/cart/get_products_in_cart?user_id=2").body == [])
        #expect(try client.send(.get, "/api/favorites/get_product_list?user_id=2").body == [])
    }

    @Test func cartLinesAddUpAndEmpty() throws {
        let client = try client()
        func numbers() throws -> [JSON] {
            let lines = try client.send(.get, "/api/cart/get_products_in_cart?user_id=2").body?.array ?? []
            return lines.map { ["id": $0["id"] ?? nil, "number": $0["number"] ?? nil] }
        }
        func change(_ path: String, _ product: JSON, _ amount: JSON?) throws {
            var body: JSONObject = ["user_id": 2, "product_id": product]
            body["amount"] = amount
            #expect(try client.send(.post, "/api/cart/\(path)", .object(body)).status == 200)
        }
        #expect(try numbers() == [])
        try change("add_to_cart", 2001, 2)
        try change("add_to_cart", 1001, nil)
        try change("add_to_cart", 1001, 3)
        #expect(try numbers() == [["id": 1001, "number": 4], ["id": 2001, "number": 2]])
        try change("remove_from_cart", 1001, nil)
        try change("remove_from_cart", 2001, 10)
        #expect(try numbers() == [["id": 1001, "number": 3]])
        try change("remove_from_cart", 1001, 3)
        try change("remove_from_cart", 1001, 3)
        #expect(try numbers() == [])
        // Nobody else's cart has changed, and numbers are exact to the last digit.
        #expect(try client.send(.get, "/api/cart/get_products_in_cart?user_id=1").ids == [1001, 2001])
        let most = try JSON(parsing: "18446744073709551615")
        try change("add_to_cart", 1001, most)
        #expect(try numbers() == [["id": 1001, "number": most]])
    }

    @Test func likesShowInPreviewsAndFavorites() throws {
        let client = try client()
        func liked(_ target: String) throws -> [Int64] {
            try client.send(.get, target).body?.array?.filter { $0["liked"] == true }
                .compactMap { $0["id"]?.number?.int64 } ?? []
        }
        let previews = "/api/shop/get_preview_list?user_id=2&category_id=20"
        let favorites = "/api/favorites/get_product_list?user_id=2"
        #expect(try liked(previews) == [])
        for product: JSON in [2001, 2003, 2001] {
            #expect(
                try client.send(.post, "/api/cart/like_product", ["user_id": 2, "product_id": product, "like": true])
                    .status == 200)
        }
        #expect(try liked(previews) == [2001, 2003])
        #expect(try client.send(.get, favorites).ids == [2001, 2003])
        #expect(try liked("/api/shop/find_products?user_id=2&search_pattern=night") == [2003])
        #expect(
            try client.send(.get, "/api/shop/get_full_product_info?user_id=2&product_id=2001").body?["liked"] == true)
        try client.send(.post, "/api/cart/like_product", ["user_id": 2, "product_id": 2001, "like": false])
        #expect(try client.send(.get, favorites).ids == [2003])
        #expect(try client.send(.get, "/api/favorites/get_product_list?user_id=1").ids.contains(1001))
    }

    @Test(
        arguments: [
            ("runner", nil, [1101, 1102, 3003, 5000]), ("RUNNER", nil, [1101, 1102, 3003, 5000]),
            ("Runner", 11, [1101, 1102]), ("runner", 20, []), ("%D0%B4%D0%9D%D0%86%D0%9F%D1%80%D0%BE", nil, [2002]),
            (".*", nil, []), ("%5CE%5CQ", nil, []),
        ] as [(String, Int?, [Int64])])
    func searchFindsInAnyCaseAndWithinACategory(pattern: String, category: Int?, ids: [Int64]) throws {
        let within = category.map { "&category_id=\($0)" } ?? ""
        let answer = try client().send(.get, "/api/shop/find_products?user_id=1&search_pattern=\(pattern)\(within)")
        #expect(answer.status == 200)
        #expect(answer.ids == ids)
    }
}

@Suite struct SelectableCatalogTests {
    @Test(
        arguments: [
            ("5000", 200, [5001, 5002, 5003, 5004, 5005, 5006]), ("5003", 200, [5000]), ("1001", 200, []),
            ("9", 404, []),
        ] as [(String, Int, [Int64])])
    func anItemLeadsToItsGroupFromEitherSide(item: String, status: Int, group: [Int64]) throws {
        let client = MockClient(try AppContract.load("selectable-catalog").mock())
        let whole = try client.send(.get, "/static/catalog/items/\(item)/")
        #expect(whole.status == status)
        if status == 200 { #expect(whole.body?["id"]?.number?.text == item) }
        let answer = try client.send(.get, "/static/catalog/items/\(item)/contiguous/")
        #expect(answer.status == status)
        #expect(answer.ids == group)
        for id in answer.ids { #expect(try client.send(.get, "/static/catalog/items/\(id)/").status == 200) }
    }
}

@Suite struct GoldenSewingTests {
    private func client() throws -> MockClient { MockClient(try AppContract.load("golden-sewing").mock()) }

    private func posts(_ query: String) throws -> MockClient.Told {
        try client().send(.get, "/wp-json/wp/v2/posts?\(query)")
    }

    private static let icons: [Int64] = [
        1016, 972, 884, 862, 851, 829, 785, 708, 697, 609, 510, 466, 378, 367, 345,
    ]

    @Test(
        arguments: [
            ("categories=12&per_page=100", icons, "15", "1"),
            ("categories=12&per_page=6", Array(icons[0..<6]), "15", "3"),
            ("categories=12&per_page=6&page=3", Array(icons[12...]), "15", "3"),
            ("categories=12&per_page=6&offset=4", Array(icons[4..<10]), "15", "3"),
            ("categories=12&per_page=6&offset=4&page=3", Array(icons[4..<10]), "15", "3"),
            ("categories=12&offset=15", [], "0", "0"), ("categories=999", [], "0", "0"),
            ("modified_after=2026-09-01T00:00:00Z", [1016, 994, 400], "3", "1"),
            ("modified_after=2026-09-01T00:00:00Z&categories=15&order=asc", [400, 994], "2", "1"),
            ("modified_after=2026-09-04T07:40:58Z&categories=12", [], "0", "0"),
            ("per_page=2&categories=24&orderby=modified", [928, 862], "7", "4"),
        ] as [(String, [Int64], String, String)])
    func postsHaveTheRightTotals(query: String, ids: [Int64], total: String, pages: String) throws {
        let answer = try posts(query)
        #expect(answer.status == 200)
        #expect(answer.ids == ids)
        #expect(answer.header("X-WP-Total") == total)
        #expect(answer.header("X-WP-TotalPages") == pages)
    }

    @Test func searchFindsInAnyCaseAndWithinACategory() throws {
        func encoded(_ text: String) -> String { text.utf8.map { "%" + String($0, radix: 16) }.joined() }
        let lower = try posts("search=\(encoded("вишиванка"))&categories=21&per_page=100")
        let upper = try posts("search=\(encoded("ВИШИВАНКА"))&categories=21&per_page=100")
        #expect(Set(lower.ids).isSuperset(of: [983, 873, 818, 752, 741, 422, 356, 301]))
        #expect(upper.ids == lower.ids)
        #expect(upper.header("X-WP-Total") == "\(lower.ids.count)")
        #expect(try posts("search=\(encoded("вишиванка"))&categories=18").ids == [])
    }

    @Test func linksLeadToTheOtherPages() throws {
        let client = try client()
        var target: String? = "/wp-json/wp/v2/posts?categories=12&per_page=4"
        var ids: [Int64] = []
        while let next = target {
            let page = try client.send(.get, next)
            ids += page.ids
            let link = page.header("Link")?.split(separator: ", ").first { $0.hasSuffix(#"rel="next""#) }
            target = link.flatMap { $0.firstMatch(of: /<https?:\/\/[^\/]+(.+)>/) }.map { String($0.1) }
        }
        #expect(ids == Self.icons)
    }

    @Test(arguments: [
        ("posts?categories=12&per_page=6&page=4", 400, "rest_post_invalid_page_number"),
        ("posts/7", 404, "rest_post_invalid_id"), ("media?page=999", 400, "rest_post_invalid_page_number"),
        ("posts?per_page=101", 400, "rest_invalid_param"),
    ])
    func errorsHaveTheirBody(path: String, status: Int, code: String) throws {
        let answer = try client().send(.get, "/wp-json/wp/v2/\(path)")
        #expect(answer.status == status)
        #expect(answer.body?["code"]?.string == code)
        #expect(answer.body?["data"]?["status"] == .number(JSONNumber(status)))
    }
}
