// WireMock: stub mappings and the files that they name.

import JSONValues

/// Reads stub mappings, of one file or of a folder with `mappings` and `__files`.
struct WireMockReader {
    var mock: ImportedMock
    let files: ImportFiles
    /// Whether any stub's answer is a template that nothing marks as one.
    var hasTemplateMarks = false

    static func read(_ sources: [Sourced], files: ImportFiles, title: String) -> ImportedMock {
        var reader = WireMockReader(mock: ImportedMock(title: title), files: files)
        var stubs: [(priority: Int, order: Int, route: ImportedRoute)] = []
        for source in sources {
            for stub in source["mappings"]?.elements ?? [source] {
                guard let route = reader.route(stub) else { continue }
                stubs.append((stub.whole("priority") ?? 5, stubs.count, route))
            }
        }
        // The lowest number first; of the same the one that was added last.
        stubs.sort { ($0.priority, $1.order) < ($1.priority, $0.order) }
        reader.mock.routes = stubs.map(\.route)
        reader.mock.unmatched.set("Content-Type", "text/plain")
        reader.mock.unmatched.content = .text("No stub takes this request.\n")
        return reader.mock
    }

    init(mock: ImportedMock, files: ImportFiles) {
        self.mock = mock
        self.files = files
    }

    mutating func route(_ stub: Sourced) -> ImportedRoute? {
        guard let request = stub["request"] else {
            mock.lose("a stub without a request", remedy: "Write its rule in mock.yaml.", at: stub.place)
            return nil
        }
        guard
            var (path, route) = self.path(request).map({ path in
                (path, ImportedRoute(place: stub.place, path: path.match, answer: ImportedAnswer(status: 200)))
            })
        else { return nil }
        route.name = stub.text("name") ?? ""
        if let query = path.query { route.conditions.append("request.query == \(CELText.quoted(query))") }
        route.methods = methods(request)
        guard add(request, to: &route, &path) else {
            return nil
        }
        if let state = stub.text("scenarioName").map({ scenario($0) }) {
            if let required = stub.text("requiredScenarioState") {
                route.conditions.append("state.\(state) == \(CELText.quoted(required))")
            }
            if let next = stub.text("newScenarioState") {
                route.changes.append(["set": [state: .string(CELText.quoted(next))]])
            }
        }
        for name in ["postServeActions", "serveEventListeners"] {
            guard let actions = stub[name], actions.json.array?.isEmpty != true else { continue }
            mock.lose(
                "what is done after the answer (\(name))",
                remedy: "A mock answers and calls nobody; call it from the test.",
                at: actions.place)
        }
        guard let response = stub["response"] else { return route }
        return answer(response, &route, pathParameters: path.parameters) ? route : nil
    }

    mutating func scenario(_ name: String) -> String {
        let state = CELText.name(name, prefix: "scenario")
        if !mock.state.contains(where: { $0.name == state }) { mock.state.append((state, "Started")) }
        return state
    }

    // MARK: - Requests

    struct URL {
        let match: PathMatch
        var query: String?
        var parameters: [String: Int] = [:]
    }

    mutating func path(_ request: Sourced) -> URL? {
        func lost(_ what: String, _ name: String) -> URL? {
            mock.lose(
                "the stub: \(what)", remedy: "Write its rule in mock.yaml with a pattern that RE2 or JavaScript has.",
                at: request.place.appending(name))
            return nil
        }
        if let url = request.text("url") {
            let path = url.prefix { $0 != "?" }
            return URL(match: PathMatch(exact: String(path)), query: String(url.dropFirst(path.count + 1)))
        }
        if let path = request.text("urlPath") { return URL(match: PathMatch(exact: path)) }
        if let template = request.text("urlPathTemplate") {
            var url = URL(match: PathMatch(template: template))
            for (index, segment) in PathKey(template).segments.enumerated() where segment.hasPrefix("{") {
                url.parameters[String(segment.dropFirst().dropLast())] = index
            }
            return url
        }
        if let pattern = request.text("urlPathPattern") {
            return PathMatch(pattern: pattern).map { URL(match: $0) }
                ?? lost("its pattern '\(pattern)' has no equivalent", "urlPathPattern")
        }
        if let pattern = request.text("urlPattern") {
            let whole = "(request.path + (request.query == \"\" ? \"\" : \"?\" + request.query))"
            return PathMatch(pattern: pattern, of: whole).map { URL(match: $0) }
                ?? lost("its pattern '\(pattern)' has no equivalent", "urlPattern")
        }
        return URL(match: .any)
    }

