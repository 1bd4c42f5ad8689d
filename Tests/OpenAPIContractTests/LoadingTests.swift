// What documents hold, in all the ways in which they hold it.

import ContractTools
import ContractSamples
import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
@testable import SourceDocuments
@testable import OpenAPIContract
@testable import ContractTools
import HTTPTypes
import Testing

@Suite struct LoadingTests {
    @Test func everythingIsRead() throws {
        let contract = try Contract.sample(
            """
            openapi: 3.1.0
            info: {title: T, version: 1.10, summary: S, description: D}
            servers: [{url: 'https://{h}/v1', variables: {h: {default: a, enum: [a, b]}}}]
            tags: [{name: one, description: First}]
            x-root: {kept: true}
            security: [{key: [read, write]}]
            paths:
              /a/{id}:
                summary: shared
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}, {name: q, in: query, schema: {}}]
                get:
                  tags: [one]
                  summary: Get
                  deprecated: true
                  x-op: 1
                  parameters: [{name: q, in: query, required: true, deprecated: true, schema: {}, x-p: 2, x-invalid-status: 404}]
                  responses:
                    '200': {description: d, links: {next: {operationId: after, parameters: {id: $response.body#/id}}}}
                    4xx: {description: d}
                    default: {description: d}
                  callbacks: {done: {'{$request.body#/url}': {post: {requestBody: {content: {}}}}}}
                post: {operationId: after, servers: [{url: /other}], security: []}
            webhooks:
              ping: {post: {operationId: ping}}
            components:
              securitySchemes: {key: {type: oauth2, flows: {implicit: {scopes: {}}}}}
              schemas: {Empty: {}, Never: false, Always: true}
            """)
        #expect(
            [contract.title, contract.apiVersion, contract.summary, contract.description] == ["T", "1.10", "S", "D"])
        #expect(contract.extensions["x-root"] == ["kept": true])
        #expect(contract.tags.map(\.name) == ["one"])
        #expect(contract.webhooks.map(\.id) == ["ping"])
        #expect(contract.schemas.map(\.name) == ["Empty", "Never", "Always"])
        let get = contract.operations[0]
        #expect(get.id == "get /a/{id}")
        #expect(get.title == "GET /a/{id}")
        #expect(get.deprecated)
        #expect(get.extensions["x-op"] == 1)
        #expect(get.parameters.map { "\($0.name) \($0.required)" } == ["id true", "q true"])
        #expect(get.parameters[1].extensions == JSONObject([("x-p", 2), ("x-invalid-status", 404)]))
        #expect(get.parameters[1].invalidStatus == 404)
        #expect(get.responses.map(\.status) == [.exact(200), .range(4), .any])
        #expect(get.response(for: 404)?.status == .range(4))
        #expect(get.responses[0].links.map(\.operationID) == ["after"])
        #expect(get.callbacks.map(\.expression) == ["{$request.body#/url}"])
        #expect(get.security.map { $0.schemes.map(\.scopes) } == [[["read", "write"]]])
        #expect(contract.operations[1].security.isEmpty)
        #expect(contract.operations[1].servers.map(\.basePath) == ["/other"])
    }

    /// References of every shape that lead to the same parameter.
    @Test(arguments: [
        "{$ref: '#/components/parameters/p'}", "{$ref: '#/components/parameters/chain'}", "{$ref: 'p.yaml'}",
        "{$ref: './p.yaml#'}", "{$ref: 'list.yaml#/0'}", "{$ref: 'folder/../list.yaml#/0'}", "{$ref: 'list.yaml#/1'}",
        "{$ref: 'odd%20name.yaml#/a~1b%25/~0'}", "{$ref: 'odd name.yaml#/a~1b%25/~0'}",
        "{$ref: 'openapi.yaml#/components/parameters/p'}",
        "{$ref: 'folder/up.yaml#/p'}", "{$ref: '#/paths/~1other/get/parameters/0'}",
        "{$ref: 'p.json', description: sibling}",
    ])
    func references(_ reference: String) throws {
        let contract = try Contract.sample(
            document(
                "/a: {get: {parameters: [\(reference)]}}\n/other: {get: {parameters: [{name: p, in: query, schema: {$ref: '#/components/schemas/S'}}]}}",
                components: """
                    components:
                      parameters:
                        p: {name: p, in: query, schema: {$ref: '#/components/schemas/S'}}
                        chain: {$ref: '#/components/parameters/chain2'}
                        chain2: {$ref: 'folder/up.yaml#/p'}
                      schemas: {S: {type: integer}}
                    """),
            files: [
                "p.yaml": "name: p\nin: query\nschema: {$ref: 'openapi.yaml#/components/schemas/S'}",
                "p.json": #"{"name": "p", "in": "query", "schema": {"$ref": "openapi.yaml#/components/schemas/S"}}"#,
                "list.yaml": "- {name: p, in: query, schema: {type: integer}}\n- {$ref: '#/0'}",
                "odd name.yaml": "a/b%: {'~': {name: p, in: query, schema: {type: integer}}}",
                "folder/up.yaml": "p: {$ref: '../openapi.yaml#/components/parameters/p'}",
            ])
        let parameter = try #require(contract.operations[0].parameters.first)
        #expect(parameter.name == "p")
        #expect(parameter.schema?.accepts("x") == false)
        #expect(parameter.schema?.accepts(1) == true)
    }

    @Test func schemasReferToEverywhere() throws {
        let contract = try Contract.sample(
            document(
                "/a: {post: {requestBody: {content: {application/json: {schema: {$ref: 'schemas/Order.yaml'}}}}}}",
                components:
                    "components: {schemas: {Name: {type: string, $anchor: name}, Named: {$ref: '#name', minLength: 2}}}"
            ),
            files: [
                "schemas/Order.yaml": """
                type: object
                properties:
                  item: {$ref: ./Item.yaml}
                  local: {$ref: '#/$defs/local'}
                  name: {$ref: '../openapi.yaml#/components/schemas/Named'}
                $defs: {local: {type: boolean}}
                """,
                "schemas/Item.yaml":
                    "type: object\nproperties: {order: {$ref: Order.yaml}, self: {$ref: '#'}, n: {type: integer}}",
            ])
        let schema = try #require(contract.operations[0].body?.content[0].schema)
        #expect(schema.accepts(try .text(#"{"item": {"order": {"local": true}, "self": {"n": 1}}, "name": "ab"}"#)))
        let wrong = try JSON.text(#"{"item": {"order": {"local": 1}, "self": {"n": "x"}}, "name": "a"}"#)
        let places = schema.validate(wrong).compactMap { contract.place(ofSchema: $0.schema)?.file }
        #expect(Set(places) == ["schemas/Order.yaml", "schemas/Item.yaml", "openapi.yaml"])
    }

    /// Circles of any shape end: the legal ones load, the empty ones are told.
    @Test(arguments: [
        ("A: {properties: {a: {$ref: '#/components/schemas/A'}}}", []),
        ("A: {$ref: '#/components/schemas/B'}\nB: {properties: {a: {$ref: '#/components/schemas/A'}}}", []),
        ("A: {oneOf: [{$ref: '#/components/schemas/A'}]}", []),
        (
            "A: {allOf: [{$ref: '#/components/schemas/B'}]}\nB: {allOf: [{$ref: '#/components/schemas/A'}]}",
            ["warning invalid-schema"]
        ),
        ("A: {allOf: [{$ref: '#/components/schemas/A'}, {type: string}]}", ["warning invalid-schema"]),
        ("A: {items: {$ref: '#/components/schemas/A'}}", []),
        ("A: {not: {$ref: '#/components/schemas/A'}}", []),
        ("A: {additionalProperties: {$ref: '#/components/schemas/A'}}", []),
        ("A: {$ref: '#/components/schemas/A'}", ["warning invalid-schema"]),
        ("A: {$ref: '#/components/schemas/B'}\nB: {$ref: '#/components/schemas/A'}", ["warning invalid-schema"]),
    ])
    func circles(_ schemas: String, _ expected: [String]) throws {
        let lines = schemas.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let text = document(
            "/a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}",
            components: "components:\n  schemas:\n\(lines)")
        let loaded = Contract.load(files: ["openapi.yaml": text])
        #expect(loaded.diagnostics.map { "\($0.severity.rawValue) \($0.code.rawValue)" } == expected)
        let schema = loaded.contract?.operations[0].body?.content[0].schema
        _ = schema?.validate(["a": ["a": [1, [2]]]])
        _ = loaded.contract?.check()
        _ = loaded.contract.map { ContractExport($0).text }
        if let contract = loaded.contract {
            _ = OperationPage(contract.operations[0], of: contract, origin: "").text
        }
    }

    @Test func aPathItemThatRefersToAnotherAddsToIt() throws {
        let contract = try Contract.sample(
            document(
                "/a: {$ref: '#/components/pathItems/A', put: {operationId: own}}",
                components: "components: {pathItems: {A: {get: {operationId: theirs}}}}"))
        #expect(contract.operations.map(\.id) == ["theirs", "own"])
    }

    @Test func examplesOfOneNameArePairs() throws {
        let contract = try Contract.sample(
            document(
                """
                /a/{id}:
                  put:
                    parameters:
                      - {name: id, in: path, required: true, schema: {}, example: 7}
                      - {name: q, in: query, schema: {}, examples: {good: {value: 1}, bad: {value: x}, alone: {value: 0}}}
                      - {name: r, in: query, schema: {}, examples: {good: {value: 2}}}
                    requestBody:
                      content: {application/json: {examples: {good: {$ref: '#/components/examples/good'}, file: {externalValue: data/file.json}}}}
                    responses:
                      '200':
                        description: d
                        headers: {X-A: {schema: {}, examples: {good: {value: h}}}}
                        content: {application/json: {examples: {good: {value: {ok: true}}, file: {value: {}}, answer: {value: {}}}}}
                      '400': {description: d, x-counterpart-examples: [bad, good]}
                """, components: "components: {examples: {good: {value: {b: 1}}}}"),
            files: ["data/file.json": #"{"from": "file"}"#])
        let pairs = contract.operations[0].pairs.map { pair in
            "\(pair.name) \(pair.status) "
                + pair.parameters.map { "\($0.parameter.name)=\($0.value.serialized())" }.joined(separator: "&")
                + " \(pair.body?.value.serialized() ?? "-") \(pair.response?.value.serialized() ?? "-") \(pair.headers.count)"
        }
        #expect(
            pairs == [
                #"good 200 q=1&r=2&id=7 {"b":1} {"ok":true} 1"#, #"file 200 id=7 {"from":"file"} {} 0"#,
                "bad 400 q=\"x\"&id=7 - - 0",
            ])
    }

    @Test func examplesMayStandInFiles() throws {
        let files = [
            "openapi.yaml": document(
                """
                /a:
                  get:
                    responses:
                      '200':
                        description: d
                        content:
                          application/json:
                            examples: {json: {externalValue: a.json}, yaml: {externalValue: a.yaml}, gone: {externalValue: b.json}, far: {externalValue: 'https://x/y'}}
                          text/csv: {examples: {csv: {externalValue: ./a.csv}}}
                """), "a.json": "[1]", "a.yaml": "[yes, 2]", "a.csv": "a,b\n",
        ]
        let loaded = Contract.load(files: files)
        #expect(loaded.diagnostics.map(\.code) == [.externalExample, .externalExample])
        let content = try #require(loaded.contract).operations[0].responses[0].content
        #expect(content[0].examples.map(\.value) == [[1], ["yes", 2]])
        #expect(content[1].examples.map(\.value) == ["a,b\n"])
    }

    @Test func examplesWithoutNamesAreOnePair() throws {
        let contract = try Contract.sample(
            document(
                """
                /a/{id}:
                  get:
                    parameters: [{name: id, in: path, required: true, schema: {}, example: 7}]
                    responses: {'200': {description: d, content: {application/json: {example: {ok: true}}}}}
                  delete:
                    parameters: [{name: id, in: path, required: true, schema: {}}]
                    responses: {'200': {description: d, content: {application/json: {example: {ok: true}}}}}
                """))
        #expect(contract.operations.map { $0.pairs.map(\.name) } == [["example"], []])
        #expect(contract.operations[0].request(for: contract.operations[0].pairs[0]).target == "/a/7")
    }

    @Test(arguments: [
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nwebhooks: {a: {post: {}}}\n",
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {A: {}}}\n",
        "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths: {}\n",
        "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths:\n",
        "openapi: 3.2.0\ninfo: {title: T, version: '1'}\npaths: {/a: {query: {}, additionalOperations: {COPY: {}}}}\n",
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: null, /b: {get: {responses: {'200': {description: d, content: {application/json: {}}}}}}}\n",
        #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{"parameters":[],"responses":{}}}}}"#,
    ])
    func smallLegalDocuments(_ text: String) throws {
        _ = try Contract.sample(text)
    }

    // MARK: On disk

    /// A folder that is gone when the test is.
    private func withFolder(_ files: [String: String], _ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try body(folder)
    }

    private static let outside = [
        "api/openapi.yaml": document("/a: {$ref: ../common/a.yaml}"), "common/a.yaml": "get: {operationId: a}",
    ]

    @Test func nothingOutsideTheFolderIsReadUnlessAllowed() throws {
        try withFolder(Self.outside) { folder in
            let path = folder.appending(path: "api").path(percentEncoded: false)
            #expect(Contract.load(path: path).diagnostics.map(\.code) == [.refOutside])
            let allowed = LoadOptions(allowedFolders: [folder.appending(path: "common").path(percentEncoded: false)])
            let loaded = Contract.load(path: path, options: allowed)
            #expect(loaded.diagnostics == [])
            #expect(loaded.contract?.operations.map(\.id) == ["a"])
        }
    }

    @Test(arguments: [
        ("/a/./b/../c//d/", ["a", "c", "d"]), ("/../x", ["x"]), ("/", []), ("", []), ("/a/../..", []),
        ("/a/\u{301}b/..", ["a"]), ("/a/...", ["a", "..."]),
    ])
    func pathsAreMadeOfParts(path: String, parts: [Substring]) { #expect(pathParts(path) == parts) }

    @Test func aSymbolicLinkDoesNotLeadOutside() throws {
        try withFolder(["api/openapi.yaml": document("/a: {$ref: a.yaml}"), "secret.yaml": "get: {}"]) { folder in
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "api/a.yaml"), withDestinationURL: folder.appending(path: "secret.yaml"))
            let loaded = Contract.load(path: folder.appending(path: "api").path(percentEncoded: false))
            #expect(loaded.diagnostics.map(\.code) == [.refOutside])
        }
    }

    @Test(arguments: ["/etc/passwd", "file:///etc/passwd", "../../../../../../etc/passwd", "//example.com/a.yaml"])
    func absoluteReferencesAreOutside(_ reference: String) throws {
        try withFolder(["openapi.yaml": document("/a: {$ref: '\(reference)'}")]) { folder in
            let loaded = Contract.load(path: folder.path(percentEncoded: false))
            let errors = loaded.diagnostics.filter { $0.severity == .error }.map(\.code)
            #expect(errors.count == 1)
            #expect([.refOutside, .refNetwork, .refUnresolved].contains(errors.first))
        }
    }

    /// A pipe would be waited for, and a device may have no end.
    @Test func onlyFilesAreRead() throws {
        try withFolder(["openapi.yaml": document("/a: {$ref: pipe.yaml}\n/b: {$ref: folder}"), "folder/a.yaml": ""]) {
            folder in
            #expect(mkfifo(folder.appending(path: "pipe.yaml").path(percentEncoded: false), 0o600) == 0)
            let loaded = Contract.load(path: folder.path(percentEncoded: false))
            let prefix = folder.path(percentEncoded: false) + "/"
            #expect(
                loaded.diagnostics.map { $0.message.replacing(prefix, with: "") } == [
                    "'pipe.yaml' cannot be read: it is no regular file", "'folder' leads to a folder",
                ])
            let root = Contract.load(path: prefix + "pipe.yaml")
            #expect(root.diagnostics.map(\.code) == [.unreadable])
        }
    }

    /// The system tells no size of what it makes up as it is read, and any file may grow or shrink meanwhile.
    @Test(arguments: [0, 3, 65_536, 200_000, 200_001, 300_000])
    func filesAreReadToTheirEnd(expected: Int) throws {
        let text = String(repeating: "0123456789", count: 20_000)
        try withFolder(["a": text]) { folder in
            let file = try OpenFile(folder.appending(path: "a").path(percentEncoded: false), O_RDONLY)
            #expect(try file.contents(expecting: expected, limit: 200_000) == Array(text.utf8))
            #expect(try file.contents(expecting: expected, limit: 199_999) == nil)
        }
    }

    @Test(arguments: [
        ("a.yaml", nil), ("./inner/../a.yaml", nil), ("inner/x.yaml", nil), ("link/../a.yaml", nil),
        ("file.yaml", nil),
        ("a.yaml/", "'a.yaml/' leads nowhere: there is no file 'a.yaml/'"),
        ("a.yaml/x", "'a.yaml/x' leads nowhere: there is no file 'a.yaml/x'"),
        ("inner/", "'inner/' leads to a folder"), (".", "'.' leads to a folder"),
        ("a.yaml%00", "'a.yaml%00' leads nowhere: there is no file 'a.yaml\0'"),
        ("loop.yaml", "'loop.yaml' cannot be read: too many levels of symbolic links"),
    ])
    func referencesLeadToFiles(_ reference: String, _ message: String?) throws {
        let files = [
            "openapi.yaml": document("/a: {$ref: '\(reference)'}"), "a.yaml": "get: {}", "inner/x.yaml": "get: {}",
        ]
        try withFolder(files) { folder in
            let path = folder.path(percentEncoded: false) + "/"
            for (link, target) in [("link", "inner"), ("file.yaml", "a.yaml"), ("loop.yaml", "loop.yaml")] {
                #expect(symlink(target, path + link) == 0)
            }
            let messages = Contract.load(path: path).diagnostics.map { $0.message.replacing(path, with: "") }
            #expect(messages == (message.map { [$0] } ?? []))
        }
    }

    @Test func whatIsNamedIsThereOrNot() throws {
        try withFolder(["api/openapi.yaml": document("/a: {get: {}}")]) { folder in
            let path = folder.path(percentEncoded: false) + "/"
            #expect(symlink("loop", path + "loop") == 0)
            func messages(_ name: String) -> [String] {
                Contract.load(path: path + name).diagnostics.map { $0.message.replacing(path, with: "") }
            }
            #expect(messages("api/.") == [])
            #expect(messages("api//") == [])
            #expect(messages("api/openapi.yaml/") == ["there is no 'api/openapi.yaml/'"])
            #expect(messages("api\0") == ["there is no 'api\0'"])
            #expect(messages("loop") == ["'loop' cannot be read: too many levels of symbolic links"])
            #expect(
                messages("loop/openapi.yaml") == [
                    "'loop/openapi.yaml' cannot be read: too many levels of symbolic links"
                ])
            #expect(Contract.load(path: "").diagnostics.map(\.message) == ["there is no ''"])
        }
    }

    @Test func systemErrorsAreToldInTheirOwnWords() {
        let missing = #expect(throws: (any Error).self) { try Data(contentsOf: URL(filePath: "/nowhere/at-all")) }
        #expect(missing.map { SystemReason.of($0) } == "no such file or directory")
    }

    @Test func aFolderIsAContract() throws {
        try withFolder([
            "a/openapi.yml": document("/a: {get: {}}"), "b/x.txt": "", "c/openapi.yaml": "", "c/openapi.json": "",
        ]) { folder in
            func codes(_ name: String) -> [DiagnosticCode] {
                Contract.load(path: folder.appending(path: name).path(percentEncoded: false)).diagnostics.map(\.code)
            }
            #expect(codes("a") == [])
            #expect(codes("a/openapi.yml") == [])
            #expect(codes("a/") == [])
            #expect(codes("b") == [.noSuchFile])
            #expect(codes("c") == [.severalContracts])
            #expect(codes("d") == [.noSuchFile])
        }
    }
}

