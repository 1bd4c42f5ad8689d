// Postman: collections of versions 2.0 and 2.1, with their environments.

import JSONValues
import HTTPExchange
import HTTPTypes

/// Reads collections: each saved response is an exchange with the request that it was saved from.
struct PostmanReader {
    private var mock: ImportedMock
    private var hosts: [String: Int] = [:]
    private let environments: [Sourced]
    private var requests = 0

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
        // The server of most requests.
        reader.mock.servers = reader.hosts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return reader.mock
    }

    private init(mock: ImportedMock, environments: [Sourced]) {
        self.mock = mock
        self.environments = environments
    }

    private mutating func items(_ list: Sourced?, _ scope: Scope, depth: Int) {
        guard depth < 64 else { return }
        for item in list?.elements ?? [] {
            var scope = scope
            scope.path.append(item.text("name") ?? "")
            if let variables = item["variable"] { scope.variables.append(variables) }
            if let auth = item["auth"] { scope.auth = auth }
            scripts(of: item, named: "'\(scope.path.joined(separator: " / "))'")
            if item["item"] != nil {
                items(item["item"], scope, depth: depth + 1)
            } else if let request = item["request"] {
                read(request, item, scope)
            }
        }
    }

    private mutating func scripts(of item: Sourced, named name: String) {
        let events = item["event"].map { $0.json.array == nil ? [$0] : $0.elements } ?? []
        for event in events {
            let script = event["script"]
            let lines = script?["exec"]?.json.array?.compactMap(\.string) ?? script?.text("exec").map { [$0] } ?? []
            guard lines.contains(where: { !$0.trimmed.isEmpty }) else { continue }
            let when = event.text("listen") == "test" ? "test" : "pre-request"
            mock.lose(
                "the \(when) script of \(name)",
                remedy: when == "test"
                    ? "What it checks is in the contract's schemas, or goes into a workflow (workflows.arazzo.yaml)."
                    : "Give the variables that it sets in an environment, and import again.",
                at: event.place)
            mock.notes.append("\(when) script of \(name):\n" + lines.joined(separator: "\n"))
        }
    }

    // MARK: - Requests

    private mutating func read(_ request: Sourced, _ item: Sourced, _ scope: Scope) {
        requests += 1
        var variables = PostmanVariables()
        for list in scope.variables { variables.add(list) }
        for environment in environments { variables.add(environment["values"]) }
        let saved = (item["response"]?.elements ?? []).filter { $0.json.object != nil }
        var answered = false
        for response in saved {
            let original = response["originalRequest"] ?? request
            guard let sent = sent(original, scope, &variables) else { continue }
            let received = self.response(response, &variables)
            guard let received else { continue }
            mock.exchanges.append(
                ImportedExchange(
                    template: sent.template, request: sent.request, response: received, place: response.place))
            answered = true
        }
        if !answered, let sent = sent(request, scope, &variables) {
            mock.lose(
                "an answer to '\(scope.path.joined(separator: " / "))': no response is saved with it, so 200 without content is declared",
                remedy: "Save a response as an example in Postman, or record one with counterpart record.",
                at: item.place)
            mock.exchanges.append(
                ImportedExchange(
                    template: sent.template, request: sent.request, response: Response(status: 200), place: item.place))
        }
        if !variables.missing.isEmpty {
            mock.lose(
                "the value of \(variables.missing.sorted().map { "{{\($0)}}" }.joined(separator: ", "))",
                remedy: "Import the collection together with the environment that has it.", at: request.place)
        }
    }

    private struct Sent {
        let template: String?
        let request: Request
    }

    private mutating func sent(_ written: Sourced, _ scope: Scope, _ variables: inout PostmanVariables) -> Sent? {
        let url = written.json.string.map { Sourced(json: .string($0), place: written.place) } ?? written["url"]
        guard let url else {
            mock.lose("a request without a URL", remedy: "Give it one in Postman.", at: written.place)
            return nil
        }
        var target = PostmanTarget(url, &variables)
        guard let method = HTTPRequest.Method((written.text("method") ?? "GET").uppercased()) else {
            mock.lose("a request whose method is none", remedy: "Give it one in Postman.", at: written.place)
            return nil
        }
        if let host = target.origin { hosts[host, default: 0] += 1 }
        var fields = HTTPFields()
        for field in headers(written["header"]) {
            guard let name = HTTPField.Name(variables.resolved(field.name)) else {
                loseHeader(field.name, at: written.place)
                continue
            }
            fields[name] = variables.resolved(field.value)
        }
        authorize(written["auth"] ?? scope.auth, &fields, &target)
        let body = PostmanBody(written["body"], &variables)
        if let type = body.type, fields[.contentType] == nil { fields[.contentType] = type }
        if let reason = body.loss {
            mock.lose(reason, remedy: "Describe the body in openapi.yaml.", at: written.place.appending("body"))
        }
        return Sent(
            template: target.template,
            request: Request(method: method, target: target.target, headers: fields, body: body.bytes))
    }

    private mutating func loseHeader(_ name: String, at place: SourcePlace) {
        mock.lose("the header '\(name)', which is no name of a field", remedy: "Mend its name in Postman.", at: place)
    }

    /// A list of `{key, value}`, or lines of text.
    private func headers(_ written: Sourced?) -> [(name: String, value: String)] {
        if let text = written?.json.string {
            return text.split(separator: "\n").compactMap { line in
                let name = line.prefix { $0 != ":" }
                return name.count == line.count
                    ? nil : (String(name).trimmed, String(line.dropFirst(name.count + 1)).trimmed)
            }
        }
        return (written?.elements ?? []).filter { !$0.flag("disabled") }.compactMap { field in
            field.text("key").map { ($0, field.text("value") ?? "") }
        }
    }

    /// The scheme alone goes into the contract, never what is secret.
    private mutating func authorize(_ auth: Sourced?, _ fields: inout HTTPFields, _ target: inout PostmanTarget) {
        guard let auth, let type = auth.text("type") else { return }
        func setting(_ name: String) -> String? {
            let settings = auth[type]
            return settings?.elements.first { $0.text("key") == name }?.text("value") ?? settings?.text(name)
        }
        switch type {
        case "noauth": break
        case "basic": fields[.authorization] = "Basic redacted"
        case "bearer", "oauth2", "jwt": fields[.authorization] = "Bearer redacted"
        case "apikey":
            let name = setting("key") ?? "X-API-Key"
            if setting("in") == "query" {
                target.target += (target.target.contains("?") ? "&" : "?") + Percent.encoded(name) + "=redacted"
            } else if let field = HTTPField.Name(name) {
                fields[field] = "redacted"
            }
        default:
            mock.lose(
                "the authentication '\(type)'", remedy: "Describe it under securitySchemes in openapi.yaml.",
                at: auth.place)
        }
    }

    // MARK: - Responses

    private mutating func response(_ written: Sourced, _ variables: inout PostmanVariables) -> Response? {
        let status = written.whole("code") ?? 200
        guard (200...599).contains(status) else {
            mock.lose(
                "a saved response with the status \(status)", remedy: "Save one of 200 to 599.", at: written.place)
            return nil
        }
        var response = Response(status: status)
        let skipped: Set<String> = ["content-length", "content-encoding", "transfer-encoding", "connection", "date"]
        for field in headers(written["header"]) where !skipped.contains(field.name.lowercased()) {
            guard let name = HTTPField.Name(field.name) else {
                loseHeader(field.name, at: written.place)
                continue
            }
            response.headers[name] = variables.resolved(field.value)
        }
        if let body = written.text("body"), !body.isEmpty {
            let text = variables.resolved(body)
            response.body = Array(text.utf8)
            if response.headers[.contentType] == nil {
                let isJSON = (try? JSON(parsing: text)) != nil
                response.headers[.contentType] =
                    isJSON || written.text("_postman_previewlanguage") == "json" ? "application/json" : "text/plain"
            }
        }
        return response
    }
}
