// Mockoon: environments with routes, rules, data buckets and CRUD.

import JSONValues

/// Reads an environment: of each route the responses in the order in which their rules are tried.
struct MockoonReader {
    var mock: ImportedMock
    let files: ImportFiles
    var buckets: [MockoonBucket] = []
    var headers: [Sourced] = []
    var latency = 0
    var prefix = ""
    var counters = 0

    static func read(_ sources: [Sourced], files: ImportFiles, title: String) -> ImportedMock {
        let name = sources.count == 1 ? sources[0].text("name") : nil
        var reader = MockoonReader(mock: ImportedMock(title: name ?? title), files: files)
        for source in sources { reader.environment(source) }
        reader.mock.unmatched.set("Content-Type", "text/html; charset=utf-8")
        reader.mock.unmatched.content = .text("No route takes this request.\n")
        return reader.mock
    }

    init(mock: ImportedMock, files: ImportFiles) {
        self.mock = mock
        self.files = files
    }

    mutating func environment(_ source: Sourced) {
        headers = source["headers"]?.elements ?? []
        latency = source.whole("latency") ?? 0
        prefix = source.text("endpointPrefix") ?? ""
        buckets = (source["data"]?.elements ?? []).map { MockoonBucket($0) }
        for bucket in buckets {
            guard let value = bucket.value else { continue }
            if !mock.state.contains(where: { $0.name == bucket.state }) { mock.state.append((bucket.state, value)) }
        }
        if source.flag("proxyMode"), let host = source.text("proxyHost"), !host.isEmpty {
            mock.lose(
                "the proxy to \(host)", remedy: "Put it behind the mock: counterpart serve FOLDER --backend \(host).",
                at: source.place.appending("proxyHost"))
        }
        if source["tlsOptions"]?.flag("enabled") ?? false {
            mock.lose("TLS", remedy: "Serve with --tls.", at: source.place.appending("tlsOptions"))
        }
        if source["cors"]?.json.bool == false {
            mock.lose("no CORS", remedy: "Serve with --cors off.", at: source.place.appending("cors"))
        }
        if let callbacks = source["callbacks"], callbacks.json.array?.isEmpty == false {
            mock.lose(
                "callbacks", remedy: "A mock answers and calls nobody; call them from the test.", at: callbacks.place)
        }
        for route in ordered(source) { read(route) }
    }

    /// In the order of the folders, where there are any.
    func ordered(_ source: Sourced) -> [Sourced] {
        let routes = source["routes"]?.elements ?? []
        let folders = source["folders"]?.elements ?? []
        var order: [String] = []
        func add(_ children: Sourced?, depth: Int) {
            guard depth < 32 else { return }
            for child in children?.elements ?? [] {
                guard let id = child.text("uuid") else { continue }
                if child.text("type") == "folder" {
                    add(folders.first { $0.text("uuid") == id }?["children"], depth: depth + 1)
                } else {
                    order.append(id)
                }
            }
        }
        add(source["rootChildren"], depth: 0)
        let known = order.compactMap { id in routes.first { $0.text("uuid") == id } }
        return known + routes.filter { route in !order.contains(route.text("uuid") ?? "") }
    }

    // MARK: - Routes

