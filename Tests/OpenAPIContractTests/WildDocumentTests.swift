// Documents as they are found in the wild: what YAML 1.1 would misread, every style at once, and each value replaced by another kind.

import ContractTools
import JSONSchema
import ContractSamples
import JSONValues
import HTTPExchange
@testable import SourceDocuments
@testable import OpenAPIContract
@testable import ContractTools
import HTTPTypes
import Testing

@Suite struct WildDocumentTests {
    @Test func nothingIsReadAsYAML11Would() throws {
        let contract = try Contract.sample(
            """
            %YAML 1.1
            --- # comment
            openapi: "3.0.3"
            info: &info
              title: &t Norway
              version: 1.10
              description: |2
                  indented
                less
              x-tab:	tabbed value	
            x-anchors:
              - &ok {description: OK}
              - &json
                application/json:
                  schema: &country {enum: [NO, SE, on, off, yes, y, ~, 2020-01-01, 12:30:00, 1_000, 010, 0x1F, 1e3, .5, '1']}
            paths:
              /countries:
                get: &get
                  operationId: list
                  responses:
                    200: &r
                      <<: *ok
                      content: *json
                    404: *ok
                    5XX: *ok
                    x-on: {on: off}
                head:
                  <<: *get
                  operationId: head
              ? /complex
              : get: {<<: [{operationId: complex}, *get]}
              ? "/quoted\\u002Fkey"
              : get: {operationId: quoted, responses: {"200": *ok}}
              /folded:
                get:
                  operationId: >-
                    fold
                    ed
                  responses: {'200': *ok}
            ...

            """)
        #expect(contract.operations.map(\.id) == ["list", "head", "complex", "quoted", "fold ed"])
        #expect(contract.operations[3].path.text == "/quoted/key")
        #expect(
            [contract.title, contract.apiVersion, contract.description] == ["Norway", "1.10", "  indented\nless\n"])
        let list = contract.operations[2]
        #expect(list.responses.map(\.status) == [.exact(200), .exact(404), .range(5)])
        let values = list.responses[0].content[0].schema?.node.source["enum"]
        #expect(
            values?.serialized()
                == #"["NO","SE","on","off","yes","y",null,"2020-01-01","12:30:00","1_000",10,31,1e3,0.5,"1"]"#)
    }

    /// Each value goes onto the wire by its style and comes back as it was.
    @Test func everyStyleAtOnce() throws {
        let contract = try Contract.sample(
            """
            openapi: 3.1.0
            info: {title: P, version: '1'}
            servers:
              - url: https://{host}.example.com:{port}/{base}
                variables: {host: {default: a}, port: {default: '443', enum: ['443', '8443']}, base: {default: v1}}
            paths:
              /s/{simple}/{exploded}/{label}/{matrix}/{json}:
                parameters:
                  - {name: simple, in: path, required: true, schema: {type: array, items: {type: integer}}, example: [1, 2]}
                  - {name: exploded, in: path, required: true, explode: true, schema: {type: object, properties: {a: {type: integer}}}, example: {a: 1}}
                  - {name: label, in: path, required: true, style: label, explode: true, schema: {type: array, items: {type: string}}, example: [a, b]}
                  - {name: matrix, in: path, required: true, style: matrix, explode: true, schema: {type: array, items: {type: string}}, example: [a, b]}
                  - {name: json, in: path, required: true, content: {application/json: {schema: {type: object}, example: {a/b: 'c?d'}}}}
                get:
                  parameters:
                    - {name: reserved, in: query, required: true, allowReserved: true, schema: {type: string}, example: 'https://x.y/z?a=b:c&= %é'}
                    - {name: deep, in: query, required: true, style: deepObject, schema: {type: object, properties: {a: {type: object, properties: {b: {type: array, items: {type: integer}}}}}}, example: {a: {b: [1, 2]}}}
                    - {name: 'list[]', in: query, required: true, schema: {type: array, items: {type: string}}, example: [x, y]}
                    - {name: pipes, in: query, required: true, style: pipeDelimited, explode: false, schema: {type: array, items: {type: string}}, example: [x, y]}
                    - {name: query, in: query, required: true, content: {application/json: {schema: {type: array, items: {type: integer}}, example: [1, 2]}}}
                    - {name: none, in: query, required: true, schema: {type: [integer, 'null']}, example: null}
                    - {name: X-List, in: header, required: true, schema: {type: array, items: {type: integer}}, example: [1, 2]}
                    - {name: X-Object, in: header, required: true, explode: true, schema: {type: object, properties: {a: {type: integer}}}, example: {a: 1}}
                    - {name: one, in: cookie, required: true, schema: {type: array, items: {type: integer}}, example: [1, 2]}
                    - {name: two, in: cookie, required: true, explode: false, schema: {type: object, properties: {a: {type: integer}}}, example: {a: 1}}
                    - {name: free, in: query, required: true, schema: {type: object, additionalProperties: {type: integer}}, example: {k1: 1, k2: 2}}
                  responses: {'200': {description: ok}}
            """)
        let operation = contract.operations[0]
        let request = contract.exampleRequest(of: operation)
        guard case .judged(let judged) = contract.judge(request) else { Issue.record("no route"); return }
        #expect(judged.violations.map(\.message) == [])
        for parameter in operation.parameters.dropLast() {
            let example = parameter.examples.first ?? parameter.content?.examples.first
            #expect(judged.value(parameter.name, in: parameter.location) == example?.value, "\(parameter.name)")
        }
        // An object without declared names takes all that nothing else is called.
        let free = try #require(judged.value("free", in: .query))
        #expect([free["k1"], free["k2"]] == [1, 2])
    }

    private static let rich = """
        openapi: 3.1.0
        info: {title: T, version: '1', license: {name: MIT}}
        servers: [{url: 'https://{h}/v1', variables: {h: {default: a, enum: [a]}}}]
        tags: [{name: one}]
        security: [{key: [read]}]
        paths:
          /a/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}, examples: {good: {value: 1}}}]
            post:
              operationId: op
              tags: [one]
              parameters: [{$ref: '#/components/parameters/q'}, {name: c, in: query, content: {application/json: {schema: {type: object}}}}]
              requestBody: {required: true, content: {multipart/form-data: {schema: {$ref: '#/components/schemas/S'}, encoding: {a: {contentType: text/plain, headers: {X: {schema: {type: string}}}}}}}}
              responses:
                '200': {description: d, headers: {X: {required: true, schema: {type: integer}}}, content: {application/json: {schema: {$ref: '#/components/schemas/S'}, examples: {good: {value: {a: x}}}}}, links: {l: {operationId: op, parameters: {id: $response.body#/id}}}}
                default: {description: e, x-counterpart-examples: [good]}
              callbacks: {cb: {'{$request.body#/url}': {post: {responses: {'200': {description: d}}}}}}
        webhooks: {w: {post: {responses: {'200': {description: d}}}}}
        components:
          parameters: {q: {name: q, in: query, style: deepObject, explode: true, x-invalid-status: 404, schema: {type: object}}}
          schemas:
            S: {type: object, required: [a], properties: {a: {type: string, enum: [x]}, n: {type: [number, 'null'], minimum: 1}, l: {type: array, items: {$ref: '#/components/schemas/S'}}}, oneOf: [{type: object}], discriminator: {propertyName: a, mapping: {x: '#/components/schemas/S'}}}
          securitySchemes: {key: {type: apiKey, in: header, name: X-Key}, flows: {type: oauth2, flows: {implicit: {scopes: {}}}}}
        """

    /// Whatever stands where something else belongs is told with its place, and nothing ends the program.
    @Test(arguments: [nil, true, 7, "text", [], .object(JSONObject()), ["$ref": "#/paths"]] as [JSON])
    func everyValueMayBeAnother(_ other: JSON) throws {
        let root = try YAMLReader.read(Array(Self.rich.utf8)).root
        for pointer in pointers(in: root) where !pointer.tokens.isEmpty {
            let text = replacing(pointer.tokens[...], of: root, by: other).serialized()
            let loaded = Contract.load(files: ["openapi.json": text], root: "openapi.json")
            for diagnostic in loaded.diagnostics {
                #expect(diagnostic.place != nil && !diagnostic.message.isEmpty, "\(pointer) \(diagnostic.code)")
                #expect(diagnostic.severity != .error || diagnostic.remedy != nil, "\(pointer) \(diagnostic.code)")
            }
            guard let contract = loaded.contract else {
                #expect(loaded.hasErrors, "\(pointer)")
                continue
            }
            let edition: SpecificationVersion = pointer.tokens.count.isMultiple(of: 2) ? .v3_0 : .v3_1
            _ = contract.check()
            _ = ContractExport(contract, as: edition).text
            _ = ContractPage(contract).text
            for operation in contract.operations {
                _ = OperationPage(operation, of: contract, origin: "").text
                let request = contract.exampleRequest(of: operation)
                guard case .judged(let judged) = contract.judge(request) else { continue }
                _ = contract.judge(Response(status: 200, headers: [.contentType: "application/json"]), to: judged)
            }
        }
    }

    private func pointers(in value: JSON, at pointer: JSONPointer = .root) -> [JSONPointer] {
        switch value {
        case .object(let object):
            [pointer] + object.flatMap { pointers(in: $0.value, at: pointer.appending($0.key)) }
        case .array(let array):
            [pointer] + array.enumerated().flatMap { pointers(in: $0.element, at: pointer.appending($0.offset)) }
        case .null, .bool, .number, .string: [pointer]
        }
    }

    private func replacing(_ path: ArraySlice<String>, of value: JSON, by other: JSON) -> JSON {
        guard let token = path.first else { return other }
        switch value {
        case .object(var object):
            object[token] = object[token].map { replacing(path.dropFirst(), of: $0, by: other) }
            return .object(object)
        case .array(var array):
            if let index = Int(token) { array[index] = replacing(path.dropFirst(), of: array[index], by: other) }
            return .array(array)
        case .null, .bool, .number, .string: return value
        }
    }
}