@Suite struct CircularObjectTests {
    /// Callbacks, paths and headers can hold each other through references; each is read once and then left out.
    @Test(arguments: [
        (
            "a callback in itself",
            "/a: {post: {callbacks: {c: {$ref: '#/components/callbacks/C'}}}}",
            "callbacks: {C: {'{$url}': {post: {callbacks: {again: {$ref: '#/components/callbacks/C'}}}}}}"
        ),
        (
            "a path in its own callback", "/a: {post: {callbacks: {c: {'{$url}': {$ref: '#/paths/~1a'}}}}}", ""
        ),
        (
            "a header in its own part",
            "/a: {post: {requestBody: {content: {multipart/form-data: {encoding: {p: {headers: {H: {$ref: '#/components/headers/H'}}}}}}}}}",
            "headers: {H: {content: {multipart/mixed: {encoding: {p: {headers: {H: {$ref: '#/components/headers/H'}}}}}}}}"
        ),
    ])
    func circlesOfObjectsEnd(_ name: String, _ paths: String, _ components: String) {
        let text = document(paths, components: components.isEmpty ? "" : "components:\n  \(components)")
        let loaded = Contract.load(files: ["openapi.yaml": text])
        #expect(Set(loaded.diagnostics.map(\.code)) == [.refCircular])
        #expect(loaded.diagnostics.allSatisfy { $0.severity == .warning })
        #expect(loaded.contract?.operations.count == 1)
        if let contract = loaded.contract {
            _ = contract.check()
            for version in [SpecificationVersion.v3_0, .v3_1] {
                let again = Contract.load(files: ["o.json": ContractExport(contract, as: version).text], root: "o.json")
                #expect(!again.hasErrors)
            }
        }
    }

