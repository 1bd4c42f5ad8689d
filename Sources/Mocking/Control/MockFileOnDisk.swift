// The mock file of a served contract: shown, checked, and written where that is let.

import MockRules
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract

/// The mock file beside a contract on a disk.
package struct MockFileOnDisk: Sendable {
    /// Puts bytes in the place of the file with that path, all of them or none. Throws what keeps it from that, for people.
    package typealias Write = @Sendable (_ bytes: [UInt8], _ path: String) throws(WriteFailure) -> Void

    /// Why a file was not written.
    package struct WriteFailure: Error, Sendable {
        let reason: String

        package init(reason: String) { self.reason = reason }
    }

    private let folder: ContractFolder
    private let path: String
    /// Nil where nobody may change it.
    let write: Write?

    /// Nil where the path is that of a single document, which has no mock file.
    /// - Parameters:
    ///   - path: of the contract's folder.
    ///   - write: nil where nobody may change the file.
    package init?(contract path: String, write: Write? = nil) {
        guard let folder = ContractFolder(path: path) else { return nil }
        self.folder = folder
        self.path = path
        self.write = write
    }

    /// Its name, and what stands in it; nil where there is none yet.
    func read() -> (name: String, bytes: [UInt8]?) {
        for name in Behaviour.names {
            if let bytes = folder.bytes(of: name) { return (name, bytes) }
        }
        return (Behaviour.names[0], nil)
    }

    /// The path to show.
    func shown(_ name: String) -> String { folder.name(of: name) }

    /// What is wrong with a text that would stand in it.
    func problems(of text: [UInt8], for contract: Contract) -> [Diagnostic] {
        Behaviour.load(from: folder.replacing(read().name, with: text), for: contract).diagnostics
    }

    func save(_ text: [UInt8]) throws(WriteFailure) { try save(text, as: read().name) }

    /// Whether a file of the contract stands in its folder as it was read.
    func has(_ source: SourceFile) -> Bool {
        folder.name(of: source.uri) == source.name
            && folder.bytes(of: source.uri).map { source.isRead(from: $0) } ?? false
    }

    /// - Parameter name: the file's path from the folder.
    func save(_ text: [UInt8], as name: String) throws(WriteFailure) {
        guard let write else { return }
        let path = self.path.hasSuffix("/") ? self.path : self.path + "/"
        // A link is followed, but not out of the contract's folder.
        guard let root = realPath(path) else { throw WriteFailure(reason: "\(path) is not there any more") }
        let target = realPath(path + name) ?? "\(root)/\(name)"
        guard target.hasPrefix(root + "/") else {
            throw WriteFailure(reason: "\(path)\(name) leads outside the folder")
        }
        try write(text, target)
    }

    /// The value that a text stands for; nil where it is neither YAML nor JSON.
    func value(of text: [UInt8]) -> JSON? {
        let name = read().name
        guard case .read(let source, _) = folder.replacing(name, with: text).read(name) else { return nil }
        return source?.root
    }
}

extension Control {
    func mockFile() throws(Refused) -> Response {
        let file = try fileOnDisk()
        let (name, bytes) = file.read()
        let text = bytes ?? []
        var members = JSONObject([
            ("path", .string(file.shown(name))), ("exists", .bool(bytes != nil)),
            ("editable", .bool(file.write != nil)), ("version", .string(EntityTag(of: text).value)),
            ("text", .string(String(decoding: text, as: UTF8.self))),
        ])
        if let value = file.value(of: text) { members["value"] = value }
        return .json(.object(members))
    }

    func putMockFile(_ call: ControlCall) throws(Refused) -> Response {
        let file = try fileOnDisk()
        let text = Array((call.body["text"]?.string ?? "").utf8)
        let isTrial = call.body["trial"]?.bool == true
        guard isTrial || file.write != nil else {
            throw Refused(
                403, "Not to be changed", "The mock file can be changed from here where serve was started with --edit.")
        }
        guard EntityTag(of: file.read().bytes ?? []).value == call.body["version"]?.string else {
            throw Refused(
                412, "It has changed",
                "Somebody has saved the mock file since it was read. Read it again, and change that.")
        }
        let problems = file.problems(of: text, for: mock.contract)
        guard !problems.contains(where: { $0.severity == .error }) else { throw Control.mistakes(problems) }
        if !isTrial {
            do throws(MockFileOnDisk.WriteFailure) {
                try file.save(text)
            } catch {
                throw Refused(500, "It was not written", "\(error.reason).")
            }
        }
        return .json([
            "version": .string(EntityTag(of: text).value), "written": .bool(!isTrial),
            "remarks": DiagnosticReport(problems).json,
        ])
    }

    private func fileOnDisk() throws(Refused) -> MockFileOnDisk {
        guard let file = site?.mockFile else {
            throw Refused(
                404, "No mock file",
                "The mock serves a single document. Put it into a folder as openapi.yaml, and serve that, to have a mock.yaml beside it."
            )
        }
        return file
    }
}
