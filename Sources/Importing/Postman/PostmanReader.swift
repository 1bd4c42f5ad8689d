// Postman: collections of versions 2.0 and 2.1, with their environments.

import JSONValues

/// Reads collections: each saved response is an exchange with the request that it was saved from.
struct PostmanReader {
    private var mock: ImportedMock
    private let environments: [Sourced]

    /// What holds for the requests of a folder.
    private struct Scope {
        var variables: [Sourced] = []
        var auth: Sourced?
        var path: [String] = []
    }

    static func read(_ sources: [Sourced], environments: [Sourced], title: String) -> ImportedMock {
        let name = sources.lazy.compactMap { $0["info"]?.text("name") ?? $0.text("name") }.first
        var reader = PostmanReader(
            mock: ImportedMock(title: sources.count == 1 ? name ?? title : title), environments: environments)
        for source in sources {
            var scope = Scope()
            if let variables = source["variable"] { scope.variables.append(variables) }
            scope.auth = source["auth"]
            reader.scripts(of: source, named: "the collection")
            reader.items(source["item"], scope, depth: 0)
        }
        reader.mock.nameServers()
        return reader.mock
    }

    private init(mock: ImportedMock, environments: [Sourced]) {
        self.mock = mock
        self.environments = environments
    }

    private mutating func items(_ list: Sourced?, _ scope: Scope, depth: Int) {
        guard depth < 64 else {
            return mock.lose(
                "folders that are nested more than 64 deep", remedy: "Move them up.",
                at: list?.place ?? SourcePlace(file: ""))
        }
        for item in list?.elements ?? [] {
            var scope = scope
            scope.path.append(item.text("name") ?? "")
            if let variables = item["variable"] { scope.variables.append(variables) }
            if let auth = item["auth"] { scope.auth = auth }
            scripts(of: item, named: "'\(scope.path.joined(separator: " / "))'")
            if item["item"] != nil {
                items(item["item"], scope, depth: depth + 1)
            } else if let request = item["request"], request.json != .null {
                read(request, item, scope)
            } else {
                mock.lose(
                    "the item '\(scope.path.joined(separator: " / "))', which has no request",
                    remedy: "Give it one in Postman, or leave it out.", at: item.place)
            }
        }
    }

    private mutating func scripts(of item: Sourced, named name: String) {
        let events = item["event"].map { $0.json.array == nil ? [$0] : $0.elements } ?? []
        for event in events {
            let script = event["script"]
            let lines = script?["exec"]?.json.array?.compactMap(\.string) ?? script?.text("exec").map { [$0] } ?? []
            let isTest = event.text("listen") == "test"
            mock.keep(
                script: lines.joined(separator: "\n"), isTest ? "test" : "pre-request", of: name, isTest: isTest,
                at: event.place)
        }
    }

    // MARK: - Requests and answers

    private mutating func read(_ request: Sourced, _ item: Sourced, _ scope: Scope) {
        var variables = CollectionVariables()
        for list in scope.variables { variables.add(list) }
        for environment in environments { variables.add(environment["values"]) }
        let answers = (item["response"]?.elements ?? []).filter { $0.json.object != nil }.map { response in
            (saved(response["originalRequest"] ?? request, scope, &variables), answer(response))
        }
        mock.add(
            saved(request, scope, &variables), named: scope.path.joined(separator: " / "), in: .postman,
            answers: answers, &variables)
    }

    private func saved(_ written: Sourced, _ scope: Scope, _ variables: inout CollectionVariables) -> SavedRequest {
        var saved = SavedRequest(place: written.place)
        let url = written.json.string.map { Sourced(json: .string($0), place: written.place) } ?? written["url"]
        saved.url = url.map(Self.text) ?? ""
        for entry in url?["variable"]?.elements ?? [] {
            guard let key = entry.text("key") ?? entry.text("id") else { continue }
            saved.pathValues[key] = entry.text("value") ?? ""
        }
        saved.leftOut = (url?["query"]?.elements ?? []).filter { $0.flag("disabled") }.compactMap { $0.text("key") }
        saved.method = written.text("method") ?? "GET"
        saved.headers = headers(written["header"])
        saved.authentication = authentication(written["auth"] ?? scope.auth)
        saved.body = Self.body(written["body"], &variables)
        return saved
    }

    /// Only the text has it all: of what is taken apart a query may be missing.
    private static func text(_ url: Sourced) -> String {
        let raw = url.json.string ?? url.text("raw") ?? ""
        guard raw.isEmpty, url.json.object != nil else { return raw }
        let host = url["host"]?.json.array?.compactMap(\.string).joined(separator: ".") ?? url.text("host") ?? ""
        let path =
            url["path"]?.json.array?.map { $0.string ?? $0["value"]?.string ?? "" }.joined(separator: "/")
            ?? url.text("path") ?? ""
        let pairs = (url["query"]?.elements ?? []).filter { !$0.flag("disabled") }.map {
            "\($0.text("key") ?? "")=\($0.text("value") ?? "")"
        }
        return (url.text("protocol").map { $0 + "://" } ?? "") + host + "/" + path
            + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// A list of `{key, value}`, or lines of text.
    private func headers(_ written: Sourced?) -> [SavedRequest.Field] {
        if let text = written?.json.string {
            return text.split(separator: "\n").compactMap { line in
                let name = line.prefix { $0 != ":" }
                return name.count == line.count
                    ? nil
                    : SavedRequest.Field(
                        name: String(name).trimmed, value: String(line.dropFirst(name.count + 1)).trimmed)
            }
        }
        return (written?.elements ?? []).filter { !$0.flag("disabled") }.compactMap { field in
            field.text("key").map { SavedRequest.Field(name: $0, value: field.text("value") ?? "") }
        }
    }

    private func authentication(_ auth: Sourced?) -> SavedRequest.Authentication {
        guard let auth, let type = auth.text("type") else { return .none }
        func setting(_ name: String) -> String? {
            let settings = auth[type]
            return settings?.elements.first { $0.text("key") == name }?.text("value") ?? settings?.text(name)
        }
        switch type {
        case "noauth": return .none
        case "basic": return .basic
        case "bearer", "oauth2", "jwt": return .bearer
        case "apikey": return .key(setting("key") ?? "X-API-Key", inQuery: setting("in") == "query")
        default: return .other(type)
        }
    }

    private func answer(_ written: Sourced) -> SavedAnswer {
        SavedAnswer(
            place: written.place, status: written.whole("code") ?? 200, headers: headers(written["header"]),
            body: written.text("body") ?? "",
            type: written.text("_postman_previewlanguage") == "json" ? "application/json" : nil)
    }
}
