// Insomnia: files of version 5 (YAML) and exports of version 4 (JSON), with environments and mock routes.

import JSONValues

/// Reads collections and routes of mocks. Version 5 nests what version 4 links by its parents' ids.
struct InsomniaReader {
    private var mock: ImportedMock
    private var base = CollectionVariables()

    /// What holds for the requests of a folder.
    private struct Scope {
        var variables: CollectionVariables
        var headers: [SavedRequest.Field] = []
        var authentication = SavedRequest.Authentication.none
        var path: [String] = []
    }

    static func read(_ sources: [Sourced], title: String) -> ImportedMock {
        let resources = sources.flatMap { $0["resources"]?.elements ?? [] }
        let names =
            sources.compactMap { $0["resources"] == nil ? $0.text("name") : nil }
            + resources.filter { $0.text("_type") == "workspace" }.compactMap { $0.text("name") }
        var reader = InsomniaReader(mock: ImportedMock(title: names.count == 1 ? names[0] : title))
        for source in sources { reader.environments(source) }
        for source in sources {
            if source["resources"] == nil { reader.document(source) } else { reader.export(source) }
        }
        reader.mock.nameServers()
        return reader.mock
    }

    private init(mock: ImportedMock) { self.mock = mock }

    // MARK: - Environments

    /// The base environment, and the first of those that refine it.
    private mutating func environments(_ source: Sourced) {
        var parts: [(base: Sourced?, refining: [Sourced])] = []
        if let environments = source["environments"] {
            parts.append((environments, environments["subEnvironments"]?.elements ?? []))
        }
        let all = (source["resources"]?.elements ?? []).filter { $0.text("_type") == "environment" }
        let ids = Set(all.compactMap { $0.text("_id") })
        for root in all where !ids.contains(root.text("parentId") ?? "") {
            let id = root.text("_id")
            parts.append((root, all.filter { id != nil && $0.text("parentId") == id }))
        }
        for part in parts {
            if let data = part.base?["data"] { add(data, to: &base) }
            guard let first = part.refining.first else { continue }
            if let data = first["data"] { add(data, to: &base) }
            for other in part.refining.dropFirst() {
                mock.lose(
                    "the environment '\(other.text("name") ?? "")': the values are those of '\(first.text("name") ?? "")'",
                    remedy: "Put the environment that is meant first, and import again.", at: other.place)
            }
        }
    }

    /// Nested names are written with dots.
    private func add(
        _ data: Sourced, to variables: inout CollectionVariables, below prefix: String = "", depth: Int = 0
    ) {
        for (name, value) in data.members {
            if value.json.object != nil, depth < 16 {
                add(value, to: &variables, below: prefix + name + ".", depth: depth + 1)
            } else {
                variables.set(prefix + name, plain(value.json.string ?? value.json.serialized(), at: nil).text)
            }
        }
    }

    // MARK: - Folders

    private mutating func document(_ source: Sourced) {
        if let contents = source["spec"]?["contents"] {
            mock.lose(
                "the API's description", remedy: "Save it as a file of its own: counterpart serve FILE.",
                at: contents.place)
        }
        let scope = Scope(variables: base)
        items(source["collection"]?.elements ?? [], scope, depth: 0) { $0["children"]?.elements }
        for route in source["routes"]?.elements ?? [] { self.route(route) }
    }

    private mutating func export(_ source: Sourced) {
        let resources = source["resources"]?.elements ?? []
        var children: [String: [Sourced]] = [:]
        var ids: Set<String> = []
        let kinds: Set<String> = ["request", "request_group", "grpc_request", "websocket_request", "socketio_request"]
        for resource in resources {
            guard let type = resource.text("_type") else { continue }
            if let id = resource.text("_id"), type == "request_group" { ids.insert(id) }
            if type == "mock_route" { route(resource) }
            if type == "api_spec", !(resource.text("contents") ?? "").isEmpty {
                mock.lose(
                    "the API's description", remedy: "Save it as a file of its own: counterpart serve FILE.",
                    at: resource.place)
            }
        }
        var top: [Sourced] = []
        for resource in resources where kinds.contains(resource.text("_type") ?? "") {
            if let parent = resource.text("parentId"), ids.contains(parent) {
                children[parent, default: []].append(resource)
            } else {
                top.append(resource)
            }
        }
        items(top, Scope(variables: base), depth: 0) { item in
            item.text("_type") == "request_group" ? children[item.text("_id") ?? ""] ?? [] : nil
        }
    }

    private mutating func items(_ list: [Sourced], _ scope: Scope, depth: Int, _ inside: (Sourced) -> [Sourced]?) {
        guard depth < 64 else {
            if let first = list.first {
                mock.lose("folders that are nested more than 64 deep", remedy: "Move them up.", at: first.place)
            }
            return
        }
        for item in list {
            var scope = scope
            scope.path.append(item.text("name") ?? "")
            let name = "'\(scope.path.joined(separator: " / "))'"
            for (key, isTest) in [("preRequest", false), ("afterResponse", true)] {
                let script = item["scripts"]?[key] ?? item[key + "Script"]
                guard let script, let text = script.json.string else { continue }
                mock.keep(
                    script: text, isTest ? "after-response" : "pre-request", of: name, isTest: isTest,
                    at: script.place)
            }
            if let own = authentication(item["authentication"]) { scope.authentication = own }
            if let children = inside(item) {
                if let data = item["environment"] { add(data, to: &scope.variables) }
                scope.headers += fields(item["headers"])
                items(children, scope, depth: depth + 1, inside)
            } else {
                request(item, scope)
            }
        }
    }

