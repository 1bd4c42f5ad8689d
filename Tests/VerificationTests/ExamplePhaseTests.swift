// Which of a contract's examples are sent, and in which order.

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing

@testable import Verification

@Suite struct ExamplePhaseTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Rooms, version: '1'}
        paths:
          /rooms/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}, examples: {one: {value: 1}, gone: {value: 2}}}]
            delete:
              operationId: deleteRoom
              responses:
                '200': {description: Done., content: {application/json: {schema: {type: object}, examples: {one: {value: {}}}}}}
            get:
              operationId: getRoom
              responses:
                '200': {description: It., content: {application/json: {schema: {type: object}, examples: {one: {value: {}}}}}}
          /rooms/{id}/chairs/{chair}:
            parameters:
              - {name: id, in: path, required: true, schema: {type: integer}, examples: {one: {value: 1}}}
              - {name: chair, in: path, required: true, schema: {type: integer}, examples: {one: {value: 7}}}
            delete:
              operationId: deleteChair
              responses:
                '200': {description: Done., content: {application/json: {schema: {type: object}, examples: {one: {value: {}}}}}}
            get:
              operationId: getChair
              responses:
                '200': {description: It., content: {application/json: {schema: {type: object}, examples: {one: {value: {}}}}}}
          /rooms:
            get:
              operationId: listRooms
              parameters: [{name: floor, in: query, schema: {type: integer, maximum: 9}, examples: {high: {value: 12}}}]
              responses:
                '200': {description: All., content: {application/json: {schema: {type: array}, examples: {all: {value: []}, high: {value: []}}}}}
                '503': {description: Closed., content: {application/json: {schema: {type: object}, examples: {night: {value: {}}}}}}
        """

    @Test func childrenBeforeParentsAndNothingThatIsWrong() async throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let start = ContinuousClock.now
        let sent = Mutex<[String]>([])
        let options = VerificationOptions(phases: [.examples], isDestructive: true)
        let report = await Verifier(contract: contract, options: options, now: { start }) { request in
            sent.withLock { $0.append("\(request.method) \(request.target)") }
            let body = request.target == "/rooms" ? "[]" : "{}"
            return Response(status: 200, headers: [.contentType: "application/json"], body: Array(body.utf8))
        }.run()
        #expect(
            sent.withLock { $0 } == [
                "GET /rooms/1", "GET /rooms/1/chairs/7", "GET /rooms", "DELETE /rooms/1/chairs/7", "DELETE /rooms/1",
            ])
        #expect(report.findings.isEmpty)
        #expect(
            report.leftOut.map { "\($0.what): \($0.reason)" } == [
                "example high of listRooms: its request breaks the contract (query parameter 'floor': found 12, expected at most 9): "
                    + "mend it as `counterpart check` says"
            ])
    }

    @Test func whereNoExchangeIsShownItSaysHowToShowOne() async throws {
        let document =
            "{openapi: 3.1.0, info: {title: A, version: '1'}, paths: {/a: {get: {responses: {'200': {description: A.}}}}}}"
        let contract = try #require(Contract.load(files: ["openapi.yaml": document]).contract)
        let start = ContinuousClock.now
        let report = await Verifier(
            contract: contract, options: VerificationOptions(phases: [.examples]), now: { start }
        ) { _ in Response(status: 200) }.run()
        #expect(report.obstacle?.kind == "nothing-sent")
        #expect(report.obstacle?.remedy.contains("examples of one name") == true)
    }
}
