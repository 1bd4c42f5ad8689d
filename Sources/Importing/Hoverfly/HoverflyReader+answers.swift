// What Hoverfly's pairs answer.

import JSONValues
import RegularExpressions

extension HoverflyReader {
    mutating func answer(_ response: Sourced, _ route: inout ImportedRoute, _ request: Sourced) -> Bool {
        guard let status = mock.status(response.whole("status"), of: "the pair", at: response.place) else {
            return false
        }
        var answer = ImportedAnswer(status: status)
        var known: [String: String] = [:]
        for entry in mock.state { known[entry.name] = entry.name }
        var writer = TemplateWriter(HoverflyTemplates(literals: literals) { CELText.name($0, prefix: "hoverfly") })
        let isTemplate = response.flag("templated")
        for key in isTemplate ? HoverflyTemplates.stateKeys(response.json.serialized()) : [] { _ = state(key) }
        let skipped: Set<String> = ["content-length", "transfer-encoding", "connection", "date", "content-encoding"]
        for (name, value) in response["headers"]?.members ?? [] where !skipped.contains(name.lowercased()) {
            let texts = (value.json.array ?? [value.json]).compactMap(\.string).map { text in
                expression(text, isTemplate, &writer, at: value.place) ?? CELText.quoted(text)
            }
            guard !texts.isEmpty else { continue }
            answer.headers.append((name, texts.count == 1 ? texts[0] : "[" + texts.joined(separator: ", ") + "]"))
        }
        content(response, isTemplate, &writer, &answer)
        var changes = JSONObject()
        for (key, value) in response["transitionsState"]?.members ?? [] {
            changes[state(key)] = .string(CELText.quoted(value.json.string ?? value.json.serialized()))
        }
        for key in response["removesState"]?.elements ?? [] {
            if let key = key.json.string { changes[state(key)] = .string("\"\"") }
        }
        if !changes.isEmpty { route.changes.append(["set": .object(changes)]) }
        if let fixed = response.whole("fixedDelay"), fixed > 0 {
            answer.latency = .string("\(fixed)ms")
        } else if let delay = response["logNormalDelay"], let latency = Self.logNormal(delay) {
            answer.latency = latency
        } else {
            answer.latency = globalDelay(route, request)
        }
        if let action = response.text("postServeAction"), !action.isEmpty {
            mock.lose(
                "what is done after the answer (\(action))",
                remedy: "A mock answers and calls nobody; call it from the test.",
                at: response.place.appending("postServeAction"))
        }
        route.answer = answer
        return true
    }

    mutating func content(
        _ response: Sourced, _ isTemplate: Bool, _ writer: inout TemplateWriter, _ answer: inout ImportedAnswer
    ) {
        var text = response.text("body") ?? ""
        var place = response.place.appending("body")
        if let file = response.text("bodyFile"), !file.isEmpty {
            place = response.place.appending("bodyFile")
            guard let bytes = files.beside(file) else {
                mock.lose(
                    "the file \(file), which is not there", remedy: "Import it together with the simulation.", at: place
                )
                return
            }
            guard let read = String(validating: bytes, as: UTF8.self) else {
                answer.content = .bytes(bytes)
                return
            }
            text = read
        } else if response.flag("encodedBody"), let bytes = Base64.standard.decode(text) {
            guard isTemplate, let read = String(validating: bytes, as: UTF8.self) else {
                answer.content = bytes.isEmpty ? .none : .bytes(bytes)
                return
            }
            text = read
        }
        answer.set(content: text, written: expression(text, isTemplate, &writer, at: place))
    }

    mutating func expression(
        _ text: String, _ isTemplate: Bool, _ writer: inout TemplateWriter, at place: SourcePlace
    ) -> String? {
        guard isTemplate, text.contains("{{") else { return nil }
        return mock.expression(ofTemplate: text, &writer, at: place)
    }

    /// The first global delay whose pattern the URL has.
    mutating func globalDelay(_ route: ImportedRoute, _ request: Sourced) -> JSON? {
        for delay in delays {
            if !delay.method.isEmpty, let methods = route.methods, !methods.contains(delay.method.uppercased()) {
                continue
            }
            if !delay.method.isEmpty, route.methods == nil {
                mock.lose(
                    "a delay of one method for a pair of all", remedy: "Set it in the rule of that method.",
                    at: delay.place)
                continue
            }
            let host = request["destination"]?.elements.first?.text("value") ?? "host"
            let paths = route.path.keys.map(\.template)
            if paths.contains(where: { delay.pattern?.matches(in: host + $0) ?? false }) { return delay.latency }
        }
        return nil
    }
}

extension ImportFiles {
    /// A file by the end of its path.
    func beside(_ name: String) -> [UInt8]? {
        files.first { $0.path == name || $0.path.hasSuffix("/" + name) }?.bytes
    }
}