    // MARK: - Requests and routes

    private mutating func request(_ item: Sourced, _ scope: Scope) {
        let url = item.text("url") ?? ""
        guard item["method"] != nil, !url.hasPrefix("ws://"), !url.hasPrefix("wss://") else {
            return mock.lose(
                "'\(scope.path.joined(separator: " / "))', which is no HTTP request",
                remedy: "gRPC, WebSocket and Socket.IO are not in an OpenAPI contract.", at: item.place)
        }
        var variables = scope.variables
        var saved = SavedRequest(place: item.place)
        saved.method = item.text("method") ?? "GET"
        saved.url = text(url, at: item.place)
        for entry in item["pathParameters"]?.elements ?? [] {
            if let name = entry.text("name") {
                saved.pathValues[name] = text(entry.text("value") ?? "", at: entry.place)
            }
        }
        saved.query = fields(item["parameters"])
        let own = fields(item["headers"])
        let names = Set(own.map { $0.name.lowercased() })
        saved.headers = scope.headers.filter { !names.contains($0.name.lowercased()) } + own
        saved.authentication = scope.authentication
        saved.body = body(item["body"], &variables)
        mock.add(saved, named: scope.path.joined(separator: " / "), in: .insomnia, answers: [], &variables)
    }

    /// A route of a mock server has the answer.
    private mutating func route(_ route: Sourced) {
        var request = SavedRequest(place: route.place)
        request.method = route.text("method") ?? "GET"
        request.url = route.text("name") ?? ""
        if !request.url.isEmpty, !request.url.hasPrefix("/") { request.url = "/" + request.url }
        let answer = SavedAnswer(
            place: route.place, status: route.whole("statusCode") ?? 200, headers: fields(route["headers"]),
            body: text(route.text("body") ?? "", at: route.place),
            type: route.text("mimeType").flatMap { $0.contains("/") ? $0 : nil })
        var variables = base
        mock.add(request, named: request.url, in: .insomnia, answers: [(request, answer)], &variables)
    }

    private mutating func fields(_ list: Sourced?) -> [SavedRequest.Field] {
        (list?.elements ?? []).filter { !$0.flag("disabled") }.compactMap { field in
            guard let name = field.text("name"), !name.isEmpty else { return nil }
            return SavedRequest.Field(
                name: text(name, at: field.place), value: text(field.text("value") ?? "", at: field.place),
                isFile: field.text("type") == "file")
        }
    }

    private mutating func body(_ written: Sourced?, _ variables: inout CollectionVariables) -> SavedRequest.Body {
        guard let written else { return .none }
        let type = written.text("mimeType") ?? ""
        if type.contains("x-www-form-urlencoded"), written["params"] != nil { return .form(fields(written["params"])) }
        if type.hasPrefix("multipart/") { return .parts(fields(written["params"])) }
        if written["fileName"] != nil { return .lost("a file that is sent as the body") }
        let text = text(written.text("text") ?? "", at: written.place)
        guard type == "application/graphql" else { return .text(text, type: type.contains("/") ? type : nil) }
        // Kept as the JSON that is sent, or as the query alone.
        guard (try? JSON(parsing: text))?.object == nil else { return .text(text, type: "application/json") }
        return WrittenBody.graphQL(text, variables: nil, resolving: &variables)
    }

    /// Nil where it is that of the folder.
    private func authentication(_ written: Sourced?) -> SavedRequest.Authentication? {
        guard let written, let type = written.text("type"), !type.isEmpty else { return nil }
        guard !written.flag("disabled") else { return SavedRequest.Authentication.none }
        switch type {
        case "none": return SavedRequest.Authentication.none
        case "basic": return .basic
        case "bearer", "oauth2": return .bearer
        case "apikey":
            return .key(written.text("key") ?? "X-API-Key", inQuery: written.text("addTo") == "queryParams")
        default: return .other(type)
        }
    }

    // MARK: - Tags

    private mutating func text(_ written: String, at place: SourcePlace) -> String {
        let (text, lost) = plain(written, at: place)
        for tag in lost {
            mock.lose(
                "the tag {% \(tag) %}, which is computed by Insomnia", remedy: "Write the value in its place.",
                at: place)
        }
        return text
    }

    /// The text with the tags that are known as variables; the others are left out.
    private func plain(_ text: String, at place: SourcePlace?) -> (text: String, lost: [String]) {
        var (result, rest, lost) = ("", Substring(text), [String]())
        while let start = rest.firstRange(of: "{%"), let end = rest[start.upperBound...].firstRange(of: "%}") {
            result += rest[..<start.lowerBound]
            let tag = String(rest[start.upperBound..<end.lowerBound]).trimmed
            switch tag.prefix(while: { $0.isLetter }) {
            case "uuid": result += "{{$guid}}"
            case "now":
                result += tag.contains("unix") || tag.contains("millis") ? "{{$timestamp}}" : "{{$isoTimestamp}}"
            case "timestamp": result += "{{$timestamp}}"
            default: lost.append(tag)
            }
            rest = rest[end.upperBound...]
        }
        return (result + rest, lost)
    }
}
