// Recordings: those that the mock was started with, what a session is answered from, and two of them compared.

import Archives
import JSONValues
import HTTPExchange
import Journals
import OpenAPIContract
import Recordings

extension Control {
    // MARK: What is there

    func listRecordings() -> Response {
        .json(
            .array(
                (mock.recordings?.files ?? []).enumerated().map { index, file in
                    var members = JSONObject([
                        ("number", .number(JSONNumber(index + 1))), ("name", .string(file.name)),
                        ("exchanges", .number(JSONNumber(file.har.entries.count))),
                    ])
                    if let started = file.har.entries.first?.started { members["started"] = .string(started) }
                    return .object(members)
                }))
    }

    func recording(_ call: ControlCall) throws(Refused) -> Response {
        let files = mock.recordings?.files ?? []
        let number = call.number("number", in: .path) ?? 0
        guard files.indices.contains(number - 1) else {
            throw Refused(
                404, "No such recording", "The mock was started with \(files.count) recordings (serve --replay FILE).")
        }
        var redactor: Redactor? = mock.redaction.redactor
        return .json(files[number - 1].redacted(by: &redactor).har.json)
    }

    // MARK: What answers

    func replay(_ call: ControlCall) throws(Refused) -> Response {
        let choice = try existingSession(of: call).settings.replay
        let answers: ReplayAnswers? =
            switch choice {
            case nil: mock.replay
            case .off: nil
            case .own(let own): own.answers
            }
        var files = (mock.recordings?.files ?? []).map(\.name)
        if case .own(let own)? = choice { files = [own.recording.name] }
        return .json([
            "on": .bool(answers != nil), "set": .bool(choice != nil),
            "files": .array(files.map { .string($0) }),
            "exchanges": .number(JSONNumber(answers?.replay.exchanges.count ?? 0)),
            "alone": .bool(answers?.missing == .refused),
            "left_out": .array(
                (answers?.replay.leftOut ?? []).prefix(100).map {
                    ["entry": .number(JSONNumber($0.source.entry)), "reason": .string("\($0.reason)")]
                }),
        ])
    }

    func putReplay(_ call: ControlCall) throws(Refused) -> Response {
        let body = call.body
        guard body["on"]?.bool == true else {
            session(of: call).set(replay: .off)
            return .done
        }
        guard let har = body["har"] else {
            guard mock.replay != nil else {
                throw Refused(
                    409, "No recording",
                    "The mock was started without recordings. Send one as `har`, or serve --replay FILE.")
            }
            session(of: call).set(replay: nil)
            return .done
        }
        let name = body["name"]?.string ?? "recording.har"
        let recording = try archive(har, named: name)
        let missing = body["alone"]?.bool == true ? RecordedTraffic.Missing.refused : .decided
        // The messages, and the answers that are made of them.
        let (memory, bytes) = (MemoryShare(), call.judged.request.body.count)
        guard memory.grow(by: 4 * bytes) else {
            throw Refused(507, "Insufficient storage", CollectionStore.Bound.memory.text)
        }
        guard let answers = mock.answers(of: recording, missing: missing), !answers.replay.exchanges.isEmpty else {
            throw Refused(
                409, "Nothing to replay",
                "None of the \(recording.har.entries.count) exchanges of \(name) is of this contract and keeps to it.")
        }
        session(of: call).set(
            replay: .own(OwnReplay(recording: recording, missing: missing, answers: answers, memory: memory)))
        return .done
    }

    func clearReplay(_ call: ControlCall) -> Response {
        session(of: call).set(replay: nil)
        return .done
    }

    // MARK: Two of them

    func compareRecordings(_ call: ControlCall) throws(Refused) -> Response {
        let (first, second) = (call.body["first"] ?? .null, call.body["second"] ?? .null)
        // One redactor for both recordings gives equal secrets equal pseudonyms.
        var redactor: Redactor? = mock.redaction.redactor
        let comparison = RecordingComparison(
            [try archive(first, named: "the first").redacted(by: &redactor)],
            [try archive(second, named: "the second").redacted(by: &redactor)])
        return .json(comparison.json)
    }

    func archive(_ json: JSON, named name: String) throws(Refused) -> Archive {
        do throws(HAR.Invalid) {
            return try Archive(name: name, bytes: Array(json.serialized().utf8))
        } catch {
            throw Refused(409, "No recording", "\(name) is no HTTP Archive: \(error)")
        }
    }
}

extension Session {
    /// What answers from recordings, from the first exchange of each on; nil for what the mock was started with.
    func set(replay: ReplayChoice?) {
        decide { contents in
            contents.settings.replay = replay
            contents.cursors = [:]
        }
    }
}
