// A recording on disk: whole after every step, never shared, never overwritten unasked.

import SourceDocuments
import Foundation
import JSONValues
import HTTPExchange
import Archives
import Recordings
import Testing

@Suite struct RecordingFileTests {
    private static let creator = HAR.Software(name: "counterpart", version: "1")

    private static func entry(_ target: String) -> [UInt8] {
        let entry = HAR.Entry(
            started: "2026-11-21T10:00:00.000Z", origin: "https://shop.example", request: Request(target: target),
            response: Response(status: 200))
        var bytes: [UInt8] = []
        entry.json.write(into: &bytes)
        return bytes
    }

    private static func targets(_ bytes: [UInt8]) throws -> [String] {
        try HAR(parsing: bytes).entries.map { $0.request.request.target }
    }

    private static func failure(_ body: () throws -> Void) -> RecordingFailure.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? RecordingFailure)?.kind
        }
    }

    /// Why a recording cannot be begun; nil where it can.
    private static func opening(_ path: String, _ mode: RecordingFile.Mode) -> RecordingFailure.Kind? {
        failure { _ = try RecordingFile(path, mode, creator: creator) }
    }

    /// A pipe would be waited for until somebody writes into it.
    @Test func whatIsNoFileOfItsOwnIsRefused() throws {
        let folder = try Folder()
        #expect(mkfifo(folder.file("pipe.har"), 0o600) == 0)
        #expect(Self.opening(folder.file("pipe.har"), .append) == .unreadable)
        #expect(Self.opening(folder.file("pipe.har"), .replace) == .unreadable)
        _ = try RecordingFile(folder.file("a.har"), .create, creator: Self.creator).finish()
        try FileManager.default.linkItem(atPath: folder.file("a.har"), toPath: folder.file("b.har"))
        #expect(Self.opening(folder.file("b.har"), .append) == .unreadable)
        try FileManager.default.removeItem(atPath: folder.file("a.har"))
        #expect(Self.opening(folder.file("b.har"), .append) == nil)
    }

    @Test func nobodyElseMayReadIt() throws {
        let folder = try Folder()
        let file = try RecordingFile(folder.file("a.har"), .create, creator: Self.creator)
        for target in ["/1", "/2", "/3"] { try file.append([Self.entry(target)]) }
        try file.finish()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("a.har"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func isWholeAfterEveryStep() throws {
        let folder = try Folder()
        let file = try RecordingFile(folder.file("a/b/shop.har"), .create, creator: Self.creator)
        let empty = try HAR(parsing: folder.bytes("a/b/shop.har"))
        #expect(empty == HAR(creator: Self.creator))
        var expected: [String] = []
        for step in 0..<20 {
            let added = (0..<(step % 4)).map { "/\(step)/\($0)" }
            try file.append(added.map { Self.entry($0) })
            expected += added
            #expect(try Self.targets(folder.bytes("a/b/shop.har")) == expected)
            #expect(file.count == expected.count)
        }
        try file.finish()
        #expect(try Self.targets(folder.bytes("a/b/shop.har")) == expected)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("a/b")) == ["shop.har"])
    }

    @Test func aFileThatIsThereIsRefused() throws {
        let folder = try Folder()
        try folder.write("mine", to: "shop.har")
        #expect(Self.opening(folder.file("shop.har"), .create) == .exists)
        #expect(try folder.bytes("shop.har") == Array("mine".utf8))
        #expect(Self.opening(folder.file("shop.har"), .append) == .unreadable)
        #expect(try folder.bytes("shop.har") == Array("mine".utf8))
    }

    /// Of another tool, with members of its own and the list of entries in the middle.
    @Test func entriesAreAddedToWhatIsThere() throws {
        let folder = try Folder()
        let old = """
            \u{FEFF}{"_first": 1, "log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537"}, "entries": [
            {"_priority": "High", "startedDateTime": "2026-11-21T09:00:00.000Z", "time": 1, "request": {"method": "GET", "url": "https://shop.example/old",
            "httpVersion": "h2", "cookies": [], "headers": [{"name": "Authorization", "value": "Bearer redacted-41"}], "queryString": [], "headersSize": -1, "bodySize": 0},
            "response": {"status": 200, "statusText": "", "httpVersion": "h2", "cookies": [], "headers": [], "content": {"size": 0, "mimeType": ""}, "redirectURL": "",
            "headersSize": -1, "bodySize": -1}, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}], "pages": [{"id": "p"}], "_last": "ї"}}
            """
        try folder.write(old, to: "shop.har")
        let file = try RecordingFile(folder.file("shop.har"), .append, creator: Self.creator)
        #expect(file.earlier == 1)
        #expect(file.earlierPseudonym == 41)
        try file.append([Self.entry("/new")])
        try file.finish()
        var expected = try HAR(parsing: Array(old.utf8))
        expected.entries += try HAR(
            parsing: Array("{\"log\":{\"entries\":[".utf8) + Self.entry("/new") + Array("]}}".utf8)
        ).entries
        let written = try HAR(parsing: folder.bytes("shop.har"))
        #expect(written == expected)
        #expect(try folder.names == ["shop.har"])
    }

    @Test func whatIsReplacedStaysUntilTheEnd() throws {
        let folder = try Folder()
        try folder.write("mine", to: "shop.har")
        let file = try RecordingFile(folder.file("shop.har"), .replace, creator: Self.creator)
        try file.append([Self.entry("/new")])
        #expect(try folder.bytes("shop.har") == Array("mine".utf8))
        #expect(try Self.targets(folder.bytes("shop.new.har")) == ["/new"])
        try file.finish()
        #expect(try Self.targets(folder.bytes("shop.har")) == ["/new"])
        #expect(try folder.names == ["shop.har"])
        // One that was interrupted is somebody's.
        try folder.write("interrupted", to: "shop.new.har")
        #expect(Self.opening(folder.file("shop.har"), .replace) == .exists)
    }

    @Test(arguments: RecordingFile.Mode.allCases)
    func twoRecordersNeverShareAFile(mode: RecordingFile.Mode) throws {
        let folder = try Folder()
        let file = try RecordingFile(folder.file("shop.har"), .create, creator: Self.creator)
        try file.append([Self.entry("/a")])
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.har"), withDestinationPath: "shop.har")
        for name in ["shop.har", "link.har"] {
            #expect(Self.opening(folder.file(name), mode) == (mode == .create ? .exists : .taken))
        }
        try file.append([Self.entry("/b")])
        try file.finish()
        #expect(try Self.targets(folder.bytes("shop.har")) == ["/a", "/b"])
        let next = try RecordingFile(folder.file("link.har"), .append, creator: Self.creator)
        try next.append([Self.entry("/c")])
        try next.finish()
        #expect(try Self.targets(folder.bytes("shop.har")) == ["/a", "/b", "/c"])
    }

    /// A write may end anywhere: whatever is in the hidden copies, the file is whole, and the next recorder takes no notice of them.
    @Test func whatAKilledRecorderLeavesHarmsNobody() throws {
        let folder = try Folder()
        try folder.write("{\"log\":{\"entries\":[", to: ".shop.har.1")
        try folder.write("{\"log\":{\"ent", to: ".shop.har.2")
        try folder.write("torn", to: ".shop.har.2x")
        try folder.write("", to: ".shop.har.lock")
        let file = try RecordingFile(folder.file("shop.har"), .create, creator: Self.creator)
        try file.append([Self.entry("/a")])
        try file.append([Self.entry("/b")])
        try file.finish()
        #expect(try Self.targets(folder.bytes("shop.har")) == ["/a", "/b"])
        #expect(try folder.names == ["shop.har"])
    }

    /// With its folder made again the whole recording comes back.
    @Test func aRemovedFolderIsToldAndMendedByMakingIt() throws {
        let folder = try Folder()
        let path = folder.file("deep/shop.har")
        let file = try RecordingFile(path, .create, creator: Self.creator)
        for step in 0..<3 { try file.append([Self.entry("/\(step)")]) }
        try FileManager.default.removeItem(atPath: folder.file("deep"))
        for _ in 0..<2 {
            let kind = Self.failure { try file.append([Self.entry("/3")]) }
            #expect(kind == .unwritable)
        }
        try FileManager.default.createDirectory(atPath: folder.file("deep"), withIntermediateDirectories: false)
        for step in 3..<6 { try file.append([Self.entry("/\(step)")]) }
        try file.finish()
        #expect(try Self.targets(folder.bytes("deep/shop.har")) == (0..<6).map { "/\($0)" })
    }

    @Test func aRemovedFileComesBack() throws {
        let folder = try Folder()
        let file = try RecordingFile(folder.file("shop.har"), .create, creator: Self.creator)
        try file.append([Self.entry("/a")])
        try FileManager.default.removeItem(atPath: folder.file("shop.har"))
        try file.append([Self.entry("/b")])
        try file.finish()
        #expect(try Self.targets(folder.bytes("shop.har")) == ["/a", "/b"])
        #expect(try folder.names == ["shop.har"])
    }

    @Test func whereNothingCanBeWrittenIsTold() throws {
        let folder = try Folder()
        try folder.write("a file", to: "file")
        #expect(Self.opening(folder.file("file/shop.har"), .create) == .unwritable)
    }
}
