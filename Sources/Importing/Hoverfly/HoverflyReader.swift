// Hoverfly: simulations of version 5.

import JSONValues
import Markup
import RegularExpressions

/// Reads a simulation: pairs of matchers and answers, in the order in which the strongest match wins.
struct HoverflyReader {
    var mock: ImportedMock
    let files: ImportFiles
    var delays: [GlobalDelay] = []
    /// Whether requests for one host alone are answered: then it is the server.
    var hasOneDestination = false
    var literals: [String: String] = [:]

    struct GlobalDelay {
        let pattern: Pattern?
        let method: String
        let latency: JSON
        let place: SourcePlace
    }

    static func read(_ sources: [Sourced], files: ImportFiles, title: String) -> ImportedMock {
        var reader = HoverflyReader(mock: ImportedMock(title: title), files: files)
        var pairs: [(score: Int, route: ImportedRoute)] = []
        let all = sources.flatMap { $0["data"]?["pairs"]?.elements ?? [] }
        let destinations = Set(all.map { $0["request"]?["destination"]?.json ?? .null })
        reader.hasOneDestination = destinations.count == 1
        for source in sources {
            reader.readGlobals(source)
            for pair in source["data"]?["pairs"]?.elements ?? [] {
                if let read = reader.route(pair) { pairs.append(read) }
            }
        }
        // The one whose matchers say most; of the same the first.
        reader.mock.routes = pairs.enumerated().sorted {
            ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
        }.map(\.element.route)
        reader.mock.unmatched = ImportedAnswer(status: 502)
        reader.mock.unmatched.set("Content-Type", "text/plain")
        reader.mock.unmatched.content = .text("No pair of the simulation takes this request.\n")
        return reader.mock
    }

    init(mock: ImportedMock, files: ImportFiles) {
        self.mock = mock
        self.files = files
    }

    // MARK: - What holds for all pairs

    mutating func readGlobals(_ source: Sourced) {
        for literal in source["data"]?["literals"]?.elements ?? [] {
            if let name = literal.text("name") {
                literals[name] = literal.text("value") ?? literal.json["value"]?.serialized()
            }
        }
        if let variables = source["data"]?["variables"], variables.json.array?.isEmpty == false {
            mock.lose("variables of templates", remedy: "Write what they compute in the rules.", at: variables.place)
        }
        let actions = source["data"]?["globalActions"]
        for delay in actions?["delays"]?.elements ?? [] {
            add(delay, ["fixed": .string("\(delay.whole("delay") ?? 0)ms")])
        }
        for delay in actions?["delaysLogNormal"]?.elements ?? [] {
            if let latency = Self.logNormal(delay) { add(delay, latency) }
        }
    }

    mutating func add(_ delay: Sourced, _ latency: JSON) {
        let text = delay.text("urlPattern") ?? "."
        let pattern = try? Pattern(text, dialect: .re2)
        if pattern == nil {
            mock.lose(
                "a delay: its pattern '\(text)' has no equivalent", remedy: "Name its operations under latency.",
                at: delay.place)
            return
        }
        delays.append(
            GlobalDelay(pattern: pattern, method: delay.text("httpMethod") ?? "", latency: latency, place: delay.place))
    }

    /// From the mean and the median: sigma is the root of twice the logarithm of their ratio.
    static func logNormal(_ written: Sourced) -> JSON? {
        guard let mean = written.json["mean"]?.number?.double, let median = written.json["median"]?.number?.double,
            median > 0, mean >= median
        else { return nil }
        let sigma = Logarithm.sigma(mean: mean, median: median)
        var latency: JSONObject = [
            "lognormal": [
                "median": .string("\(Int(median))ms"),
                "sigma": .number(JSONNumber(String(format(sigma))) ?? JSONNumber(0)),
            ]
        ]
        if let least = written.whole("min"), least > 0 { latency["min"] = .string("\(least)ms") }
        if let most = written.whole("max"), most > 0 { latency["max"] = .string("\(most)ms") }
        return .object(latency)
    }

    static func format(_ number: Double) -> String { "\((number * 1_000_000).rounded() / 1_000_000)" }

    // MARK: - Pairs

    mutating func route(_ pair: Sourced) -> (score: Int, route: ImportedRoute)? {
        guard let request = pair["request"], let response = pair["response"] else {
            mock.lose("a pair without a request or a response", remedy: "Write its rule in mock.yaml.", at: pair.place)
            return nil
        }
        var score = 0
        guard let path = path(request["path"], &score) else { return nil }
        var route = ImportedRoute(place: pair.place, path: path, answer: ImportedAnswer(status: 200))
        route.name = (pair["labels"]?.elements.first?.json.string) ?? ""
        guard add(request, to: &route, &score) else { return nil }
        return answer(response, &route, request) ? (score, route) : nil
    }

