// `counterpart diff` as a user runs it: files, folders, revisions of a git repository, exit codes.

import Foundation
import JSONValues
import JSONSchema
import Testing

@Suite(.timeLimit(.minutes(10))) struct DiffProgramTests {
    static let document = """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        paths:
          /a: {get: {operationId: a, responses: {'200': {$ref: 'answers.yaml#/ok'}}}}

        """
    static let answers = "ok: {description: d, content: {application/json: {schema: {type: string}}}}\n"

    /// A repository whose last commit holds the contract, and whose work tree has an answer that may be null.
    private func repository() throws -> URL {
        let folder = try TemporaryFolder.make()
        let contract = folder.appending(path: "api")
        try FileManager.default.createDirectory(at: contract, withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: contract.appending(path: name))
        }
        try write(Self.document, "openapi.yaml")
        try write(Self.answers, "answers.yaml")
        for arguments in [
            ["init", "--quiet"], ["add", "."],
            ["-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "first"],
        ] {
            let git = Process()
            git.executableURL = URL(filePath: "/usr/bin/env")
            git.arguments = ["git", "-C", folder.path(percentEncoded: false)] + arguments
            try git.run()
            git.waitUntilExit()
            try #require(git.terminationStatus == 0)
        }
        try write(Self.answers.replacingOccurrences(of: "string", with: "[string, 'null']"), "answers.yaml")
        return folder
    }

    private func run(_ arguments: String..., in folder: URL) throws -> Program.Result {
        try run(arguments, in: folder)
    }

    private func run(_ arguments: [String], in folder: URL) throws -> Program.Result {
        let (process, output, error) = Program.process(arguments)
        process.currentDirectoryURL = folder
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try error.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Program.Result(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            error: String(decoding: complaint, as: UTF8.self))
    }

    @Test func aClientKeepsTheNamesOfARevision() throws {
        let folder = try repository()
        let renamed = Self.document.replacingOccurrences(of: "operationId: a,", with: "operationId: getA,")
        try Data(renamed.utf8).write(to: folder.appending(path: "api/openapi.yaml"))
        let command = ["generate", "api", "--output", "Client", "--keep-deprecated"]
        let result = try run(command + ["git:HEAD:api"], in: folder)
        #expect(result.status == 0, "\(result.error)")
        let text = try String(contentsOf: folder.appending(path: "Client/Deprecated.swift"), encoding: .utf8)
        #expect(text.contains("renamed: \"getA\""), "\(text)")
        #expect(try run(command + ["git:HEAD:api", "--check"], in: folder).status == 0)
        let unknown = try run(command + ["git:nowhere:api"], in: folder)
        #expect(unknown.status == 2)
        #expect(unknown.error.contains("there is no revision 'nowhere' here"), "\(unknown.error)")
        // A version later.
        #expect(try run(["generate", "api", "--output", "Client"], in: folder).status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Client/Deprecated.swift").path()))
    }

    /// A name that is edited in the file of names, whose former one only git knows.
    @Test func aClientKeepsTheNamesThatItHadAtTheRevision() throws {
        let folder = try repository()
        let answers =
            "ok: {description: d, content: {application/json: {schema: {type: object, properties: {user_name: {type: string}}}}}}\n"
        try Data(answers.utf8).write(to: folder.appending(path: "api/answers.yaml"))
        let generate = ["generate", "api", "--output", "Client"]
        #expect(try run(generate, in: folder).status == 0)
        let git = Process()
        git.executableURL = URL(filePath: "/usr/bin/env")
        git.arguments = [
            "git", "-C", folder.path(percentEncoded: false), "-c", "user.name=a", "-c", "user.email=a@b.example",
            "commit", "--quiet", "--all", "-m", "second",
        ]
        let names = folder.appending(path: "Client/.names.json")
        let add = Process()
        add.executableURL = git.executableURL
        add.arguments = ["git", "-C", folder.path(percentEncoded: false), "add", "."]
        for process in [add, git] {
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }
        let text = try String(contentsOf: names, encoding: .utf8)
        try Data(text.replacingOccurrences(of: "userName", with: "login").utf8).write(to: names)
        let keep = generate + ["--keep-deprecated", "git:HEAD:api"]
        let result = try run(keep, in: folder)
        #expect(result.status == 0, "\(result.error)")
        let aliases = try String(contentsOf: folder.appending(path: "Client/Deprecated.swift"), encoding: .utf8)
        #expect(aliases.contains("renamed: \"login\""), "\(aliases)")
        #expect(try run(keep + ["--check"], in: folder).status == 0)
        // Of an older folder the names are those that stand in it.
        let old = folder.appending(path: "old")
        try FileManager.default.copyItem(at: folder.appending(path: "api"), to: old)
        try Data(text.utf8).write(to: old.appending(path: ".names.json"))
        #expect(try run(generate + ["--keep-deprecated", "old", "--check"], in: folder).status == 0)
    }

    @Test(arguments: ["git:HEAD:api", "git:HEAD:api/openapi.yaml"])
    func aRevisionIsComparedWithTheWorkTree(_ old: String) throws {
        let folder = try repository()
        let result = try run("diff", old, "api", in: folder)
        #expect(
            result
                == Program.Result(
                    status: 1,
                    output: """
                        ✗ breaking  null is allowed now  [response-body-became-nullable]
                            GET /a: response 200, application/json
                            before  HEAD:api/answers.yaml:1:66
                            after   api/answers.yaml:1:60

                        1 breaking change

                        """, error: ""))
        #expect(try run("diff", old, "api", "--fail-on", "never", in: folder).status == 0)
        #expect(try run("diff", old, old, "--fail-on", "warning", in: folder).output == "no changes\n")
        let json = try JSON(parsing: run("diff", "api", old, "--format", "json", in: folder).output)
        #expect(json["breaking"] == 0 && json["notes"] == 1)
    }

    @Test(arguments: [
        ("git:nowhere:api", "there is no revision 'nowhere' here"),
        ("git:HEAD:nothing", "there is no 'nothing' at HEAD"),
        ("git:HEAD:.", "'.' held no openapi.yaml"), ("git:--output=x:api", "is no revision"),
        ("missing.yaml", "there is no 'missing.yaml'"),
    ])
    func whatCannotBeReadIsTold(_ old: String, complaint: String) throws {
        let result = try run("diff", old, "api", in: try repository())
        #expect(result.status == 2)
        #expect(result.error.contains(complaint), "\(result.error)")
    }
}
