// A glance at a path lets nothing through that comes close, and a look at few paths finds what a look at all does.

import JSONValues
import HTTPTypes
import SourceDocuments
import Testing

@testable import OpenAPIContract

@Suite struct PathGlanceTests {
    private static let text = """
        openapi: 3.1.0
        info: {title: Paths, version: "1"}
        servers: [{url: https://api.example/v1}]
        paths:
          /repos/{owner}/{repo}/issues/{number}: {get: {responses: {'200': {description: One.}}}}
          /repos/{owner}/{repo}/issues: {get: {responses: {'200': {description: All.}}}, post: {responses: {'201': {description: Made.}}}}
          /repos/{owner}/{repo}/compare/{base}...{head}: {get: {responses: {'200': {description: Compared.}}}}
          /users/{user}/followers: {get: {responses: {'200': {description: Followers.}}}}
          /user/following: {get: {responses: {'200': {description: Following.}}}}
          /search/{rest+}: {get: {responses: {'200': {description: Found.}}}}
          /api/shop/find_products: {get: {responses: {'200': {description: Products.}}}}
          /: {get: {responses: {'200': {description: Root.}}}}
        """

    private static let targets = [
        "/", "/repo/a/b/issues", "/repos/a/b/isues/1", "/v1/repos/a/b/compare/x..y", "/user/a/folowers",
        "/USER/following", "/users//followers", "/serch/a/b/c", "/api/shop/find_product",
        "/api/shp/find_products?x=1", "/xyz", "/v1", "/v2/",
        "/a/b/c/d/e/f/g/h", "/repos/a/b/issues/1/comments", "/%D0%BF/following", "",
        "/" + Array(repeating: "issues", count: 60).joined(separator: "/"),
    ]

    @Test func aGlanceIsNeverLessThanALook() throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        var rejected = 0
        for target in Self.targets {
            let segments = PathText.segments(of: target.prefix { $0 != "?" })
            var glance = PathGlance(segments)
            var comparison = PathComparison(segments)
            for outline in contract.outlines.all {
                let most = glance.mostLikeness(of: outline)
                #expect(most + 1e-9 >= comparison.likeness(of: outline.segments).score, "\(target) \(outline.segments)")
                if most <= 0.4 { rejected += 1 }
            }
        }
        #expect(rejected > 50)
    }

    /// By comparing every path, as it would be without a glance.
    private func nearest(_ contract: Contract, _ method: HTTPRequest.Method, _ target: String) -> [String] {
        var comparison = PathComparison(PathText.segments(of: target.prefix { $0 != "?" }))
        let found = contract.operations.compactMap { operation -> (score: Double, index: Int, title: String)? in
            let best = ["", "/v1"].map { base in
                comparison.likeness(of: (base.isEmpty ? [] : PathTemplate(base).segments) + operation.path.segments)
            }.max { $0.score < $1.score }
            guard let best, best.score > 0.4, !(best.reasons.isEmpty && operation.method == method) else { return nil }
            let score = (best.score * 10 + (operation.method == method ? 3 : 0)) / 13
            return (score, operation.index, "\(operation.title) \(best.repaired) \(best.reasons)")
        }
        return found.sorted { ($0.score, $1.index) > ($1.score, $0.index) }.prefix(3).map(\.title)
    }

    @Test(arguments: [HTTPRequest.Method.get, .post, .delete])
    func aLookAtFewFindsWhatALookAtAllDoes(method: HTTPRequest.Method) throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        for target in Self.targets {
            let found = contract.nearest(method, target).map { miss in
                let reasons = miss.reasons.filter { !$0.hasPrefix("the method is ") }
                let query = target.drop { $0 != "?" }
                let repaired = miss.fix.dropFirst("send \(miss.operation.method.rawValue) ".count).dropLast(query.count)
                return "\(miss.operation.title) \(repaired) \(reasons)"
            }
            #expect(found == nearest(contract, method, target), "\(method) \(target)")
        }
    }
}