    mutating func path(_ list: Sourced?, _ score: inout Int) -> PathMatch? {
        guard let list, !list.elements.isEmpty else { return .any }
        if list.elements.count == 1, let only = list.elements.first, only["doMatch"] == nil,
            let value = only.text("value")
        {
            switch only.text("matcher")?.lowercased() {
            case "exact":
                score += 2
                return PathMatch(exact: value.isEmpty ? "/" : value)
            case "glob":
                score += 1
                if let match = PathMatch(pattern: Self.pattern(ofGlob: value)) { return match }
            case "regex":
                score += 1
                if value.hasPrefix("^"), value.hasSuffix("$"),
                    let match = PathMatch(pattern: String(value.dropFirst().dropLast()))
                {
                    return match
                }
            default: break
            }
        }
        guard let condition = condition(list, on: "request.path", &score) else { return nil }
        return PathMatch(where: condition)
    }

    static func pattern(ofGlob glob: String) -> String {
        glob.split(separator: "*", omittingEmptySubsequences: false).map { PathKey.escaped($0) }.joined(separator: ".*")
    }

    /// False where the pair takes less than can be said.
    mutating func add(_ request: Sourced, to route: inout ImportedRoute, _ score: inout Int) -> Bool {
        var isWhole = true
        if let list = request["method"], !list.elements.isEmpty {
            guard let methods = methods(list, &score) else { return false }
            route.methods = methods
        }
        func require(_ condition: String?) {
            if let condition { route.conditions.append(condition) } else { isWhole = false }
        }
        if let list = request["destination"], !list.elements.isEmpty {
            let host = "request.headers[?\"host\"].orValue(\"\").split(\":\")[0]"
            let condition = condition(list, on: host, &score)
            if let server = list.elements.first?.text("value"), list.elements.first?.text("matcher") == "exact" {
                let scheme = request["scheme"]?.elements.first?.text("value") ?? "https"
                let url = "\(scheme)://\(server)"
                if !mock.servers.contains(url) { mock.servers.append(url) }
            }
            if !hasOneDestination {
                // A mock is asked under an address of its own: who names no other host is taken for all of them.
                require(condition.map { "\(host) in [\"\", \"127.0.0.1\", \"localhost\"] || \($0)" })
                mock.lose(
                    "pairs for several hosts: which one is meant is told by the header Host, and without one of them by all else",
                    remedy: "Import the pairs of each host into a contract of its own.",
                    at: SourcePlace(file: list.place.file))
            }
        }
        if let list = request["scheme"], !list.elements.isEmpty { score += 2 }
        // Where a query is written, none may be there that is not.
        if let query = request["query"] {
            if query.members.isEmpty { route.conditions.append("request.query == \"\"") }
            for (name, list) in query.members {
                route.mentions.append(.init(location: "query", name: name))
                let values = "request.parameters[\(CELText.quoted(name))]"
                let inner = condition(list, on: "\(values).join(\";\")", list: values, &score)
                require(inner.map { "\(CELText.quoted(name)) in request.parameters && (\($0))" })
            }
        }
        if let deprecated = request["deprecatedQuery"], !deprecated.elements.isEmpty {
            require(condition(deprecated, on: "request.query", &score))
        }
        for (name, list) in request["headers"]?.members ?? [] {
            route.mentions.append(.init(location: "header", name: name))
            let value = "request.headers[\(CELText.quoted(name.lowercased()))]"
            let inner = condition(list, on: "\(value).replace(\", \", \";\")", list: "\(value).split(\", \")", &score)
            require(inner.map { "\(CELText.quoted(name.lowercased())) in request.headers && (\($0))" })
        }
        if let body = request["body"], !body.elements.isEmpty {
            let json = body.elements.first { ["json", "jsonpartial"].contains($0.text("matcher")?.lowercased()) }
            route.body = json?.text("value").flatMap { try? JSON(parsing: $0) }
            require(condition(body, on: "request.text", &score))
        }
        for (key, value) in request["requiresState"]?.members ?? [] {
            score += 1
            route.conditions.append(
                "state.\(state(key)) == \(CELText.quoted(value.json.string ?? value.json.serialized()))")
        }
        return isWhole
    }

