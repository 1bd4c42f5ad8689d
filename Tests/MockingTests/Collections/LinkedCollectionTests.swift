// Links are followed: what they lead to is what they came from, also where paths do not say that the two belong together.

import ContractCollections
import HTTPExchange
import Expressions
import Foundation
import JSONValues
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct LinkedCollectionTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Linked, version: "1"}
        paths:
          /checkout:
            post:
              operationId: checkOut
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/NewOrder'}}}}
              responses:
                '201':
                  description: Ordered.
                  content: {application/json: {schema: {$ref: '#/components/schemas/Receipt'}}}
                  links:
                    order: {operationId: getOrder, parameters: {number: $response.body#/reference}}
          /recent:
            get:
              operationId: listRecent
              responses:
                '200':
                  description: The newest orders.
                  content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}
                  links:
                    newest: {operationRef: '#/paths/~1order~1{number}/get', parameters: {path.number: $response.body#/0/orderNumber}}
          /order/{number}:
            parameters: [{name: number, in: path, required: true, schema: {type: integer}}]
            get:
              operationId: getOrder
              responses:
                '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
                '404': {description: None.}
            delete: {operationId: cancelOrder, responses: {'204': {description: Gone.}}}
          /login:
            post:
              operationId: logIn
              requestBody: {content: {application/json: {schema: {type: object, properties: {login: {type: string}, password: {type: string}}}}}}
              responses:
                '200':
                  description: Who that is.
                  content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}
                  links:
                    self: {operationId: getUser, parameters: {name: $response.body#/login}}
          /users/{name}:
            get:
              operationId: getUser
              parameters: [{name: name, in: path, required: true, schema: {type: string}}]
              responses:
                '200':
                  description: One.
                  content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}
                  links:
                    badges: {operationId: listBadges, parameters: {name: $response.body#/login}}
          /badges:
            get:
              operationId: listBadges
              parameters: [{name: name, in: query, required: true, schema: {type: string}}]
              responses: {'200': {description: Some., content: {application/json: {schema: {type: array, items: {type: string}}}}}}
          /profiles:
            post:
              operationId: addProfile
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Profile'}}}}
              responses:
                '201':
                  description: Added.
                  links:
                    it: {operationId: getProfile, parameters: {who: $request.body#/nick}}
          /profile/{who}:
            get:
              operationId: getProfile
              parameters: [{name: who, in: path, required: true, schema: {type: string}}]
              responses:
                '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Profile'}}}}
                '404': {description: None.}
          /tickets:
            post:
              operationId: openTicket
              responses:
                '201':
                  description: Opened.
                  headers: {X-Ticket: {schema: {type: string}}}
                  links:
                    it: {operationId: getTicket, parameters: {code: $response.header.X-Ticket}}
          /ticket:
            parameters: [{name: code, in: query, required: true, schema: {type: string}}]
            get:
              operationId: getTicket
              responses:
                '200': {description: One., content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}}}}}}
                '404': {description: None.}
            delete: {operationId: closeTicket, responses: {'204': {description: Gone.}}}
        components:
          schemas:
            NewOrder: {type: object, required: [item], properties: {item: {type: string}, amount: {type: integer}}}
            Receipt: {type: object, required: [reference, state], properties: {reference: {type: integer}, state: {type: string, enum: [new, paid]}}}
            Order:
              type: object
              required: [orderNumber, item, state]
              properties: {orderNumber: {type: integer}, item: {type: string}, amount: {type: integer}, state: {type: string, enum: [new, paid]}}
            User: {type: object, required: [login], properties: {login: {type: string}, age: {type: integer}}}
            Profile: {type: object, required: [nick], properties: {nick: {type: string}, motto: {type: string}}}
        """

    private func client() throws -> MockClient {
        MockClient(
            Mock(
                try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract),
                options: .init(seedSize: 0)))
    }

    @Test func linksJoinWhatPathsKeepApart() throws {
        let collections = try client().mock.contract.findCollections().map { collection in
            "\(collection.name): " + collection.operations.map(\.id).joined(separator: " ")
                + "; \(collection.idParameter?.name ?? "nothing") is \(collection.idProperty ?? "none")"
        }
        #expect(
            collections == [
                "order: listRecent checkOut getOrder cancelOrder; number is orderNumber",
                // Logging in leads to a user, but makes none.
                "users: getUser; name is login", "profile: addProfile getProfile; who is nick",
                "tickets: openTicket getTicket closeTicket; code is none",
            ])
    }

    @Test func fromAReceiptToTheThing() throws {
        let client = try client()
        let receipt = try client.send(.post, "/checkout", ["item": "tea", "amount": 3])
        #expect(receipt.status == 201)
        let number = try #require(receipt.body?["reference"]?.number?.int64)
        #expect(receipt.location == "/order/\(number)")
        let order = try client.send(.get, "/order/\(number)")
        #expect(order.body?["orderNumber"] == .number(JSONNumber(number)))
        #expect(order.body?["item"] == "tea")
        #expect(order.body?["amount"] == 3)
        #expect(try client.send(.get, "/recent").body == .array([try #require(order.body)]))
        #expect(try client.send(.post, "/checkout", ["item": "milk"]).body?["reference"] != receipt.body?["reference"])
        #expect(try client.send(.delete, "/order/\(number)").status == 204)
        #expect(try client.send(.get, "/order/\(number)").status == 404)
        #expect(try client.send(.get, "/recent").body?.array?.map { $0["item"] } == ["milk"])
    }

    @Test func byWhatWasSent() throws {
        let client = try client()
        let added = try client.send(.post, "/profiles", ["nick": "an na", "motto": "Later."])
        #expect(added.status == 201)
        #expect(added.location == "/profile/an%20na")
        #expect(try client.send(.get, "/profile/an%20na").body == ["nick": "an na", "motto": "Later."])
    }

    @Test func byAFieldAndTheQuery() throws {
        let client = try client()
        let opened = try client.send(.post, "/tickets")
        let code = try #require(opened.header("X-Ticket"))
        #expect(opened.location == "/ticket?code=\(code)")
        let ticket = try client.send(.get, "/ticket?code=\(code)")
        #expect(ticket.status == 200)
        #expect(try client.send(.get, "/ticket?code=\(code)").body == ticket.body)
        #expect(try client.send(.delete, "/ticket?code=\(code)").status == 204)
        #expect(try client.send(.get, "/ticket?code=\(code)").status == 404)
    }

    @Test func aThingSaysWhichItIs() throws {
        let client = try client()
        #expect(try client.send(.get, "/users/anna").body?["login"] == "anna")
        #expect(try client.send(.get, "/users/ben").body?["login"] == "ben")
        // Logging in makes nothing.
        #expect(try client.send(.post, "/login", ["login": "anna", "password": "x"]).status == 200)
        #expect(try client.send(.get, "/users/anna").body?["login"] == "anna")
    }

    private static let corpus =
        ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"]
        ?? AppContract.root.appending(path: "../shared/corpus").standardizedFileURL.path

    /// The links of OpenAPI's own example, each followed from the answer that has it, down to the merge.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: corpus), "the corpus is not there"))
    func thePublishedExampleFromLinkToLink() throws {
        let contract = try #require(Contract.load(path: Self.corpus + "/link-example.yaml").contract)
        let client = MockClient(Mock(contract))
        let user = try client.send(.get, "/2.0/users/anna").body
        #expect(user?["username"] == "anna")
        let repository = try client.send(.get, "/2.0/repositories/anna/tools").body
        let pulls = try target(of: "getRepository", repository, in: contract)
        #expect(pulls == "/2.0/repositories/anna/tools/pullrequests")
        let pull = try client.send(.get, "\(pulls)/7").body
        let merge = try target(of: "getPullRequestsById", pull, in: contract)
        #expect(merge == "\(pulls)/7/merge")
        #expect(try client.send(.post, merge).status == 204)
    }

    /// Where the only link of an operation's success leads from an answer.
    private func target(of id: String, _ answer: JSON?, in contract: Contract) throws -> String {
        let link = try #require(contract.operation(id: id)?.successResponse?.links.first)
        var context = RuntimeContext()
        context.response = .init(body: answer)
        let target = try #require(link.operationID.flatMap { contract.operation(id: $0) })
        let values = try link.parameters.map { name, value in
            let parameter = try #require(target.parameter(name, in: .path))
            let expression = try RuntimeExpression(parsing: value.string ?? "")
            return (parameter: parameter, value: try #require(expression.value(in: context)))
        }
        return target.encode(values: values).target
    }
}
