// Both ways to an answer say the same, whichever operation is asked with whichever fields.

import JSONSchema
import ContractTools
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import OwnThread
import Sampling
import Synchronization
import Testing

@testable import Mocking

@Suite struct PlainDifferenceTests {
    /// Targets that an operation's examples have, and one of none.
    private static func targets(_ operation: Operation) -> [String] {
        let base = operation.servers.first?.basePath ?? ""
        let targets = operation.pairs.prefix(2).map { operation.request(for: $0, basePath: base).target }
        let filled = operation.path.parameterNames.reduce(base + operation.path.text) {
            $0.replacing("{\($1)}", with: "999")
        }
        return targets + [filled + "?user_id=2&product_id=1&category_id=1&page=2"]
    }

    /// Every GET of the apps' contracts, with the answers of their examples alone and with their mock files, asked with all fields.
    @Test(.ownThread, arguments: ["sneaker-shop", "selectable-catalog", "golden-sewing"], [false, true])
    func theAppsAreAnsweredAlike(name: String, hasBehaviour: Bool) throws {
        let app = try AppContract.load(name)
        let pair = PlainPair(
            app.contract, behaviour: hasBehaviour ? app.behaviour : PlainPair.behaviour,
            options: .init(crossOrigin: .listed(["http://localhost:5173", "null"])))
        var plain = 0
        for operation in app.contract.operations where operation.method == .get {
            let targets = Self.targets(operation)
            for fields in PlainFields.odd where pair.isPlain(targets[0], fields) { plain += 1 }
            for target in targets {
                for client in PlainFields.clients where pair.isPlain(target, client.fields) { plain += 1 }
            }
        }
        pair.expectSameMetrics()
        // Their mock files have a rule for everything.
        #expect(hasBehaviour ? plain == 0 : plain > 50, "\(plain)")
    }

    /// GETs of published documents, as their own examples or samples have them, with their credentials.
    @Test(
        .ownThread, .enabled(if: PublishedDocuments.folder != nil, "no corpus: set COUNTERPART_CORPUS"),
        arguments: PublishedDocuments.names)
    func publishedOperationsAreAnsweredAlike(_ name: String) throws {
        let contract = try #require(PublishedDocuments.loaded(name).contract)
        // Large documents have their like among the small ones.
        guard contract.operations.count <= 60 else { return }
        let pair = PlainPair(contract, options: .init(crossOrigin: .any))
        for operation in contract.operations where operation.method == .get {
            let request = contract.exampleRequest(of: operation) { schema in
                Sampler(schema, direction: .request).sample(seed: 1).value
            }
            let own = request.headers.map { "\($0.name.rawName): \($0.value)" }
            for client in PlainFields.clients {
                let fields = own + (client.fields.isEmpty ? [] : [client.fields])
                _ = pair.isPlain(request.target, fields.joined(separator: "\r\n"))
            }
        }
        pair.expectSameMetrics()
    }

    /// All three on one server: whose a request is, is told as `site(for:)` tells it.
    @Test func severalContractsAreAskedAlike() throws {
        let names = ["sneaker-shop", "selectable-catalog", "golden-sewing"]
        let contracts = try names.map { try AppContract.load($0).contract }
        let all = zip(names, contracts).map { name, contract in
            MockSite(name: name, mock: LiveMock(PlainPair(contract).mock))
        }
        let sites = MockSites(all[0], Array(all[1...]))
        var plain = 0
        for target in contracts.flatMap(\.operations).flatMap(Self.targets) + ["/", "/nowhere", "/wp-json/", "/api"] {
            let asked = sites.site(for: Request(target: target)).name
            let told = Mutex<[String]>([])
            PlainPair.message(target, PlainFields.clients[3].fields).withUnsafeBytes { message in
                guard let get = PlainGet(message, headLimit: .max, fieldLimit: .max) else { return }
                let exchange = sites.answer(get) { site, _, _, _, _ in told.withLock { $0.append(site.name) } }
                exchange?.wasDelivered(Delivered(elapsed: .zero))
                guard exchange != nil else { return }
                #expect(told.withLock { $0 } == [asked], "\(target)")
                plain += 1
            }
        }
        #expect(plain > 20)
    }
}
