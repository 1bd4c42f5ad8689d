// What answers say beyond status and content.

import Journals
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct MockTests {
    private func response(_ request: Request, _ options: Mock.Options = .init()) throws -> Response {
        Mock(try ShopContract.load(), options: options).answer(request).response.response
    }

    @Test func aViolationIsToldWithPlaceFoundAndExpected() throws {
        let problem = try JSON(parsing: response(Request(target: "/items/one")).body)
        #expect(problem["status"] == 400)
        #expect(problem["title"] == "The request breaks the contract")
        let violation = try #require(problem["violations"]?[0])
        #expect(violation["check"] == "invalid-parameter")
        #expect(violation["location"] == "path parameter 'id'")
        #expect(violation["keyword"] == "type")
        #expect(violation["contract"]?.string?.hasPrefix("openapi.yaml:") == true)
        #expect(violation["found"]?.string?.contains("one") == true)
    }

    @Test func aWrongPathNamesTheClosest() throws {
        let problem = try JSON(parsing: response(Request(target: "/itmes")).body)
        #expect(problem["nearest"]?[0]?["operation"] == "listItems")
        #expect(problem["nearest"]?[0]?["why_not"]?[0] == "'itmes' stands where 'items' should")
    }

    @Test func aWrongMethodNamesTheRightOnes() throws {
        #expect(try response(Request(method: .put, target: "/items")).headers[.allow] == "GET, POST, HEAD")
        #expect(try response(Request(method: .options, target: "/items")).headers[.allow] == "GET, POST, OPTIONS, HEAD")
        let ofServer = try response(Request(method: .options, target: "*"))
        #expect(ofServer.status == 204)
        #expect(ofServer.headers[.allow]?.hasPrefix("GET, POST") == true, "\(ofServer.headers)")
        #expect(try response(Request(target: "*")).status == 404)
    }

    @Test func declaredHeadersCarryTheirExample() throws {
        let total = try #require(HTTPField.Name("X-Total"))
        #expect(try response(Request(target: "/items?limit=2")).headers[total] == "7")
    }

    @Test func aDeprecatedOperationSaysSo() throws {
        let deprecation = try #require(HTTPField.Name("Deprecation"))
        let request = Request(
            method: .post, target: "/items", headers: [.contentType: "application/json"], body: Array(#"{"id":1}"#.utf8)
        )
        #expect(try response(request).headers[deprecation] == "true")
        #expect(try response(Request(target: "/items")).headers[deprecation] == nil)
    }

    @Test func aPreferenceThatWasFollowedIsConfirmed() throws {
        let prefer = try #require(HTTPField.Name("Prefer"))
        let applied = try #require(HTTPField.Name("Preference-Applied"))
        let request = Request(target: "/items", headers: [prefer: #"example="two", code=200"#])
        #expect(try response(request).headers[applied] == "code=200, example=two")
    }

    @Test func theDecisionCanBeLeftOut() throws {
        let decision = try #require(HTTPField.Name("Counterpart-Decision"))
        for target in ["/items", "/none", "/items/one", "/items?limit=3"] {
            #expect(try response(Request(target: target), .init(showsDecision: false)).headers[decision] == nil)
        }
    }

    @Test func everyAnswerWaitsItsDelay() throws {
        let mock = Mock(try ShopContract.load(), options: .init(delay: .milliseconds(300)))
        for target in ["/items", "/none", "/items/one"] {
            #expect(mock.answer(Request(target: target)).delivery == Delivery(firstByte: .milliseconds(300)))
        }
    }

    /// The content of `4XX` stands for 400 by itself, and 400 is declared with another type.
    @Test func contentOfATypeThatIsDeclaredForAnotherStatusIsFound() throws {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /x:
                get:
                  operationId: x
                  responses:
                    '400': {description: bad, content: {application/json: {example: {}}}}
                    4XX: {description: worse, content: {application/problem+json: {example: {}}}}
            """
        let mock = Mock(try #require(Contract.load(files: ["openapi.yaml": text]).contract))
        #expect(mock.invalidExamples.map { $0.violations.map(\.check) } == [[.contentType]])
    }

    /// A sample takes its place, unless it is asked for by name.
    @Test func anExampleThatBreaksTheContractIsPassedOver() throws {
        let text = ShopContract.text.replacing("value: [1, 2, 3]", with: "value: [one]")
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        let mock = Mock(contract)
        let doubtful = mock.invalidExamples
        #expect(doubtful.map { "\($0.operation.id) \($0.status)" } == ["listItems 200"])
        #expect(doubtful.first?.violations.map(\.check) == [.bodyShape])
        let usual = mock.answer(Request(target: "/items"))
        #expect(usual.ownViolations.isEmpty)
        guard case .sampled = usual.decision else { Issue.record("\(usual.decision)"); return }
        let wanted = mock.answer(Request(target: "/items?__example=all"))
        #expect(wanted.ownViolations.map(\.check) == [.bodyShape])
        #expect(mock.answer(Request(target: "/items?limit=2")).ownViolations.isEmpty)
    }

    /// Its answers are made when it is first asked.
    @Test func theFirstRequestsOfAnOperationAtOnceGetTheSame() async throws {
        let mock = Mock(try ShopContract.load())
        let bodies = await withTaskGroup { group in
            for _ in 0..<16 { group.addTask { mock.answer(Request(target: "/items")).response.response.body } }
            return await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(bodies == [Array("[1,2,3]".utf8)])
    }

    @Test func undeclaredAnswersAreMarkedToo() throws {
        let prefer = try #require(HTTPField.Name("Prefer"))
        let mock = Mock(try ShopContract.load())
        let answer = mock.answer(Request(target: "/items", headers: [prefer: "code=503"]))
        #expect(answer.ownViolations.map(\.check) == [.undeclaredStatus])
    }

    @Test func hostileFieldsDoNoHarm() throws {
        let prefer = try #require(HTTPField.Name("Prefer"))
        let values = [
            "", ",", "=", "code", "code=", "code==", "\"", "code=\"", "code=\"4\\", "example=\"a\\\"b\"; x=\"",
            "seed=-1",
            String(repeating: "code=404,", count: 2_000),
        ]
        let mock = Mock(try ShopContract.load())
        for value in values {
            for request in [
                Request(target: "/items", headers: [prefer: value]),
                Request(target: "/items", headers: [.accept: value]),
                Request(target: "/items?__code=\(value)&__example=%zz&__"),
            ] {
                #expect((200...599).contains(mock.answer(request).response.response.status))
            }
        }
    }
}

/// Values that nobody wrote down.
@Suite struct SampledAnswerTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Sampled, version: "1"}
        paths:
          /things:
            get:
              responses:
                '200':
                  description: Things.
                  headers: {X-Count: {required: true, schema: {type: integer, minimum: 3}}}
                  content:
                    application/json:
                      schema: {type: array, minItems: 2, items: {type: object, required: [id], properties: {id: {type: integer}}}}
          /others:
            get:
              responses:
                '200': {description: Others., content: {application/json: {schema: {type: string, minLength: 8}}}}
          /never:
            get:
              responses:
                '200': {description: Never., content: {application/json: {schema: false}}}
          /anything:
            get:
              responses:
                '200': {description: Anything., content: {application/json: {}}}
        """

    private func mock(seed: UInt64 = 0) throws -> Mock {
        Mock(try #require(Contract.load(files: ["openapi.yaml": Self.contract]).contract), options: .init(seed: seed))
    }

    private func bodies(_ mock: Mock, _ targets: [String]) -> [[UInt8]] {
        targets.map { mock.answer(Request(target: $0)).response.response.body }
    }

    @Test func keepToTheContract() throws {
        let mock = try mock()
        for _ in 0..<100 {
            let answer = mock.answer(Request(target: "/things"))
            #expect(answer.ownViolations.isEmpty)
            #expect(answer.response.response.status == 200)
        }
    }

    @Test func followFromSeedAndPath() throws {
        let alone = bodies(try mock(), ["/things", "/things", "/things"])
        let mixed = bodies(try mock(), ["/things", "/others", "/things", "/none", "/others", "/things"])
        #expect(alone == [mixed[0], mixed[2], mixed[5]])
        #expect(Set(alone).count == 1)
        let wanted = "/things?__dynamic=true"
        #expect(Set(bodies(try mock(), [wanted, wanted, wanted])).count == 3)
        #expect(bodies(try mock(seed: 1), ["/things"]) != bodies(try mock(), ["/things"]))
    }

    @Test func canBeHadAgainByTheSeedThatTheyName() throws {
        let mock = try mock()
        let first = mock.answer(Request(target: "/others"))
        guard case .sampled(let seed) = first.decision else {
            Issue.record("\(first.decision)")
            return
        }
        let again = mock.answer(Request(target: "/others?__dynamic=true&__seed=\(seed)"))
        #expect(again.response.response.body == first.response.response.body)
    }

    @Test func requiredHeadersAreThereToo() throws {
        let count = try #require(HTTPField.Name("X-Count"))
        #expect(try mock().answer(Request(target: "/things")).response.response.headers[count] == "3")
    }

    @Test func whatNothingFitsIsSaidSo() throws {
        let answer = try mock().answer(Request(target: "/never"))
        #expect(answer.decision == .unsatisfiable)
        #expect(answer.response.response.status == 501)
        #expect(answer.ownViolations.map(\.check) == [.undeclaredStatus])
    }

    @Test func withoutASchemaAnEmptyValueIsAnswered() throws {
        #expect(bodies(try mock(), ["/anything"]) == [Array("{}".utf8)])
    }
}