    /// References that double at each step are followed no deeper than any document needs.
    @Test func manyWaysToTheSamePlaceEnd() throws {
        let callbacks = (0..<30).map { step in
            "C\(step): {'{$a}': {$ref: '#/components/pathItems/P\(step + 1)'}, '{$b}': {$ref: '#/components/pathItems/P\(step + 1)'}}"
        }
        let items = (0...30).map { step in
            "P\(step): {post: {callbacks: {c: {$ref: '#/components/callbacks/C\(min(step, 29))'}}}}"
        }
        let schemas = (0..<30).map { step in
            let next = "{$ref: '#/components/schemas/S\(step + 1)'}"
            return
                "S\(step): {type: object, properties: {a: \(next), b: \(next), c: \(next)}, anyOf: [\(next), \(next)]}"
        }
        let text = document(
            "/a: {$ref: '#/components/pathItems/P0'}\n/s: {post: {parameters: [{name: p, in: query, style: deepObject, schema: {$ref: '#/components/schemas/S0'}}]}}",
            components: """
                components:
                  callbacks:
                    \(callbacks.joined(separator: "\n    "))
                  pathItems:
                    \(items.joined(separator: "\n    "))
                  schemas:
                    \(schemas.joined(separator: "\n    "))
                    S30: {type: object, properties: {n: {type: integer}}}
                """)
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        let judged = try contract.judged(.post, "/s?p[a][b][c][n]=5")
        #expect(judged.value("p", in: .query) == ["a": ["b": ["c": ["n": 5]]]])
        _ = contract.check()
        _ = ContractExport(contract).text
        _ = OperationPage(contract.operations[1], of: contract, origin: "").text
    }