    mutating func read(_ route: Sourced) {
        if route.json["enabled"]?.bool == false {
            mock.lose(
                "the route '\(route.text("endpoint") ?? "")', which is disabled",
                remedy: "Enable it in Mockoon and import again.",
                at: route.place)
            return
        }
        let type = route.text("type") ?? "http"
        guard type == "http" || type == "crud" else {
            mock.lose("a route of the type '\(type)'", remedy: "Only requests of HTTP are mocked.", at: route.place)
            return
        }
        if let mode = route.text("streamingMode") {
            mock.lose(
                "streaming (\(mode))", remedy: "Write events in the rule: latency: {events: 1s}.", at: route.place)
        }
        let endpoint = [prefix, route.text("endpoint") ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
        guard let path = MockoonPath(endpoint) else {
            mock.lose(
                "the route '\(endpoint)': its path has no equivalent", remedy: "Write its rules in mock.yaml.",
                at: route.place)
            return
        }
        let responses = route["responses"]?.elements ?? []
        guard !responses.isEmpty else {
            return mock.lose(
                "the route '\(endpoint)', which has no response", remedy: "Give it one in Mockoon, or leave it out.",
                at: route.place)
        }
        var chosen = choices(route, responses, path)
        let dictionary = MockoonTemplates(path: path, buckets: buckets)
        for index in chosen.indices {
            let response = responses[chosen[index].response]
            if type == "crud",
                response.text("bodyType") == "DATABUCKET" || !(response.text("databucketID") ?? "").isEmpty
            {
                crud(response, chosen[index].conditions, route, endpoint)
                continue
            }
            var read = ImportedRoute(place: response.place, path: path.match, answer: ImportedAnswer(status: 200))
            if type == "crud" { read.path = MockoonPath(endpoint + "/*")?.match ?? read.path }
            read.name = response.text("label").flatMap { $0.isEmpty ? nil : $0 } ?? route.text("documentation") ?? ""
            let method = (route.text("method") ?? "all").uppercased()
            read.methods = method == "ALL" || method.isEmpty || type == "crud" ? nil : [method]
            read.conditions = chosen[index].conditions
            read.changes = chosen[index].changes
            read.mentions = chosen[index].mentions
            guard answer(response, &read, dictionary) else { continue }
            mock.routes.append(read)
        }
        chosen = []
    }

    struct Choice {
        let response: Int
        var conditions: [String] = []
        var changes: [JSON] = []
        var mentions: [ImportedRoute.Mention] = []
    }

    /// Which response is given when.
    mutating func choices(_ route: Sourced, _ responses: [Sourced], _ path: MockoonPath) -> [Choice] {
        let standard = responses.firstIndex { $0.flag("default") } ?? 0
        let count = responses.count
        func counter() -> String {
            counters += 1
            let name = "requests_\(counters)"
            mock.state.append((name, 0))
            return name
        }
        switch route.text("responseMode") {
        case "RANDOM":
            return responses.indices.map {
                Choice(response: $0, conditions: ["random.int(seed, 0, \(count - 1)) == \($0)"])
            }
        case "SEQUENTIAL":
            let name = counter()
            let change: JSON = ["set": [name: .string("state.\(name) + 1")]]
            return responses.indices.map {
                Choice(response: $0, conditions: ["state.\(name) % \(count) == \($0)"], changes: [change])
            }
        case "DISABLE_RULES": return [Choice(response: standard)]
        default: break
        }
        let rules = responses.flatMap { $0["rules"]?.elements ?? [] }
        var changes: [JSON] = []
        var number = ""
        if rules.contains(where: { $0.text("target") == "request_number" }) {
            number = counter()
            changes = [["set": [number: .string("state.\(number) + 1")]]]
        }
        var choices: [Choice] = []
        for (index, response) in responses.enumerated() {
            let own = response["rules"]?.elements ?? []
            guard !own.isEmpty else { continue }
            var reader = MockoonRules(path: path, buckets: buckets, counter: number)
            let isAll = response.text("rulesOperator") == "AND"
            var conditions: [String] = []
            for rule in own {
                if let condition = reader.condition(rule, &mock) {
                    conditions.append(condition)
                } else if isAll {
                    conditions.append("false")
                }
            }
            let all = isAll ? CELText.all(conditions) ?? "false" : CELText.any(conditions)
            choices.append(Choice(response: index, conditions: [all], changes: changes, mentions: reader.mentions))
        }
        // Without a response of its own the request goes on to the next route.
        if route.text("responseMode") != "FALLBACK" { choices.append(Choice(response: standard, changes: changes)) }
        return choices
    }
}