    mutating func methods(_ list: Sourced, _ score: inout Int) -> [String]? {
        var methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "PATCH"]
        for matcher in list.elements {
            let value = matcher.text("value") ?? ""
            switch matcher.text("matcher")?.lowercased() {
            case "exact":
                score += 2
                methods = [value.uppercased()]
            case "glob", "regex":
                score += 1
                let isGlob = matcher.text("matcher")?.lowercased() == "glob"
                let text = isGlob ? "^\(Self.pattern(ofGlob: value))$" : value
                guard let pattern = try? Pattern(text, dialect: .re2) else { return nil }
                methods = methods.filter { pattern.matches(in: $0) }
            case "negation": methods = methods.filter { $0 != value }
            default:
                mock.lose(
                    "the pair: its method matcher has no equivalent", remedy: "Write its rule in mock.yaml.",
                    at: matcher.place)
                return nil
            }
        }
        return methods
    }

    mutating func state(_ key: String) -> String {
        let name = CELText.name(key, prefix: "hoverfly")
        if !mock.state.contains(where: { $0.name == name }) {
            mock.state.append((name, key.hasPrefix("sequence:") ? "1" : ""))
        }
        return name
    }

    // MARK: - Matchers

    /// All matchers of a field, as CEL; nil where one has no equivalent, which is told.
    mutating func condition(
        _ list: Sourced, on value: String, list values: String? = nil, _ score: inout Int
    ) -> String? {
        var conditions: [String] = []
        for written in list.elements {
            score += written.text("matcher")?.lowercased() == "exact" ? 2 : 1
            if let values, let condition = Self.ofList(written, values) {
                conditions.append(condition)
                continue
            }
            guard let matcher = matcher(written) else { return nil }
            conditions.append(matcher.condition(on: value))
        }
        return CELText.all(conditions) ?? "true"
    }

    /// `array` looks at the values one by one.
    static func ofList(_ written: Sourced, _ values: String) -> String? {
        guard ["array", "containsexactly"].contains(written.text("matcher")?.lowercased()),
            let expected = written.json["value"]?.array
        else { return nil }
        let config = written["config"]
        var leave: [String] = []
        var values = values
        if config?.flag("ignoreUnknown") ?? false {
            values = "\(values).filter(v, v in \(CELText.literal(.array(expected))))"
        }
        if config?.flag("ignoreOrder") ?? false { leave.append("order") }
        let names = "[" + leave.map(CELText.quoted).joined(separator: ", ") + "]"
        guard config?.flag("ignoreOccurrences") ?? false else {
            return "json.alike(\(values), \(CELText.literal(.array(expected))), \(names))"
        }
        let distinct = expected.reduce(into: [JSON]()) { if !$0.contains($1) { $0.append($1) } }
        return "json.alike(\(values).distinct(), \(CELText.literal(.array(distinct))), \(names))"
    }

    /// Header and payload of a token as JSON.
    private static let token = "json.text(jwt.parse(@@))"

    mutating func matcher(_ written: Sourced) -> TextMatcher? {
        func lost(_ what: String) -> TextMatcher? {
            mock.lose(
                "the pair: \(what)", remedy: "Write its rule in mock.yaml; the other conditions show how.",
                at: written.place)
            return nil
        }
        let kind = written.text("matcher")?.lowercased() ?? "exact"
        let value = written.text("value") ?? written.json["value"]?.serialized() ?? ""
        var found: TextMatcher?
        switch kind {
        case "exact": found = .equal(value)
        case "negation": found = .not(.equal(value))
        case "glob": found = TextMatcher.whole(Self.pattern(ofGlob: value))
        case "regex":
            found = TextMatcher.anywhere(value)
            if found == nil { return lost("the pattern '\(value)' has no equivalent") }
        case "json", "jsonpartial":
            guard let json = try? JSON(parsing: value) else { return lost("the expected JSON cannot be read") }
            found = .json(json, leave: kind == "json" ? [] : ["order", "more"])
        case "jsonpath":
            var inner: TextMatcher?
            if let next = written["doMatch"] {
                guard let matcher = matcher(next) else { return nil }
                inner = matcher
            }
            return TextMatcher.selecting(value, inner) ?? lost("the JSONPath '\(value)' has no equivalent")
        case "xml", "xmltemplated":
            guard XMLTree(parsing: Array(value.utf8)) != nil else { return lost("the expected XML cannot be read") }
            found = .xml(value, leave: kind == "xml" ? [] : ["placeholders"])
        case "xpath":
            guard (try? XPath(parsing: value)) != nil else { return lost("the XPath '\(value)' has no equivalent") }
            guard let next = written["doMatch"] else { return .xPath(value, namespaces: JSONObject(), nil) }
            guard let inner = matcher(next) else { return nil }
            // What is matched on is the text of what is selected.
            let text = "xml.first(@@, \(CELText.quoted("string(\(value))")))"
            return .all([.xPath(value, namespaces: JSONObject(), nil), .within(text, inner)])
        case "jwt":
            guard let json = try? JSON(parsing: value) else { return lost("the expected JSON cannot be read") }
            found = .within(Self.token, .json(json, leave: ["order", "more"]))
        case "jwtjsonpath":
            var inner: TextMatcher?
            if let next = written["doMatch"] {
                guard let matcher = matcher(next) else { return nil }
                inner = matcher
            }
            guard let path = TextMatcher.selecting(value, inner) else {
                return lost("the JSONPath '\(value)' has no equivalent")
            }
            return .within(Self.token, path)
        case "array", "containsexactly":
            return Self.ofList(written, "@@.split(\";\")").map { .expression($0) } ?? lost("its list cannot be read")
        case "form":
            var conditions: [TextMatcher] = []
            for (name, list) in written["value"]?.members ?? [] {
                var score = 0
                let values = "request.form[\(CELText.quoted(name))]"
                guard let inner = condition(list, on: "\(values).join(\";\")", list: values, &score) else { return nil }
                conditions.append(.expression("\(CELText.quoted(name)) in request.form && (\(inner))"))
            }
            return .all(conditions)
        default: return lost("the matcher '\(kind)' has no equivalent")
        }
        guard let found, let next = written["doMatch"] else { return found }
        guard let inner = matcher(next) else { return nil }
        return .all([found, inner])
    }
}