    /// A chain of references is followed to its end without recursion.
    @Test func longChainsOfReferencesEnd() throws {
        let count = 20_000
        let chain = (0..<count).map { "S\($0): {$ref: '#/components/schemas/S\($0 + 1)'}" }
        let parameters = (0..<count).map { "P\($0): {$ref: '#/components/parameters/P\($0 + 1)'}" }
        let text = document(
            "/a: {get: {parameters: [{$ref: '#/components/parameters/P0'}]}}",
            components: """
                components:
                  schemas:
                    \(chain.joined(separator: "\n    "))
                    S\(count): {type: integer}
                  parameters:
                    \(parameters.joined(separator: "\n    "))
                    P\(count): {name: p, in: query, schema: {$ref: '#/components/schemas/S0'}}
                """)
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        #expect(contract.operations[0].parameters.map(\.name) == ["p"])
        _ = try contract.judged(.get, "/a?p=5")
    }

    @Test func aDocumentMayBeCalledByItsOwnName() throws {
        let contract = try Contract.sample(
            """
            openapi: 3.2.0
            $self: https://example.com/api/openapi.yaml
            info: {title: T, version: '1'}
            paths: {/a: {$ref: parts.yaml}}
            components: {schemas: {S: {type: integer}}}
            """,
            files: [
                "parts.yaml":
                    "get: {parameters: [{name: p, in: query, schema: {$ref: 'https://example.com/api/openapi.yaml#/components/schemas/S'}}]}"
            ])
        #expect(contract.operations[0].parameters[0].schema?.accepts("x") == false)
    }
}

@Suite struct SchemaIdentifierTests {
    /// A schema with an `$id` resolves its references by that.
    @Test func referencesFollowTheIdentifier() throws {
        let contract = try Contract.sample(
            document(
                "/a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Event'}}}}}}",
                components: """
                    components:
                      schemas:
                        Event: {$id: events/event.yaml, type: object, properties: {at: {$ref: stamp.yaml}, by: {$ref: who.yaml}}}
                        Stamp: {$id: events/stamp.yaml, type: integer}
                    """),
            files: ["events/who.yaml": "type: string"])
        let schema = try #require(contract.operations[0].body?.content[0].schema)
        #expect(schema.accepts(["at": 1, "by": "x"]))
        #expect(!schema.accepts(["at": "x"]))
        #expect(!schema.accepts(["by": 1]))
    }
}
