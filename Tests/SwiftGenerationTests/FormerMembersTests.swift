// Members and cases that an older contract, or an older file of names, called otherwise.

import JSONValues
import OpenAPIContract
import SourceDocuments
import Testing

@testable import SwiftGeneration

struct FormerMembersTests {
    private static func contract(_ names: [String: String]) throws -> Contract {
        var text = """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            paths:
              /pets/{PATH}:
                post:
                  operationId: savePet
                  parameters:
                    - {name: PATH, in: path, required: true, schema: {type: string}}
                    - {name: QUERY, in: query, schema: {type: array, items: {type: string}}}
                    - {name: other, in: query, schema: {type: integer}}
                  requestBody:
                    required: true
                    content:
                      application/json: {schema: {$ref: '#/components/schemas/Pet'}}
                      text/plain: {schema: {type: string}}
                  responses:
                    '200':
                      description: OK
                      headers: {X-Total: {schema: {type: integer}}}
                      content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
                    4XX: {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/Animal'}}}}
                    '204': {description: none}
            components:
              securitySchemes: {api_key: {type: apiKey, in: header, name: K}}
              schemas:
                Pet:
                  type: object
                  required: [NAME, id]
                  properties:
                    NAME: {type: string}
                    id: {type: integer}
                    KIND: {type: string, enum: [good-dog, cat]}
                    NOTE: {type: [boolean, 'null']}
                    OLD: {type: number, deprecated: true}
                    size_cm: {type: integer}
                    NEXT: {$ref: '#/components/schemas/Pet'}
                Animal: {oneOf: [{$ref: '#/components/schemas/DOG'}, {$ref: '#/components/schemas/Cat'}], discriminator: {propertyName: t, mapping: {d: '#/components/schemas/DOG', c: '#/components/schemas/Cat'}}}
                DOG: {type: object, required: [t], properties: {t: {type: string}, bark: {type: string}}}
                Cat: {type: object, required: [t], properties: {t: {type: string}, meow: {type: string}}}
            """
        for (key, name) in names { text = text.replacing(key, with: name) }
        let loaded = Contract.load(files: ["openapi.yaml": text])
        return try #require(loaded.contract, "\(loaded.diagnostics)")
    }

    private static func older() throws -> OlderContract {
        let contract = try contract([
            "PATH": "petName", "QUERY": "tags", "NAME": "name", "KIND": "kind", "NOTE": "note", "OLD": "weight",
            "NEXT": "friend", "DOG": "Dog",
        ])
        return SwiftGenerationTests.older(
            contract,
            names: NameRegistry(
                try JSON(
                    parsing:
                        #"{"Pet": {"size_cm": "centimetres"}, "SavePet.Response": {"200": "saved", "204": "nothing"}, "SavePet.Response/200": {"X-Total": "all"}, "Pet.Kind": {"good-dog": "goodBoy"}, "credentials": {"api_key": "key"}}"#
                )))
    }

    private static func client(_ settings: ClientSettings) throws -> GeneratedClient {
        ClientGenerator.generate(
            try contract([
                "PATH": "title", "QUERY": "labels", "NAME": "title", "KIND": "species", "NOTE": "remark",
                "OLD": "mass", "NEXT": "companion", "DOG": "Hound",
            ]), settings, keeping: try older())
    }

    private static func app(_ prefix: String) -> String {
        """
        import Foundation
        var pet = \(prefix)Pet(name: "Rex", id: 1, kind: .goodBoy, note: .value(true), centimetres: 3)
        pet.friend = \(prefix)Pet(name: "Ada", id: 2)
        pet.centimetres = (pet.centimetres ?? 0) + 1
        print(pet.name, pet.title, pet.kind == .known(.goodBoy), pet.note == .value(true), pet.sizeCm ?? 0, pet.friend?.title ?? "")
        pet.weight = 2
        if case .goodBoy? = pet.kind { print("good") }
        print(pet.mass ?? 0, \(prefix)Pet(title: "new", id: 1).title)
        let kind: \(prefix)Pet.Kind = .cat
        let request = \(prefix)SavePet.Request(petName: "a", tags: ["b"], body: .json(pet))
        print(kind, request.petName, request.tags ?? [])
        let answer = \(prefix)SavePet.Response.saved(pet, headers: .init(all: 5))
        if case .ok(let body, let headers) = answer { print(body.title, headers.all ?? 0, try answer.saved.id) }
        print(\(prefix)SavePet.Response.nothing == .noContent)
        print(\(prefix)SavePet.Response.clientError(.dog(.init(bark: "w")), status: 404).status)
        print(\(prefix)Credentials(key: "k").key ?? "")
        """
    }

