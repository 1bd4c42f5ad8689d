// What a mock is told while it runs: state, latency, faults, answers for once.

import Journals
import MockRules
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

// MARK: - State

extension Control {
    func state(_ call: ControlCall) throws(Refused) -> Response {
        let pointer = try pointer(call)
        let state = try existingSession(of: call).state(of: mock)
        guard let value = state[pointer: pointer] else {
            let names = state.object?.keys.joined(separator: ", ") ?? ""
            throw Refused(
                404, "Nothing there",
                "The state has nothing at \(pointer). \(names.isEmpty ? "It is empty." : "Its names are \(names).")")
        }
        return .json(value)
    }

    func putState(_ call: ControlCall) throws(Refused) -> Response {
        let pointer = try pointer(call)
        // Of a JSON body that is null the judge gives null as well.
        let value = call.body
        do throws(RuleState.WriteFailure) {
            try session(of: call).write(value, at: pointer, of: mock)
        } catch {
            switch error {
            case .nowhere(let detail): throw Refused(404, "Nowhere to put it", detail)
            case .misfit(let place, let found, let expected):
                throw Refused(
                    409, "It does not fit",
                    "At \(place.tokens.isEmpty ? "the root" : place.description): found \(found), expected \(expected).",
                    JSONObject([("pointer", .string(place.description))]))
            }
        }
        return .done
    }

    private func pointer(_ call: ControlCall) throws(Refused) -> JSONPointer {
        do throws(JSONPointer.SyntaxError) {
            return try JSONPointer(parsing: call.text("pointer") ?? "")
        } catch {
            throw Refused(400, "No pointer", "\(error.description) (RFC 6901).")
        }
    }
}

// MARK: - Latency and faults

extension Control {
    func latency(_ call: ControlCall) throws(Refused) -> Response {
        .json(try existingSession(of: call).settings.latency?.written ?? .null)
    }

    func putLatency(_ call: ControlCall) throws(Refused) -> Response {
        let (latency, diagnostics) = Behaviour.latency(call.judged.request.body, for: mock.contract)
        guard let latency else { throw Control.mistakes(diagnostics) }
        session(of: call).change { $0.latency = (latency, call.body) }
        return .done
    }

    func clearLatency(_ call: ControlCall) -> Response {
        session(of: call).change { $0.latency = nil }
        return .done
    }

    func faults(_ call: ControlCall) throws(Refused) -> Response {
        .json(try existingSession(of: call).settings.faults?.written ?? .null)
    }

    func putFaults(_ call: ControlCall) throws(Refused) -> Response {
        let (faults, diagnostics) = mock.behaviour.faults(call.judged.request.body, for: mock.contract)
        guard let faults else { throw Control.mistakes(diagnostics) }
        session(of: call).set(faults: .init(rules: faults, written: call.body, since: mock.now))
        return .done
    }

    func clearFaults(_ call: ControlCall) -> Response {
        session(of: call).set(faults: nil)
        return .done
    }

    /// All of them, as `counterpart check` tells them.
    static func mistakes(_ diagnostics: [Diagnostic]) -> Refused {
        let report = DiagnosticReport(diagnostics)
        let first = report.diagnostics.first { $0.severity == .error }
        let found = first?.found.map { ", found \($0)" } ?? ""
        let remedy = first?.remedy.map { ". \($0)" } ?? "."
        return Refused(
            409, "It makes no sense", (first?.message ?? "It cannot be read") + found + remedy,
            JSONObject([("mistakes", report.json)]))
    }
}

// MARK: - Answers for once

extension Control {
    func oneOffs(_ call: ControlCall) throws(Refused) -> Response {
        .json(.array(try existingSession(of: call).settings.oneOffs.map(\.json)))
    }

    func clearAnswers(_ call: ControlCall) -> Response {
        session(of: call).change { $0.oneOffs = [] }
        return .done
    }

