// Writes what was imported as the files of a contract folder.

import JSONValues
import Archives
import HTTPExchange
import HTTPTypes
import Recordings
import SourceDocuments

/// The files of a contract folder, by their paths in it.
package struct ImportedFolder: Sendable {
    /// A file, and what is in it.
    package struct File: Hashable, Sendable {
        /// From the folder, with slashes.
        package let path: String
        /// What is in it.
        package let bytes: [UInt8]

        init(_ path: String, _ bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The contract first.
    package private(set) var files: [File] = []
    /// How many operations the contract has.
    package private(set) var operations = 0
    /// How many rules the mock file has.
    package private(set) var rules = 0

    init(_ mock: ImportedMock, from tool: String) {
        var mock = mock
        let description = "Imported from \(tool)."
        if mock.routes.isEmpty {
            write(examples: mock, description)
        } else {
            write(rules: &mock, description)
        }
        files += mock.files.map { File($0.path, $0.bytes) }
    }

    // MARK: - Exchanges as examples

    private mutating func write(examples mock: ImportedMock, _ description: String) {
        var known: [(template: String, exchanges: [ArchivedExchange])] = []
        var unknown: [ArchivedExchange] = []
        // What people keep in a collection is often real.
        var redactor = Redactor()
        func redacted(_ request: Request) -> Request {
            var request = request
            request.body = redactor.redacted(request.body, request.headers[.contentType])
            return request
        }
        func redacted(_ response: Response) -> Response {
            var response = response
            response.body = redactor.redacted(response.body, response.headers[.contentType])
            return response
        }
        for (index, exchange) in mock.exchanges.enumerated() {
            let archived = ArchivedExchange(
                redacted(exchange.request), redacted(exchange.response),
                from: .init(file: exchange.place.file, entry: index + 1))
            guard let template = exchange.template else {
                unknown.append(archived)
                continue
            }
            if let position = known.firstIndex(where: { $0.template == template }) {
                known[position].exchanges.append(archived)
            } else {
                known.append((template, [archived]))
            }
        }
        let inferred = InferredContract(
            unknown, known: known, title: mock.title, description: description, servers: mock.servers,
            mostExamples: 50)
        operations = inferred.operations.count
        let notes = mock.notes.map { note in
            note.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
                // No document has control characters, not even in its comments.
                let plain = line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
                return "# \(String(String.UnicodeScalarView(plain)))".trimmed + "\n"
            }.joined() + "#\n"
        }.joined()
        files.append(File("openapi.yaml", Array((inferred.yaml + (notes.isEmpty ? "" : "\n" + notes)).utf8)))
    }

    // MARK: - Rules

    private mutating func write(rules mock: inout ImportedMock, _ description: String) {
        let table = RouteTable(mock.routes)
        var known: [(template: String, exchanges: [ArchivedExchange])] = []
        for path in table.paths {
            let sample = path.key.segments.map { $0.contains("{") ? "1" : $0 }.joined(separator: "/")
            let exchanges = path.methods.flatMap { method, routes in
                (routes.map(\.answer) + [mock.unmatched]).compactMap { answer -> ArchivedExchange? in
                    guard let method = HTTPRequest.Method(method) else { return nil }
                    return ArchivedExchange(
                        Request(method: method, target: "/" + sample), answer.shown,
                        from: .init(file: "import", entry: 1))
                }
            }
            known.append((path.key.template, exchanges))
        }
        let inferred = InferredContract(
            [], known: known, title: mock.title, description: description, servers: mock.servers, mostExamples: 1)
        var document = OpenContract(inferred.document)
        var operations = JSONObject()
        for path in table.paths {
            for (method, routes) in path.methods {
                let isLeft = !RouteTable.isSettled(routes, under: path.key)
                let answers = routes.map(\.answer) + (isLeft ? [mock.unmatched] : [])
                guard let id = document.open(method, path.key, routes, answers) else { continue }
                var written = routes.map { route in
                    rule(route.answer, when: route.condition(under: path.key), route.changes, &mock)
                }
                if isLeft { written.append(rule(mock.unmatched, when: nil, [], &mock)) }
                rules += written.count
                operations[id] = .array(written)
                self.operations += 1
            }
        }
        files.append(
            File("openapi.yaml", Array(("# \(description)\n" + YAMLText().text(document.json)).utf8)))
        var file = JSONObject()
        if !mock.state.isEmpty { file["state"] = .object(JSONObject(mock.state)) }
        if let latency = mock.latency { file["latency"] = ["default": latency] }
        file["operations"] = .object(operations)
        files.append(File("mock.yaml", Array(("# \(description)\n" + YAMLText().text(.object(file))).utf8)))
    }

    private func rule(
        _ answer: ImportedAnswer, when condition: String?, _ changes: [JSON], _ mock: inout ImportedMock
    ) -> JSON {
        var rule = JSONObject()
        if let condition { rule["when"] = .string(condition) }
        if !changes.isEmpty { rule["change"] = .array(changes) }
        var respond: JSONObject = ["status": .number(JSONNumber(answer.status))]
        if !answer.headers.isEmpty {
            var headers = JSONObject()
            for (name, value) in answer.headers { headers[name] = .string(value) }
            respond["headers"] = .object(headers)
        }
        switch answer.content {
        case .none: respond["content"] = .string("\"\"")
        case .expression(let text): respond["content"] = .string(text)
        case .text(let text) where text.utf8.count <= 8_192: respond["content"] = .string(CELText.quoted(text))
        case .text(let text): respond["file"] = .string(file(Array(text.utf8), answer, &mock))
        case .bytes(let bytes): respond["file"] = .string(file(bytes, answer, &mock))
        }
        if let latency = answer.latency { respond["latency"] = latency }
        if let fault = answer.fault { respond["fault"] = fault }
        rule["respond"] = .object(respond)
        return .object(rule)
    }

    /// Keeps bytes once, whichever answers have them.
    private func file(_ bytes: [UInt8], _ answer: ImportedAnswer, _ mock: inout ImportedMock) -> String {
        if let known = mock.files.first(where: { $0.bytes == bytes }) { return known.path }
        let type = answer.constant("content-type")?.lowercased() ?? ""
        let endings = ["json": "json.txt", "html": "html", "xml": "xml", "png": "png", "jpeg": "jpg", "text": "txt"]
        let ending = endings.first { type.contains($0.key) }?.value ?? "bin"
        let path = "data/answer-\(mock.files.count + 1).\(ending)"
        mock.files.append((path, bytes))
        return path
    }
}

extension Redactor {
    /// Of JSON and of forms; other bodies stay.
    fileprivate mutating func redacted(_ body: [UInt8], _ type: String?) -> [UInt8] {
        if let json = try? JSON(parsing: body), json.object != nil || json.array != nil {
            let redacted = redact(json)
            return redacted == json ? body : Array(redacted.serialized().utf8)
        }
        guard type?.hasPrefix("application/x-www-form-urlencoded") ?? false else { return body }
        let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = Percent.decoded(pair.dropFirst(name.count + 1), plusIsSpace: true)
            return name + "=" + Percent.encoded(redact(value, named: Percent.decoded(name, plusIsSpace: true)))
        }
        return Array(pairs.joined(separator: "&").utf8)
    }
}

extension ImportedAnswer {
    /// As far as it does not hang on the request.
    fileprivate var shown: Response {
        var response = Response(status: status)
        for (name, value) in headers {
            guard let name = HTTPField.Name(name), let text = CELText.constant(value) else { continue }
            response.headers[name] = text
        }
        switch content {
        case .text(let text): response.body = Array(text.utf8)
        case .bytes(let bytes): response.body = bytes
        case .none, .expression: break
        }
        return response
    }
}