    @Test(arguments: [
        (false, ClientSettings.Access.internal, ["-swift-version", "6"]),
        (
            true, .public,
            ["-swift-version", "6"]
                + ["InternalImportsByDefault", "ExistentialAny", "MemberImportVisibility"].flatMap {
                    ["-enable-upcoming-feature", $0]
                }
        ),
        (true, .package, ["-swift-version", "6", "-default-isolation", "MainActor"]),
    ])
    func oldMembersCompileWithAWarningAndGiveTheValue(
        isNamespaced: Bool, access: ClientSettings.Access, flags: [String]
    ) throws {
        let client = try Self.client(ClientSettings(name: "Shop", access: access, isNamespaced: isNamespaced))
        var compiled = try CompiledClient()
        try compiled.add(client.files)
        let alone = try compiled.typecheck(flags + ["-warnings-as-errors"])
        #expect(alone.status == 0, "\(alone.text.prefix(4_000))")
        try compiled.add("main.swift", Self.app(isNamespaced ? "Shop." : ""))
        let (warnings, output) = try compiled.run(flags)
        #expect(
            output
                == """
                Rex Rex true true 4 Ada
                good
                2.0 new
                known(KIND.Known.cat) a ["b"]
                Rex 5 1
                true
                404
                k

                """.replacing("KIND", with: "App.\(isNamespaced ? "Shop." : "")Pet.Species"),
            "\(warnings.prefix(4_000))")
        for (former, current) in [
            ("init(name:id:kind:note:centimetres:)", "init(title:id:species:remark:mass:sizeCm:companion:)"),
            ("name", "title"), ("centimetres", "sizeCm"), ("friend", "companion"), ("weight", "mass"),
            ("goodBoy", "goodDog"), ("Kind", "Species"), ("petName", "title"), ("tags", "labels"), ("saved", "ok"),
            ("all", "total"), ("nothing", "noContent"), ("dog", "hound"), ("key", "apiKey"),
        ] {
            let isInitialiser = current.hasPrefix("init(")
            #expect(
                warnings.contains("is deprecated: \(isInitialiser ? "replaced by" : "renamed to") '\(current)'"),
                "\(former)")
        }
    }

    /// A former name of an optional member is told by the initialiser that needs it, so that today's calls stay unambiguous.
    @Test func anInitialiserIsThereForEachFormerNameThatMayBeLeftOut() throws {
        func contract(_ a: String, _ b: String) throws -> Contract {
            let text = """
                openapi: 3.1.0
                info: {title: Shop, version: '1'}
                paths: {/a: {get: {operationId: a, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}}
                components: {schemas: {A: {type: object, properties: {\(a): {type: string}, keep: {type: boolean}, \(b): {type: integer}}}}}
                """
            return try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        }
        let client = ClientGenerator.generate(
            try contract("new", "fresh"), ClientSettings(name: "Shop"),
            keeping: SwiftGenerationTests.older(try contract("old", "stale")))
        let text = try #require(client.files.first { $0.path == "Deprecated.swift" }?.text)
        #expect(text.contains("public init(old: String?, keep: Bool? = nil, stale: Int? = nil) {"), "\(text)")
        #expect(text.contains("public init(keep: Bool? = nil, stale: Int?) {"), "\(text)")
        var compiled = try CompiledClient()
        try compiled.add(client.files)
        try compiled.add(
            "main.swift",
            """
            print(A(old: "a").new ?? "", A(stale: 1).fresh ?? 0, A(keep: true, stale: 2).fresh ?? 0, A(old: "b", stale: 3).fresh ?? 0)
            print(A() == A(keep: nil), A(new: "a").old ?? "", A(new: "a", fresh: 3).stale ?? 0)
            """)
        let (warnings, output) = try compiled.run()
        #expect(output == "a 1 2 3\ntrue a 3\n", "\(warnings.prefix(4_000))")
    }

    /// What two schemas could have become has no alias, nor has a name that means something else today.
    @Test func whatIsNotSureHasNoAlias() throws {
        func contract(_ properties: String) throws -> Contract {
            let text = """
                openapi: 3.1.0
                info: {title: Shop, version: '1'}
                paths: {/a: {get: {operationId: a, responses: {'200': {description: d, content: {application/json: {schema: {type: object, properties: {\(properties)}}}}}}}}}
                """
            return try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        }
        for (before, after) in [
            ("a: {type: string}", "b: {type: string}, c: {type: string}"), ("a: {type: string}", "b: {type: integer}"),
            ("a: {type: string}", "a: {type: string}, b: {type: string}"),
        ] {
            let client = ClientGenerator.generate(
                try contract(after), ClientSettings(name: "Shop"),
                keeping: SwiftGenerationTests.older(try contract(before)))
            #expect(!client.files.contains { $0.path == "Deprecated.swift" }, "\(before) \(after)")
        }
    }
}