    func answerOnce(_ call: ControlCall) throws(Refused) -> Response {
        let body = call.body
        let operation = try operation(body["operation"]?.string ?? "")
        let answer = try answer(body, of: operation)
        let times = body["times"]?.number?.int64.map { Int($0) } ?? 1
        let memory = MemoryShare()
        if case .response(let response) = answer, !memory.grow(by: response.body.count) {
            throw Refused(507, "Insufficient storage", CollectionStore.Bound.memory.text)
        }
        let added = session(of: call).change { settings -> OneOff? in
            guard settings.oneOffs.count < SessionSettings.oneOffLimit else { return nil }
            settings.lastOneOff += 1
            let oneOff = OneOff(
                number: settings.lastOneOff, operation: operation, answer: answer, written: body, left: times,
                memory: memory)
            settings.oneOffs.append(oneOff)
            return oneOff
        }
        guard let added else {
            throw Refused(
                409, "Too many",
                "\(SessionSettings.oneOffLimit) answers wait for their calls already. DELETE them first.")
        }
        return .json(added.json, status: 201)
    }

    func answer(_ body: JSON, of operation: Operation) throws(Refused) -> OneOff.Answer {
        if let written = body["fault"] {
            let (fault, diagnostics) = Behaviour.fault(written, for: mock.contract)
            guard let fault else { throw Control.mistakes(diagnostics) }
            return .fault(fault)
        }
        var preference = Preference()
        preference.code = body["status"]?.number?.int64.map { Int($0) }
        preference.example = body["example"]?.string
        let isForced = body["force"]?.bool == true
        guard let status = preference.code, body["body"] != nil || body["headers"] != nil || isForced else {
            try check(preference, of: operation)
            return .preferred(preference)
        }
        var response = Response(status: status)
        if let content = body["body"] {
            let json = operation.response(for: status)?.content.first { $0.media?.kind == .json }?.range
            response.headers[.contentType] = json.flatMap { $0.contains("*") ? nil : $0 } ?? "application/json"
            response.body = Array(content.serialized().utf8)
        } else if operation.response(for: status)?.content.isEmpty ?? true, status >= 400 {
            let title = Response.phrase(of: status).isEmpty ? "Status \(status)" : Response.phrase(of: status)
            response = Problem(status: status, title: title, detail: "The mock was told to answer so.").response()
        }
        for (name, value) in body["headers"]?.object ?? JSONObject() {
            guard let field = HTTPField.Name(name), let value = value.string else {
                throw Refused(409, "No header field", "A header field cannot be called \u{201C}\(name)\u{201D}.")
            }
            response.headers[field] = value
        }
        if !isForced { try check(response, of: operation) }
        return .response(response)
    }

    /// Whether the contract has such an answer.
    private func check(_ preference: Preference, of operation: Operation) throws(Refused) {
        guard let objection = mock.objection(to: preference, of: operation) else { return }
        throw Refused(409, "No such answer", objection)
    }

    private func check(_ response: Response, of operation: Operation) throws(Refused) {
        let isMeant = response.status == 429 || response.status >= 500
        let violations = mock.contract.judge(response, of: operation).filter { violation in
            violation.severity == .violation && !(isMeant && operation.response(for: response.status) == nil)
        }
        guard let first = violations.first else { return }
        throw Refused(
            409, "The answer breaks the contract",
            "\(first.location): found \(first.found), expected \(first.expected). If it is meant to, say \"force\": true.",
            JSONObject([("violations", .array(violations.map(\.json)))]))
    }
}

extension OneOff {
    fileprivate var json: JSON {
        let what: JSON =
            switch answer {
            case .preferred(let preference):
                preference.example.map { .string("example \($0)") } ?? .number(JSONNumber(preference.code ?? 0))
            case .response(let response): .number(JSONNumber(response.status))
            case .fault(let fault): .string("\(fault)")
            }
        return [
            "number": .number(JSONNumber(number)), "operation": .string(operation.id),
            "left": .number(JSONNumber(left)),
            "answer": what,
        ]
    }
}
