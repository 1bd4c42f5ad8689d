// What a client.json may say, and what is said of one that is wrong.

import JSONValues
import JSONSchema
import OpenAPIContract
import Testing

@testable import SwiftGeneration

struct SettingsTests {
    @Test func readsAllThereIs() throws {
        let file = try ClientFile(
            JSON(
                parsing: """
                    {"name": "Shop", "output": "../Shop", "access": "package", "include": ["cart", "/items"], "namespace": true,
                     "runtime": false}
                    """))
        #expect(
            file.settings
                == ClientSettings(
                    name: "Shop", access: .package, include: ["cart", "/items"], isNamespaced: true, hasRuntime: false))
        #expect(file.output == "../Shop")
    }

    @Test func theRestHasDefaults() throws {
        let file = try ClientFile(JSON(parsing: #"{"name": "Shop", "output": "."}"#))
        #expect(file.settings == ClientSettings(name: "Shop"))
    }

    @Test(arguments: [
        ("[]", "expected an object with \"name\", and \"output\" where files are to be written"),
        (#"{"output": "."}"#, "\"name\" is missing"),
        (#"{"name": "Shop", "output": 1}"#, "\"output\" is not a string"),
        (#"{"name": 1, "output": "."}"#, "\"name\" is not a string"),
        (
            #"{"name": "shop", "output": "."}"#,
            "\"name\" is not a Swift identifier that starts with a capital: \"shop\""
        ),
        (
            #"{"name": "Data", "output": "."}"#,
            "\"name\" is not a Swift identifier that starts with a capital: \"Data\""
        ),
        (#"{"name": "A B", "output": "."}"#, "\"name\" is not a Swift identifier that starts with a capital: \"A B\""),
        (
            #"{"name": "A", "output": ".", "access": "open"}"#,
            "\"access\" is \"public\", \"package\" or \"internal\", not \"open\""
        ),
        (#"{"name": "A", "output": ".", "include": "x"}"#, "\"include\" is an array of tags, paths or operation ids"),
        (#"{"name": "A", "output": ".", "include": [1]}"#, "\"include\" is an array of tags, paths or operation ids"),
        (#"{"name": "A", "output": ".", "runtime": 1}"#, "\"runtime\" is neither true nor false"),
        (
            #"{"name": "A", "output": ".", "namespaced": true}"#,
            "\"namespaced\" is none of name, output, access, namespace, runtime, include, operations, header, track, testing, imports"
        ),
    ])
    func saysWhatIsWrong(_ text: String, message: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: ClientFile.Failure(description: message)) { try ClientFile(json) }
    }

    @Test(arguments: [
        ("path:/items", 1), ("get*", 1), ("*Item*", 1), ("path:/*", 4), ("ping", 1), ("p*ng", 1), ("pi*ing", 0),
    ])
    func choosesOperationsByPattern(_ pattern: String, _ count: Int) throws {
        let contract = try Golden.contract("operations")
        let settings = ClientSettings(name: "Some", include: [pattern])
        #expect(contract.operations.count { settings.includes($0) } == count, "\(contract.operations.map(\.id))")
    }

    @Test func whatAFakeKeepsIsWrittenWhereACollectionIsAlone() throws {
        func text(_ include: [String]) throws -> String {
            let contract = try Golden.contract("keeping")
            return Golden.generate(contract, ClientSettings(name: "Some", include: include)).files.map(\.text).joined()
        }
        #expect(try text(["createThing", "listThings"]).contains("actor KeptResources"))
        #expect(!(try text(["listThings", "getThing", "ping"]).contains("KeptResources")))
    }

    @Test func onlyWhatTheOperationsReachIsWritten() throws {
        let contract = try Golden.contract("bodies")
        let files = Golden.generate(contract, ClientSettings(name: "Some", include: ["sendNote"], header: "Ours")).files
        let text = files.map(\.text).joined()
        #expect(files.allSatisfy { $0.text.hasPrefix("// Ours\n// ") })
        #expect(text.contains("struct Note"))
        for absent in [
            "struct Written ", "struct MultipartPart", "struct EventParser", "enum FormBody", "struct UnionCase",
            "func requireAny",
        ] {
            #expect(!text.contains(absent), "\(absent)")
        }
    }

    @Test func filesOfOthersAreNotOverwritten() throws {
        let client = Golden.generate(try Golden.contract("bodies"), ClientSettings(name: "Some", header: "Ours"))
        var existing = Dictionary(uniqueKeysWithValues: client.files.map { ($0.path, $0.text) })
        #expect(client.foreignFiles(in: existing) == [])
        existing["Client.swift"] = "import Foundation\nstruct Client {}\n"
        existing["Mine.swift"] = "import Foundation\n"
        #expect(client.foreignFiles(in: existing) == ["Client.swift"])
    }

    @Test func tellsNamesThatNoOperationHas() throws {
        let settings = ClientSettings(name: "Some", include: ["ping", "/files", "/file", "nothing"])
        #expect(settings.unknownNames(in: try Golden.contract("operations")) == ["/file", "nothing"])
    }

    @Test(arguments: [
        ("Sneaker shop", "SneakerShop"), ("GitHub v3 REST API", "GitHubV3RestAPI"), ("", "Generated"),
        ("3D", "Generated"),
        ("Data", "Generated"), ("магазин", "Магазин"),
    ])
    func aTitleGivesAName(_ title: String, name: String) {
        #expect(ClientSettings.name(of: title) == name)
    }
}

struct DriftTests {
    private let client = GeneratedClient(
        files: [
            GeneratedFile(path: "A.swift", text: "1\n2\n3\n4\n5\n6\n7\n"), GeneratedFile(path: "B.swift", text: "b\n"),
        ],
        names: NameRegistry(), diagnostics: [])

    @Test func nothingWhereAllIsTheSame() {
        let files = [
            "A.swift": "1\n2\n3\n4\n5\n6\n7\n", "B.swift": "b\n", ".names.json": "{}\n",
            "Mine.swift": "import Foundation\n",
        ]
        #expect(client.drift(from: files) == [])
    }

    @Test func saysWhatIsMissingChangedAndStale() {
        let files = [
            "A.swift": "1\n2\n3\n4\nfive\nmore\n6\n7\n", ".names.json": "{}\n",
            "Old.swift": "// Old 1.0. Generated by counterpart; do not edit.\n", "Mine.swift": "import Foundation\n",
        ]
        #expect(
            client.drift(from: files) == [
                Drift(
                    path: "A.swift", kind: .changed,
                    diff: "--- A.swift\n+++ A.swift\n@@ -2,7 +2,6 @@\n 2\n 3\n 4\n-five\n-more\n+5\n 6\n 7\n"),
                Drift(path: "B.swift", kind: .missing, diff: "+++ B.swift (1 lines)\n"),
                Drift(path: "Old.swift", kind: .stale, diff: "--- Old.swift\n"),
            ])
    }

    @Test func saysWhichLineOfTheContractIsMeant() throws {
        let client = Golden.generate(try Golden.contract("presence"), ClientSettings(name: "Said"))
        var files = Dictionary(uniqueKeysWithValues: client.contents.map { ($0.path, $0.text) })
        files["Models.swift"] = files["Models.swift"]?.replacing("var age: Field<Int>", with: "var age: Int?")
        files["API.swift"] = files["API.swift"]?.replacing("func getProfile", with: "func profile")
        let drift = client.drift(from: files)
        #expect(drift.map(\.path) == ["API.swift", "Models.swift"])
        let headings = drift.flatMap { $0.diff.split(separator: "\n").filter { $0.hasPrefix("@@") } }
        try #require(headings.count == 2, "\(headings)")
        #expect(headings[0].hasSuffix("presence/openapi.yaml:5:5"), "\(headings[0])")
        #expect(headings[0].contains("@@ getProfile, "))
        #expect(headings[1].contains("@@ ProfileChange, "))
        #expect(headings[1].hasSuffix("presence/openapi.yaml:45:5"), "\(headings[1])")
    }

    @Test func showsEachChangeInItsPlace() {
        let old = (1...30).map(String.init)
        var new = old
        new[4] = "five"
        new.remove(at: 24)
        let diff = LineDiff(from: old.joined(separator: "\n"), to: new.joined(separator: "\n")).text("A.swift")
        #expect(
            diff == """
                --- A.swift
                +++ A.swift
                @@ -2,7 +2,7 @@
                 2
                 3
                 4
                -5
                +five
                 6
                 7
                 8
                @@ -22,7 +22,6 @@
                 22
                 23
                 24
                -25
                 26
                 27
                 28

                """)
    }

    @Test(arguments: [100, 5_000]) func aLongDifferenceIsCut(_ count: Int) {
        let old = (0..<count).map { "old \($0)" }.joined(separator: "\n")
        let diff = LineDiff(from: old, to: "new").text("A.swift")
        #expect(diff.hasPrefix("--- A.swift\n+++ A.swift\n@@ -1,\(count) +1,1 @@\n-old 0\n"))
        #expect(diff.hasSuffix("-old 76\n… and \(count - 76) more lines\n"))
    }
}
