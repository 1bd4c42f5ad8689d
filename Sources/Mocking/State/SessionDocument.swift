// What a session has come to, as a document with which another process goes on.

import Archives
import Journals
import MockRules
import JSONValues
import HTTPExchange
import OpenAPIContract
import Recordings

/// Writes and reads the documents of a mock's sessions: only what a session has changed is in them.
struct SessionDocument {
    /// Another reads no document of this one.
    static let format = 1

    let mock: Mock

    /// The session as JSON; times in microseconds since 1970.
    func written(_ session: Session) -> JSON {
        let (initial, current) = session.snapshot()
        var members = JSONObject([
            ("format", .number(JSONNumber(Self.format))), ("contract", .string(mock.contractStamp)),
        ])
        var state = JSONObject()
        for (index, name) in current.rules.names.enumerated()
        where index >= initial.rules.versions.count || current.rules.versions[index] != initial.rules.versions[index] {
            state[name] = current.rules.values[index].json
        }
        members["state"] = .object(state)
        members["collections"] = current.resources.document(mock.collections)
        members["calls"] = .object(
            JSONObject(
                zip(mock.contract.operations, current.calls).compactMap { operation, count in
                    count > 0 ? (operation.id, .number(JSONNumber(count))) : nil
                }))
        members["faults"] = .array(
            current.faults.map { fault in
                fault.document { mock.contract.operations.indices.contains($0) ? mock.contract.operations[$0].id : nil }
            })
        members["cursors"] = .object(
            JSONObject(
                current.cursors.map { ($0.key.text, .number(JSONNumber($0.value))) }.sorted { $0.0 < $1.0 }))
        members["settings"] = current.settings.document
        members["expectations"] = session.journal.expectations
        return .object(members)
    }

    /// Why a document says nothing.
    enum Unreadable: Error, Hashable, Sendable {
        /// It was written by a later version.
        case format(Int)
        case noDocument
    }

    /// Puts what a document says in the place of what the session has come to.
    /// - Returns: whether it goes on; it starts again where what it has changed does not fit the contract or the mock file any more.
    func restore(
        _ session: Session, from document: JSON, started: Duration, now: Duration
    ) throws(Unreadable) -> Bool {
        guard let format = document["format"]?.number?.int64 else { throw .noDocument }
        guard format <= Self.format else { throw .format(Int(format)) }
        var goesOn = false
        session.adopt(started: started, now: now) { initial in
            let contents = contents(document, from: initial)
            goesOn = contents != nil
            return contents
        }
        let control = Control(mock: mock)
        session.journal.expect(document: document["expectations"]) { try? control.expectation($0) }
        return goesOn
    }

    private func contents(_ document: JSON, from initial: Session.Contents) -> Session.Contents? {
        var contents = initial
        let isSameContract = document["contract"]?.string == mock.contractStamp
        for (name, value) in document["state"]?.object ?? JSONObject() {
            guard let index = contents.rules.names.firstIndex(of: name) else { continue }
            let (start, value) = (contents.rules.values[index], StateValue(value))
            guard start.isCollection == value.isCollection, JSONShape(start.json).takes(JSONShape(value.json)) else {
                return nil
            }
            contents.rules[index] = value
        }
        guard
            let resources = CollectionStore(
                document: document["collections"] ?? .array([]), mock.collections, checks: !isSameContract)
        else { return nil }
        contents.resources = resources
        let calls = document["calls"]
        contents.calls = mock.contract.operations.map { operation in
            calls?[operation.id]?.storedCount.map { UInt64($0) } ?? 0
        }
        contents.settings = SessionSettings(document: document["settings"] ?? .null, mock)
        let rules = contents.settings.faults?.rules ?? mock.behaviour.faults
        let counts = document["faults"]?.array ?? []
        contents.faults = rules.indices.map { index in
            guard counts.indices.contains(index) else { return FaultCount() }
            return FaultCount(document: counts[index]) { mock.contract.operation(id: $0)?.index }
        }
        if isSameContract {
            for (text, count) in document["cursors"]?.object ?? JSONObject() {
                if let cursor = Replay.Cursor(text: text), let count = count.storedCount {
                    contents.cursors[cursor] = count
                }
            }
        }
        return contents
    }
}

extension SessionSettings {
    /// As the control API was told.
    fileprivate var document: JSON {
        var members = JSONObject([("last_answer", .number(JSONNumber(lastOneOff)))])
        members["latency"] = latency?.written
        members["faults"] = faults.map { ["since": $0.since.document, "set": $0.written] }
        if !oneOffs.isEmpty {
            members["answers"] = .array(
                oneOffs.map {
                    [
                        "number": .number(JSONNumber($0.number)), "left": .number(JSONNumber($0.left)),
                        "asked": $0.written,
                    ]
                })
        }
        switch replay {
        case nil: break
        case .off: members["replay"] = "off"
        case .own(let own):
            members["replay"] = [
                "name": .string(own.recording.name), "alone": .bool(own.missing == .refused),
                "har": own.recording.har.json,
            ]
        }
        return .object(members)
    }

    /// What is not to be had any more, in a contract that is another or for lack of memory, is left out.
    fileprivate init(document: JSON, _ mock: Mock) {
        func bytes(_ json: JSON) -> [UInt8] { Array(json.serialized().utf8) }
        let control = Control(mock: mock)
        if let written = document["latency"], let value = Behaviour.latency(bytes(written), for: mock.contract).latency
        {
            latency = (value, written)
        }
        if let written = document["faults"]?["set"],
            let since = document["faults"]?["since"].flatMap({ Duration(document: $0) }),
            let rules = mock.behaviour.faults(bytes(written), for: mock.contract).faults
        {
            faults = Faults(rules: rules, written: written, since: since)
        }
        lastOneOff = document["last_answer"]?.storedCount ?? 0
        for member in document["answers"]?.array ?? [] {
            guard let asked = member["asked"], let number = member["number"]?.storedCount,
                let left = member["left"]?.storedCount, left > 0,
                let operation = asked["operation"]?.string.flatMap({ mock.contract.operation(id: $0) }),
                let answer = try? control.answer(asked, of: operation)
            else { continue }
            let memory = MemoryShare()
            if case .response(let response) = answer, !memory.grow(by: response.body.count) { continue }
            oneOffs.append(
                OneOff(
                    number: number, operation: operation, answer: answer, written: asked, left: left,
                    memory: memory))
        }
        replay = document["replay"].flatMap { ReplayChoice(document: $0, control) }
    }
}

extension ReplayChoice {
    fileprivate init?(document: JSON, _ control: Control) {
        if document.string == "off" {
            self = .off
            return
        }
        guard let har = document["har"], let name = document["name"]?.string,
            let recording = try? control.archive(har, named: name)
        else { return nil }
        let missing = document["alone"]?.bool == true ? RecordedTraffic.Missing.refused : .decided
        let memory = MemoryShare()
        guard memory.grow(by: 4 * har.approximateSize),
            let answers = control.mock.answers(of: recording, missing: missing)
        else { return nil }
        self = .own(OwnReplay(recording: recording, missing: missing, answers: answers, memory: memory))
    }
}
