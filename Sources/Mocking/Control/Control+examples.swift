// An answer made an example of the contract: what would change in its file, and the file written where that is let.

import Journals
import JSONValues
import HTTPExchange
import HTTPTypes
import OpenAPIContract
import SourceDocuments

extension Control {
    func addExample(_ call: ControlCall) throws(Refused) -> Response {
        let body = call.body
        let operation = try operation(body["operation"]?.string ?? "")
        let status = body["status"]?.number?.int64.map { Int($0) } ?? 200
        let (name, value) = (body["name"]?.string ?? "", body["value"] ?? .null)
        let isTrial = body["trial"]?.bool == true
        guard let media = operation.response(for: status)?.content.first(where: { $0.media?.kind == .json }) else {
            throw Refused(
                409, "No place for it",
                "\(operation.title) declares no JSON for \(status), so that no example can stand there.")
        }
        try check(value, as: media, status, of: operation)
        let source = media.place.source
        let members = try examples(beside: name, value, in: media)
        guard let root = source.root.replacing(media.place.pointer.tokens[...], with: .object(members)),
            let patch = SourcePatch(of: source, to: root, path: source.uri), !patch.text.isEmpty
        else {
            throw Refused(
                409, "It cannot be changed piece by piece",
                "\(source.name) is written in a way that an example cannot be put into. Copy it, and put it there by hand."
            )
        }
        let file = site?.mockFile
        if !isTrial { try write(patch.result, in: source, file) }
        return .json([
            "path": .string(source.name), "patch": .string(patch.text), "written": .bool(!isTrial),
            "editable": .bool(file?.write != nil),
        ])
    }

    /// What the media type's object says with the example in it. `example` and `examples` exclude each other (OpenAPI 3.1.1, section 4.8.14).
    private func examples(
        beside name: String, _ value: JSON, in media: MediaType
    ) throws(Refused) -> JSONObject {
        let place = media.place
        guard case .object(var members)? = place.source.root[pointer: place.pointer],
            place.source.written["swagger"] == nil
        else {
            throw Refused(
                409, "No place for it",
                "The contract is Swagger 2.0, or shares this content: counterpart export makes it OpenAPI first.")
        }
        var examples = members["examples"]?.object ?? JSONObject()
        guard examples[name] == nil else {
            throw Refused(409, "There is one", "An example \(name) stands there already. Give this one another name.")
        }
        if let only = members["example"] {
            members["example"] = nil
            examples["default"] = ["value": only]
        }
        examples[name] = ["value": value]
        members["examples"] = .object(examples)
        return members
    }

    private func check(
        _ value: JSON, as media: MediaType, _ status: Int, of operation: Operation
    ) throws(Refused) {
        let type = media.range.contains("*") ? "application/json" : media.range
        let response = Response(
            status: status, headers: [.contentType: type], body: Array(value.serialized().utf8))
        let violations = mock.contract.judge(response, of: operation).filter {
            if case .body = $0.location { $0.severity == .violation } else { false }
        }
        guard let first = violations.first else { return }
        throw Refused(
            409, "The example breaks the contract",
            "\(first.location): found \(first.found), expected \(first.expected).",
            JSONObject([("violations", .array(violations.map(\.json)))]))
    }

    private func write(_ bytes: [UInt8], in source: SourceFile, _ file: MockFileOnDisk?) throws(Refused) {
        guard let file, file.write != nil else {
            throw Refused(
                403, "Not to be changed",
                "The contract can be changed from here where serve was started with --edit, and with the contract's folder."
            )
        }
        guard file.has(source) else {
            throw Refused(
                412, "It has changed",
                "\(source.name) is another than the mock has read. Wait until it is read again, and try once more.")
        }
        do throws(MockFileOnDisk.WriteFailure) {
            try file.save(bytes, as: source.uri)
        } catch {
            throw Refused(500, "It was not written", "\(error.reason).")
        }
    }
}
