// Contracts of several files: which are read, and which are not.

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

extension LoadingTests {
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
