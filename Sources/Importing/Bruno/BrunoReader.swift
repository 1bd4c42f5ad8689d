// Bruno: a folder of .bru files, with environments, and examples as answers.

import JSONValues

/// Reads the requests of a folder in the order of their numbers.
struct BrunoReader {
    private struct File {
        let path: String
        let text: BruText

        var place: SourcePlace { SourcePlace(file: path) }
        var folder: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
        var name: Substring { path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...] }
    }

    private var mock: ImportedMock
    private var environment = CollectionVariables()
    /// Of folders and of the collection, the outermost first.
    private let folders: [File]

    private static let methods = ["get", "post", "put", "delete", "patch", "options", "head", "trace", "connect"]

    /// - Parameter manifest: `bruno.json`.
    static func read(_ files: ImportFiles, manifest: Sourced?, title: String) -> ImportedMock {
        var read: [File] = []
        var named: [String: Int] = [:]
        var mock = ImportedMock(title: manifest?.text("name") ?? title)
        for (path, bytes) in files.files where path.hasSuffix(".bru") {
            named[path, default: 0] += 1
            guard named[path] == 1 else { continue }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                mock.lose("the file, which is not UTF-8", remedy: "Save it as UTF-8.", at: SourcePlace(file: path))
                continue
            }
            let file = File(path: path, text: BruText(text))
            for name in file.text.open {
                mock.lose(
                    "the end of the block '\(name)', which is not closed", remedy: "Close it by a line with } alone.",
                    at: file.place)
            }
            read.append(file)
        }
        let environments = read.filter { $0.folder == "environments" || $0.folder.hasSuffix("/environments") }
        let scopes = read.filter { $0.name == "collection.bru" || $0.name == "folder.bru" }
        var reader = BrunoReader(
            mock: mock, folders: scopes.sorted { ($0.folder.count, $0.path) < ($1.folder.count, $1.path) })
        // One that is named besides its folder is meant.
        reader.set(environments.sorted { named[$0.path, default: 0] > named[$1.path, default: 0] })
        let known = Set((environments + scopes).map(\.path))
        let requests = read.filter { !known.contains($0.path) }.map { file in
            (order: Int(file.text.value("seq", of: "meta") ?? "") ?? .max, file: file)
        }
        for scope in reader.folders { reader.scripts(of: scope, named: "'\(scope.folder)'") }
        for (_, file) in requests.sorted(by: {
            ($0.file.folder, $0.order, $0.file.path) < ($1.file.folder, $1.order, $1.file.path)
        }) {
            reader.request(file)
        }
        reader.mock.nameServers()
        return reader.mock
    }

    private init(mock: ImportedMock, folders: [File]) {
        self.mock = mock
        self.folders = folders
    }

    private mutating func set(_ environments: [File]) {
        guard let first = environments.first else { return }
        for field in first.text["vars"]?.fields ?? [] { environment.set(field.name, field.value) }
        for other in environments.dropFirst() {
            mock.lose(
                "the environment '\(other.name)': the values are those of '\(first.name)'",
                remedy: "Name the file that is meant besides the folder.", at: other.place)
        }
    }

    // MARK: - Requests

    private mutating func request(_ file: File) {
        let name = file.text.value("name", of: "meta") ?? String(file.name)
        guard let head = file.text.blocks.first(where: { Self.methods.contains($0.name) || $0.name == "http" }) else {
            return mock.lose(
                "'\(name)', which has no HTTP method",
                remedy: "gRPC and WebSocket are not in an OpenAPI contract; for HTTP write a block such as get.",
                at: file.place)
        }
        scripts(of: file, named: "'\(name)'")
        let settings = Dictionary(head.fields.map { ($0.name, $0.value) }) { first, _ in first }
        let around = folders.filter {
            $0.folder == file.folder || $0.folder.isEmpty || file.folder.hasPrefix($0.folder + "/")
        }
        var variables = environmentBelow(around, file)
        var saved = SavedRequest(place: file.place)
        saved.method = head.name == "http" ? settings["method"] ?? "GET" : head.name
        saved.url = settings["url"] ?? ""
        fill(&saved, file.text, mode: settings["body"], &variables)
        let own = Set(saved.headers.map { $0.name.lowercased() })
        let inherited = around.flatMap { $0.text["headers"]?.fields ?? [] }
        saved.headers = inherited.filter { !own.contains($0.name.lowercased()) } + saved.headers
        saved.authentication = authentication(settings["auth"], file, around)
        var answers: [(SavedRequest, SavedAnswer)] = []
        for block in file.text.blocks where block.name == "example" {
            guard let answer = answer(block, at: file.place) else { continue }
            answers.append((asked(block, saved, &variables), answer))
        }
        mock.add(saved, named: name, in: .bruno, answers: answers, &variables)
    }

    /// An environment counts before the folders' variables, those of the request before it.
    private func environmentBelow(_ around: [File], _ file: File) -> CollectionVariables {
        var variables = CollectionVariables()
        for scope in around { for field in Self.variables(scope) { variables.set(field.name, field.value) } }
        variables.add(environment)
        for field in Self.variables(file) { variables.set(field.name, field.value) }
        return variables
    }

    private static func variables(_ file: File) -> [SavedRequest.Field] { file.text["vars:pre-request"]?.fields ?? [] }

    /// Query, path, headers and body, of a request or of that of an example.
    private func fill(
        _ saved: inout SavedRequest, _ text: BruText, mode: String?, _ variables: inout CollectionVariables
    ) {
        for field in text["params:path"]?.fields ?? [] { saved.pathValues[field.name] = field.value }
        // The URL has them too, but in files that were written by hand.
        if !saved.url.contains("?") { saved.query = (text["params:query"] ?? text["query"])?.fields ?? [] }
        if let headers = text["headers"] { saved.headers = headers.fields }
        let kinds = text.blocks.map(\.name).filter {
            $0.hasPrefix("body:") && $0 != "body:graphql:vars" || $0 == "body"
        }
        let kind = mode.map(Self.block) ?? kinds.first
        guard let kind, kind != "body:none" else { return }
        guard let block = text[kind] ?? (kind == "body:json" ? text["body"] : nil) else { return }
        saved.body =
            switch kind {
            case "body:json", "body": .text(block.text, type: "application/json")
            case "body:text": .text(block.text, type: "text/plain")
            case "body:xml": .text(block.text, type: "application/xml")
            case "body:sparql": .text(block.text, type: "application/sparql-query")
            case "body:form-urlencoded": .form(block.fields)
            case "body:multipart-form": .parts(block.fields)
            case "body:graphql":
                WrittenBody.graphQL(block.text, variables: text["body:graphql:vars"]?.text, resolving: &variables)
            default: .lost("the body '\(kind.dropFirst(5))'")
            }
    }

    /// `formUrlEncoded` and `form-urlencoded` are the same.
    private static func block(_ mode: String) -> String {
        let names = ["formUrlEncoded": "form-urlencoded", "multipartForm": "multipart-form"]
        return "body:" + (names[mode] ?? mode)
    }

    private func authentication(_ mode: String?, _ file: File, _ around: [File]) -> SavedRequest.Authentication {
        var (mode, file) = (mode ?? file.text.value("mode", of: "auth") ?? "inherit", file)
        for scope in around.reversed() where mode == "inherit" {
            guard let own = scope.text.value("mode", of: "auth") else { continue }
            (mode, file) = (own, scope)
        }
        switch mode {
        case "none", "inherit", "": return .none
        case "basic": return .basic
        case "bearer", "oauth2": return .bearer
        case "apikey":
            return .key(
                file.text.value("key", of: "auth:apikey") ?? "X-API-Key",
                inQuery: file.text.value("placement", of: "auth:apikey") == "queryparams")
        default: return .other(mode)
        }
    }

    // MARK: - Examples

    private func asked(
        _ block: BruText.Block, _ request: SavedRequest, _ variables: inout CollectionVariables
    ) -> SavedRequest {
        guard let written = BruText(block)["request"] else { return request }
        let text = BruText(written)
        var asked = request
        func setting(_ name: String) -> String? { text.pairs.first { $0.name == name }?.value }
        if let url = setting("url"), !url.isEmpty { asked.url = url }
        if let method = setting("method"), !method.isEmpty { asked.method = method }
        (asked.query, asked.body) = ([], .none)
        fill(&asked, text, mode: setting("mode"), &variables)
        return asked
    }

    private mutating func answer(_ block: BruText.Block, at place: SourcePlace) -> SavedAnswer? {
        guard let written = BruText(block)["response"] else {
            mock.lose(
                "the example of line \(block.line), which has no response", remedy: "Save one in Bruno.", at: place)
            return nil
        }
        let text = BruText(written)
        var answer = SavedAnswer(place: place)
        answer.status = text.value("code", of: "status").flatMap { Int($0) } ?? 200
        answer.headers = text["headers"]?.fields ?? []
        answer.body = text.value("content", of: "body") ?? ""
        let types = ["json": "application/json", "xml": "application/xml", "html": "text/html", "text": "text/plain"]
        let type = text.value("type", of: "body") ?? ""
        if type == "binary", !answer.body.isEmpty {
            mock.lose(
                "the binary body of the example of line \(block.line)", remedy: "Record it with counterpart record.",
                at: place)
            answer.body = ""
        }
        answer.type = types[type]
        return answer
    }

    private mutating func scripts(of file: File, named name: String) {
        let kinds = [
            ("script:pre-request", "pre-request", false), ("script:post-response", "post-response", true),
            ("tests", "test", true), ("assert", "assert", true), ("vars:post-response", "vars:post-response", false),
        ]
        for (block, when, isTest) in kinds {
            guard let text = file.text[block]?.text else { continue }
            mock.keep(script: text, when, of: name, isTest: isTest, at: file.place)
        }
    }
}