    mutating func methods(_ request: Sourced) -> [String]? {
        if let all = request["method"]?["oneOf"]?.elements.compactMap(\.json.string) { return all }
        if let none = request["method"]?["noneOf"]?.elements.compactMap(\.json.string) {
            return ["GET", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "HEAD"].filter { !none.contains($0) }
        }
        guard let method = request.text("method")?.uppercased(), method != "ANY" else { return nil }
        if method == "GET_OR_HEAD" { return ["GET"] }
        return [method]
    }

    /// False where the stub takes less than can be said.
    mutating func add(_ request: Sourced, to route: inout ImportedRoute, _ url: inout URL) -> Bool {
        var isWhole = true
        func subjects(_ name: String, _ location: String, _ make: (String) -> TextMatcher.Subject) {
            for (key, written) in request[name]?.members ?? [] {
                route.mentions.append(.init(location: location, name: key))
                guard let condition = condition(written, make(key)) else {
                    isWhole = false
                    continue
                }
                route.conditions.append(condition)
            }
        }
        subjects("headers", "header") { .header($0) }
        subjects("queryParameters", "query") { .query($0) }
        subjects("cookies", "cookie") { .cookie($0) }
        for (key, written) in request["pathParameters"]?.members ?? [] {
            guard let index = url.parameters[key], let matcher = matcher(written) else {
                isWhole = false
                continue
            }
            route.conditions.append(matcher.condition(on: "request.path.split(\"/\")[?\(index + 1)].orValue(\"\")"))
        }
        for (key, written) in request["formParameters"]?.members ?? [] {
            guard let matcher = matcher(written) else {
                isWhole = false
                continue
            }
            route.conditions.append(TextMatcher.Subject.form(key).condition(matcher))
        }
        if let basic = request["basicAuthCredentials"] ?? request["basicAuth"] {
            let text = "\(basic.text("username") ?? ""):\(basic.text("password") ?? "")"
            let field = "Basic " + Base64.standard.encode(Array(text.utf8))
            route.conditions.append(TextMatcher.Subject.header("authorization").condition(.equal(field)))
        }
        for written in request["bodyPatterns"]?.elements ?? [] {
            if let json = Self.json(written["equalToJson"]) { route.body = json }
            guard let condition = condition(written, .body) else {
                isWhole = false
                continue
            }
            route.conditions.append(condition)
        }
        for name in ["customMatcher", "multipartPatterns", "scheme", "port", "clientIp"] where request[name] != nil {
            mock.lose(
                "the stub: it matches by \(name)",
                remedy: "Write its rule in mock.yaml with what tells the requests apart.",
                at: request.place.appending(name))
            isWhole = false
        }
        if let host = request["host"] {
            if let matcher = host.json.string.map({ TextMatcher.equal($0) }) ?? matcher(host) {
                route.conditions.append(
                    matcher.condition(on: "request.headers[?\"host\"].orValue(\"\").split(\":\")[0]"))
            } else {
                isWhole = false
            }
        }
        return isWhole
    }

    mutating func condition(_ written: Sourced, _ subject: TextMatcher.Subject) -> String? {
        for (name, all) in [("hasExactly", true), ("includes", false)] {
            guard let list = written[name] else { continue }
            guard case .query(let key) = subject else { return subjectOfMany(list, subject) }
            let matchers = list.elements.compactMap { matcher($0) }
            guard matchers.count == list.elements.count else { return nil }
            let values = "request.parameters[\(CELText.quoted(key))]"
            var conditions = ["\(CELText.quoted(key)) in request.parameters"]
            if all { conditions.append("size(\(values)) == \(matchers.count)") }
            conditions += matchers.map { "\(values).exists(v, \($0.condition(on: "v")))" }
            return CELText.all(conditions)
        }
        return matcher(written).map { subject.condition($0) }
    }

