// The rows of the decision table, several requests for each.

import Journals
@testable import MockRules
import Certificates
import Foundation
import HTTPExchange
import SourceDocuments
import HTTPTypes
import SecureWire
import MockServing
import OpenAPIContract
import Recordings
import Testing

@testable import Mocking

extension DecisionTableTests {
    static let routing: [DecisionCase] = [
        DecisionCase(name: "unknown path", target: "/itmes", status: 404, decision: "no such path"),
        DecisionCase(
            name: "unknown method", method: .delete, target: "/items", status: 405, decision: "no such method"),
        DecisionCase(
            name: "OPTIONS", method: .options, target: "/items", status: 204, decision: "allowed methods", content: "",
            type: nil),
        DecisionCase(
            name: "HEAD is GET", method: .head, target: "/items/1", status: 200, decision: "default example",
            content: #"{"id":1}"#, type: "application/json"),
        DecisionCase(
            name: "under the server's base path", target: "/v1/items/1", status: 200, decision: "default example",
            content: #"{"id":1}"#, type: "application/json"),
    ]

    static let faults: [DecisionCase] = [
        DecisionCase(
            name: "a fault, before the contract is looked at", target: "/items?limit=11", headers: header("X-Fail"),
            status: 503, decision: "fault 1, mock.yaml:2:5: 503"),
        DecisionCase(
            name: "a quota that is not used up", method: .post, target: "/clear", status: 204,
            decision: "rule 1, mock.yaml:7:7", content: "", type: nil),
        DecisionCase(
            name: "a quota that is used up", method: .post, target: "/clear", status: 429,
            decision: "fault 2, mock.yaml:3:5: 429", before: [Request(method: .post, target: "/clear")]),
    ]

    private static func told(_ answer: String) -> Request {
        Request(method: .post, target: "/_counterpart/answers", headers: json, body: Array(answer.utf8))
    }

    static let oneOffs: [DecisionCase] = [
        DecisionCase(
            name: "an answer that a test asked for once", target: "/items?limit=2", status: 500,
            decision: "one-off answer 1: not declared, but asked for",
            before: [told(#"{"operation":"listItems","status":500}"#)]),
        DecisionCase(
            name: "and the usual one after that", target: "/items?limit=2", status: 200, decision: "example two",
            content: "[1,2]", type: "application/json",
            before: [told(#"{"operation":"listItems","status":500}"#), Request(target: "/items?limit=2")]),
        DecisionCase(
            name: "an example for once, before a refusal", target: "/items?limit=11", status: 200,
            decision: "one-off answer 1: example two", content: "[1,2]", type: "application/json",
            before: [told(#"{"operation":"listItems","example":"two"}"#)]),
        DecisionCase(
            name: "an answer for once to POST, before a rule", method: .post, target: "/clear", status: 503,
            decision: "one-off answer 1: not declared, but asked for",
            before: [told(#"{"operation":"clear","status":503}"#)]),
        DecisionCase(
            name: "an answer for once, before a recording", target: "/items?limit=3", status: 200,
            decision: "one-off answer 1: example all", content: "[1,2,3]", type: "application/json",
            before: [told(#"{"operation":"listItems","example":"all"}"#)], recordings: ShopRecording.traffic()),
        DecisionCase(
            name: "another operation is none of it", target: "/items/1", status: 200, decision: "default example",
            content: #"{"id":1}"#, type: "application/json", before: [told(#"{"operation":"clear","status":503}"#)]),
    ]

    static let refusals: [DecisionCase] = [
        DecisionCase(
            name: "the parameter names the status, its pair the content", target: "/items?user=somebody", status: 401,
            decision: "refused: query parameter 'user', example bad-user", content: "", type: nil),
        DecisionCase(
            name: "a pair with these very values", target: "/items?limit=11", status: 400,
            decision: "refused: query parameter 'limit', example many", content: "", type: nil),
        DecisionCase(
            name: "several violations", target: "/items?limit=11&user=x", status: 401,
            decision: "refused: query parameter 'limit' and 1 more, example bad-user", content: "", type: nil),
        DecisionCase(
            name: "422 where it is declared, in its own shape", method: .post, target: "/items", headers: json,
            body: "{}",
            status: 422, decision: "refused: body", content: #"{"reason":"wrong"}"#, type: "application/json"),
        DecisionCase(
            name: "no body at all", method: .post, target: "/items", status: 422, decision: "refused: body",
            content: #"{"reason":"wrong"}"#, type: "application/json"),
        DecisionCase(
            name: "a content type that is not taken", method: .post, target: "/items",
            headers: [.contentType: "text/plain"], body: "1", status: 415,
            decision: "refused: header 'Content-Type'"),
        DecisionCase(
            name: "a problem where default takes one", target: "/items/one", status: 400,
            decision: "refused: path parameter 'id' (400 under default)"),
        DecisionCase(name: "no credentials", target: "/secret", status: 403, decision: "refused: credentials"),
    ]

    static let preferences: [DecisionCase] = [
        DecisionCase(
            name: "a declared code", target: "/items", headers: prefer("code=401"), status: 401,
            decision: "code=401: no content declared", content: "", type: nil),
        DecisionCase(
            name: "a code under default", target: "/items/1", headers: prefer("code=203"), status: 203,
            decision: "code=203: default example", content: #"{"id":1}"#, type: "application/json"),
        DecisionCase(
            name: "an example by name", target: "/items", headers: prefer("example=two"), status: 200,
            decision: "example=two: example two", content: "[1,2]", type: "application/json"),
        DecisionCase(
            name: "an example by name, in the query", target: "/items?__example=all", status: 200,
            decision: "example=all: example all", content: "[1,2,3]", type: "application/json"),
        DecisionCase(
            name: "the header before the query", target: "/items?__code=400", headers: prefer("code=401"), status: 401,
            decision: "code=401: no content declared", content: "", type: nil),
        DecisionCase(
            name: "a fault that nobody declares", target: "/items", headers: prefer("code=503"), status: 503,
            decision: "code=503: not declared, but asked for"),
        DecisionCase(
            name: "a status that is not declared", target: "/items", headers: prefer("code=418"), status: 404,
            decision: "code=418: bad preference"),
        DecisionCase(
            name: "a value by a seed, where there is an example too", target: "/items?limit=2",
            headers: prefer("dynamic=true, seed=7"), status: 200, decision: "dynamic=true, seed=7: sample, seed 7",
            type: "application/json"),
        DecisionCase(
            name: "no such example", target: "/items", headers: prefer("example=three"), status: 404,
            decision: "example=three: bad preference"),
        DecisionCase(
            name: "no status", target: "/items", headers: prefer("code=abc"), status: 422, decision: "bad preference"),
        DecisionCase(
            name: "a declared code of a POST", method: .post, target: "/items",
            headers: json.merging(prefer("code=409")), body: #"{"id":1}"#, status: 409,
            decision: "code=409: default example taken", content: #"{"reason":"taken"}"#, type: "application/json"),
        DecisionCase(
            name: "what others prefer", target: "/items/1", headers: prefer("respond-async, wait=10"), status: 200,
            decision: "default example", content: #"{"id":1}"#, type: "application/json"),
    ]

    static let recordings: [DecisionCase] = [
        DecisionCase(
            name: "a recording with these values", target: "/items?limit=3", status: 200,
            decision: "recording shop.har, entry 1", content: "[3]", type: "application/json",
            recordings: ShopRecording.traffic()),
        DecisionCase(
            name: "the next recorded answer to the same", target: "/items?limit=3.0", status: 200,
            decision: "recording shop.har, entry 2", content: "[3,3]", type: "application/json",
            before: [Request(target: "/items?limit=3")], recordings: ShopRecording.traffic()),
        DecisionCase(
            name: "the last recorded answer stays", target: "/items?limit=3", status: 200,
            decision: "recording shop.har, entry 2", content: "[3,3]", type: "application/json",
            before: [Request(target: "/items?limit=3"), Request(target: "/items?limit=3")],
            recordings: ShopRecording.traffic()),
        DecisionCase(
            name: "a recording that keeps to the contract no more", target: "/items?limit=4", status: 200,
            decision: "recording shop.har, entry 3, drifted", content: #"{"items":[4]}"#, type: "application/json",
            recordings: ShopRecording.traffic()),
        DecisionCase(
            name: "a recording comes before rules", target: "/bare", headers: header("X-Rule"), status: 200,
            decision: "recording shop.har, entry 4", content: #"{"by":"backend"}"#, type: "application/json",
            recordings: ShopRecording.traffic()),
        DecisionCase(
            name: "a preference comes before recordings", target: "/items?limit=3&__code=401", status: 401,
            decision: "code=401: no content declared", content: "", type: nil, recordings: ShopRecording.traffic()),
        DecisionCase(
            name: "a refusal comes before recordings", target: "/items?limit=11", status: 400,
            decision: "refused: query parameter 'limit', example many", content: "", type: nil,
            recordings: ShopRecording.traffic()),
        DecisionCase(
            name: "not recorded: the other rows", target: "/items?limit=2", status: 200, decision: "example two",
            content: "[1,2]", type: "application/json", recordings: ShopRecording.traffic()),
        DecisionCase(
            name: "not recorded, and nothing else may answer", target: "/items?limit=2", status: 501,
            decision: "not recorded",
            content:
                #"{"title":"Not recorded","status":501,"detail":"No recording answers listItems with these values. The nearest is GET /items?limit=3 (shop.har, entry 1): query limit is 2, recorded is 3.","nearest":{"recording":"shop.har","entry":1,"method":"GET","target":"/items?limit=3","differs":[{"place":"query limit","asked":2,"recorded":3}]}}"#,
            recordings: ShopRecording.traffic(missing: .refused)),
        DecisionCase(
            name: "an operation of which nothing is recorded", target: "/items/1", status: 501,
            decision: "not recorded",
            content:
                #"{"title":"Not recorded","status":501,"detail":"No recording answers getItem with these values. None of that operation is in the recordings, which have 2 others."}"#,
            recordings: ShopRecording.traffic(missing: .refused)),
        DecisionCase(
            name: "a type that was recorded and is not accepted", target: "/items?limit=3",
            headers: [.accept: "text/csv"], status: 200, decision: "default example", content: "1,2,3",
            type: "text/csv", recordings: ShopRecording.traffic()),
    ]

    static let rules: [DecisionCase] = [
        DecisionCase(
            name: "the first rule whose condition holds", target: "/bare", headers: header("X-Rule"), status: 200,
            decision: "rule 1, mock.yaml:9:7", content: #"{"by":"rule"}"#, type: "application/json"),
        DecisionCase(
            name: "a rule without a value", target: "/bare", headers: header("X-Rule"), status: 500,
            decision: "failed: rule 2, mock.yaml:11:7", before: [Request(target: "/bare")]),
        DecisionCase(
            name: "a preference comes before rules", target: "/bare?__code=200", headers: header("X-Rule"), status: 200,
            decision: "code=200: sample, seed 3548364851", type: "application/json"),
        DecisionCase(
            name: "no rule applies", target: "/bare", status: 200, decision: "sample, seed 3548364851",
            type: "application/json"),
    ]

    private static let note = Request(
        method: .post, target: "/notes", headers: json, body: Array(#"{"text":"second"}"#.utf8))

    static let collections: [DecisionCase] = [
        DecisionCase(
            name: "a thing is made", method: .post, target: "/notes", headers: json, body: #"{"text":"second"}"#,
            status: 201, decision: "collection notes", content: #"{"id":2,"text":"second"}"#, type: "application/json"),
        DecisionCase(
            name: "and read", target: "/notes/2", status: 200, decision: "collection notes",
            content: #"{"id":2,"text":"second"}"#, type: "application/json", before: [note]),
        DecisionCase(
            name: "and listed", target: "/notes", status: 200, decision: "collection notes",
            content: #"[{"id":1,"text":"first"},{"id":2,"text":"second"}]"#, type: "application/json", before: [note]),
        DecisionCase(
            name: "what an example shows can be read", target: "/notes/1", status: 200, decision: "collection notes",
            content: #"{"id":1,"text":"first"}"#, type: "application/json"),
        DecisionCase(
            name: "and is gone when it was deleted", target: "/notes/1", status: 404, decision: "collection notes",
            content: "", type: nil, before: [Request(method: .delete, target: "/notes/1")]),
        DecisionCase(
            name: "what was never there", target: "/notes/9", status: 404, decision: "collection notes", content: "",
            type: nil),
        DecisionCase(
            name: "examples speak until something is touched", target: "/notes", status: 200, decision: "example all",
            content: #"[{"id":1,"text":"first"}]"#, type: "application/json"),
        DecisionCase(
            name: "collections can be turned off", target: "/notes/1", status: 200,
            decision: "sample, seed 37990499", type: "application/json", before: [note], file: "state: off"),
    ]

    static let examples: [DecisionCase] = [
        DecisionCase(
            name: "the pair whose value matches", target: "/items?limit=2", status: 200, decision: "example two",
            content: "[1,2]", type: "application/json"),
        DecisionCase(
            name: "numbers are compared as numbers", target: "/items?limit=2.0", status: 200, decision: "example two",
            content: "[1,2]", type: "application/json"),
        DecisionCase(
            name: "the pair whose body matches", method: .post, target: "/items", headers: json, body: #"{ "id": 2 }"#,
            status: 409, decision: "example taken", content: #"{"reason":"taken"}"#, type: "application/json"),
        DecisionCase(
            name: "a pair without parameters", target: "/items", status: 200, decision: "example all",
            content: "[1,2,3]", type: "application/json"),
        DecisionCase(
            name: "no pair: the first example of the lowest success", target: "/items?limit=3", status: 200,
            decision: "default example two", content: "[1,2]", type: "application/json"),
        DecisionCase(
            name: "by Accept", target: "/items?limit=3", headers: [.accept: "text/*, application/json;q=0.1"],
            status: 200,
            decision: "default example", content: "1,2,3", type: "text/csv"),
        DecisionCase(
            name: "none that is accepted", target: "/items?limit=3", headers: [.accept: "image/png"], status: 406,
            decision: "not acceptable"),
        DecisionCase(
            name: "the pair is not accepted", target: "/items?limit=2", headers: [.accept: "image/png, */*;q=0"],
            status: 406, decision: "not acceptable"),
        DecisionCase(
            name: "credentials of any kind", target: "/secret",
            headers: HTTPField.Name("X-Key").map { [$0: "k"] } ?? [:],
            status: 204, decision: "no content declared", content: "", type: nil),
        DecisionCase(
            name: "no example: a value by the schema", target: "/bare", status: 200,
            decision: "sample, seed 3548364851",
            type: "application/json"),
    ]
}
