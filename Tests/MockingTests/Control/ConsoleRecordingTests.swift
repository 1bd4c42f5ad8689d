// What the console's room of recordings asks of the control API: replaying turned on and off, recordings shown and compared.

import Archives
import HTTPExchange
import HTTPTypes
import JSONValues
import Recordings
import Testing

@testable import Mocking

@Suite struct ConsoleRecordingTests {
    /// Answers of `listLines`, each with its product.
    private static func har(_ products: [String], user: Int = 1) -> JSON {
        HAR(
            creator: HAR.Software(name: "test", version: "1"),
            entries: products.map { product in
                HAR.Entry(
                    started: "2026-01-31T12:00:00.000Z", origin: "https://cart.example",
                    request: Request(target: "/v1/lines?user=\(user)"),
                    response: Response(
                        status: 200, headers: [.contentType: "application/json"],
                        body: Array(#"[{"product":"\#(product)","number":1}]"#.utf8)))
            }
        ).json
    }

    @Test func aSessionIsAnsweredFromARecordingUntilThatIsTurnedOff() async throws {
        let controlled = try ControlledMock()
        let before = controlled.asks(.get, "/lines?user=1")
        #expect(try await controlled.tells(.get, "/replay").json["on"] == false)
        #expect(try await controlled.tells(.put, "/replay", ["on": true]).status == 409)
        let put = try await controlled.tells(
            .put, "/replay", ["on": true, "name": "app.har", "har": Self.har(["milk", "bread"])])
        #expect(put.status == 204)
        let replay = try await controlled.tells(.get, "/replay").json
        #expect(replay["on"] == true && replay["exchanges"] == 2 && replay["files"] == ["app.har"])
        #expect(controlled.asks(.get, "/lines?user=1").contains("milk"))
        #expect(controlled.asks(.get, "/lines?user=1").contains("bread"))
        // What it does not have, the other rows answer; another session knows nothing of it.
        #expect(controlled.asks(.get, "/lines?user=2") == before)
        #expect(controlled.asks(.get, "/_counterpart/sessions/ci/lines?user=1") == before)
        #expect(try await controlled.tells(.put, "/replay", ["on": false]).status == 204)
        #expect(controlled.asks(.get, "/lines?user=1") == before)
    }

    @Test func aRecordingAloneRefusesWhatItDoesNotHave() async throws {
        let controlled = try ControlledMock()
        _ = try await controlled.tells(.put, "/replay", ["on": true, "alone": true, "har": Self.har(["milk"])])
        #expect(controlled.asks(.get, "/lines?user=2").hasPrefix("501"))
        #expect(try await controlled.tells(.delete, "/replay").status == 204)
        #expect(controlled.asks(.get, "/lines?user=2").hasPrefix("200"))
    }

    @Test func whatIsNoRecordingOfTheContractIsRefused() async throws {
        let controlled = try ControlledMock()
        #expect(try await controlled.tells(.put, "/replay", ["on": true, "har": Self.har([])]).status == 409)
        let broken = try await controlled.tells(
            .put, "/replay", ["on": true, "har": ["log": ["entries": [["request": 1]]]]])
        #expect(broken.status == 409 && broken.json["detail"]?.string?.contains("HTTP Archive") == true)
    }

    @Test func recordingsOfTheMockAreListedAndShownWithoutSecrets() async throws {
        let (contract, behaviour, _) = try CartShop.load(CartShop.state + ControlledMock.rules)
        let json = Self.har(["milk"])
        let archive = try Archive(name: "app.har", bytes: Array(json.serialized().utf8))
        let mock = Mock(contract, behaviour: try #require(behaviour), recordings: RecordedTraffic([archive]))
        let control = Control(mock: mock)
        func tells(_ target: String, _ body: JSON? = nil, _ method: HTTPRequest.Method = .get) throws -> JSON {
            guard
                case .now(let response)? = control.answer(
                    ControlledMock.request(method, "/_counterpart\(target)", body), isLoopback: true)
            else { return .null }
            return response.body.isEmpty ? .null : try JSON(parsing: response.body)
        }
        let list = try tells("/recordings")
        #expect(list.array?.map { $0["name"] } == ["app.har"])
        #expect(try tells("/recordings/1")["log"]?["entries"]?.array?.count == 1)
        #expect(try tells("/recordings/2")["status"] == 404)
        #expect(try tells("/replay")["on"] == true)
        _ = try tells("/replay", ["on": false], .put)
        #expect(try tells("/replay")["on"] == false && tells("/replay")["files"] == ["app.har"])
        _ = try tells("/replay", ["on": true], .put)
        #expect(try tells("/replay")["on"] == true && tells("/replay")["set"] == false)
    }

    @Test func twoRecordingsAreComparedAsTheProgramComparesThem() async throws {
        let controlled = try ControlledMock()
        let told = try await controlled.tells(
            .post, "/recordings/comparison", ["first": Self.har(["milk"]), "second": Self.har(["tea"])])
        #expect(told.status == 200 && told.json["pairs"] == 1)
        #expect(told.json["changes"]?.array?.map { $0["before"] } == ["milk"])
        #expect(told.json["changes"]?.array?.map { $0["after"] } == ["tea"])
    }
}