    /// Several fields of one name are one text with commas.
    mutating func subjectOfMany(_ list: Sourced, _ subject: TextMatcher.Subject) -> String? {
        let matchers = list.elements.compactMap { matcher($0) }
        guard matchers.count == list.elements.count else { return nil }
        return subject.condition(
            .all(matchers.map { .expression("@@.split(\",\").exists(v, \($0.condition(on: "v.trim()")))") }))
    }

    static func json(_ written: Sourced?) -> JSON? {
        guard let json = written?.json else { return nil }
        guard let text = json.string else { return json }
        return try? JSON(parsing: text)
    }

    /// Nil where it cannot be carried, which has been told.
    mutating func matcher(_ written: Sourced) -> TextMatcher? {
        func lost(_ what: String) -> TextMatcher? {
            mock.lose(
                "the stub: \(what)", remedy: "Write its rule in mock.yaml; the other conditions show how.",
                at: written.place)
            return nil
        }
        if let text = written.json.string { return .equal(text) }
        if let text = written.text("equalTo") {
            return .equal(text, ignoringCase: written.flag("caseInsensitive"))
        }
        if let text = written.text("contains") { return .contains(text) }
        if let text = written.text("doesNotContain") { return .not(.contains(text)) }
        if let pattern = written.text("matches") {
            return TextMatcher.whole(pattern) ?? lost("the pattern '\(pattern)' has no equivalent")
        }
        if let pattern = written.text("doesNotMatch") {
            return TextMatcher.whole(pattern).map { .not($0) } ?? lost("the pattern '\(pattern)' has no equivalent")
        }
        if written["absent"] != nil { return written.flag("absent") ? .absent : .anything }
        if written["anything"] != nil { return .anything }
        if let expected = written["equalToJson"] {
            guard let json = Self.json(expected) else { return lost("the expected JSON cannot be read") }
            var leave: [String] = []
            if written.flag("ignoreArrayOrder") { leave.append("order") }
            if written.flag("ignoreExtraElements") { leave.append("more") }
            if json.serialized().contains("${json-unit.") { leave.append("placeholders") }
            return .json(json, leave: leave)
        }
        if let path = written["matchesJsonPath"] {
            if let text = path.json.string {
                return TextMatcher.selecting(text) ?? lost("the JSONPath '\(text)' has no equivalent")
            }
            guard let text = path.text("expression") else { return lost("a JSONPath lacks its expression") }
            guard let inner = matcher(path.without("expression")) else { return nil }
            return TextMatcher.selecting(text, inner) ?? lost("the JSONPath '\(text)' has no equivalent")
        }
        if let document = documentMatcher(written) { return document.matcher ?? lost(document.lost) }
        if let text = written.text("binaryEqualTo") {
            guard let bytes = Base64.standard.decode(text), let text = String(validating: bytes, as: UTF8.self) else {
                return lost("the expected bytes are no text")
            }
            return .equal(text)
        }
        for (name, sign) in [
            ("equalToNumber", "=="), ("greaterThanNumber", ">"), ("greaterThanEqualNumber", ">="),
            ("lessThanNumber", "<"), ("lessThanEqualNumber", "<="),
        ] {
            guard let number = written.json[name]?.number?.double else { continue }
            let isNumber = "@@.matches(\"^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$\")"
            return .expression("(\(isNumber) && double(@@) \(sign) \(number))")
        }
        for name in ["before", "after", "equalToDateTime"] where written[name] != nil {
            return dateMatcher(written, name) ?? lost("the time that '\(name)' asks for has no equivalent")
        }
        for (name, all) in [("and", true), ("or", false)] {
            guard let list = written[name] else { continue }
            let matchers = list.elements.compactMap { matcher($0) }
            guard matchers.count == list.elements.count else { return nil }
            return all ? .all(matchers) : .any(matchers)
        }
        if let inner = written["not"] { return matcher(inner).map { .not($0) } }
        let names = written.members.map(\.name).joined(separator: ", ")
        return lost("it matches by \(names), which has no equivalent")
    }
}
