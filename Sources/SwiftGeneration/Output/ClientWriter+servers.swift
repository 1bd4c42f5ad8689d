// Where a client sends: its initialisers, and the servers of the contract.

import JSONSchema
import OpenAPIContract

extension ClientWriter {
    /// A server that stands for itself: an absolute one.
    struct ServerText {
        let name: String
        let server: Server
        /// As it is called without a word.
        var reference: String { server.variables.isEmpty ? name.escaped : name.escaped + "()" }
    }

    var hasOperationServers: Bool { model.operations.contains { $0.server != nil } }

    // MARK: Initialisers

    func clientInitialisers(_ source: inout Source) {
        let hasCredentials = !model.contract.securitySchemes.isEmpty
        let credentials = hasCredentials ? ["credentials: Credentials = Credentials()"] : []
        let passed = ["transport: URLSessionTransport(url: url)"] + (hasCredentials ? ["credentials: credentials"] : [])
        let servers = servers
        source.line("/// - Parameters:")
        source.line("///   - transport: what sends, such as a `URLSessionTransport` with a session of one's own.")
        if hasOperationServers {
            source.line(
                "///   - operationServers: whether operations go to the servers that the contract names for them alone."
            )
        }
        source.line("///   - middleware: closures around every call, the outermost first.")
        source.function(
            "\(access) init",
            ["transport: any Transport"] + credentials
                + (hasOperationServers ? ["operationServers: Bool = false"] : []) + ["middleware: [Middleware] = []"]
        ) { source in
            let own = hasOperationServers ? ", usesOperationServers: operationServers" : ""
            let authorize =
                hasCredentials ? ", authorize: Credential.authorizing { credentials.credential($0) }" : ""
            source.line("channel = Channel(transport: transport.with(middleware)\(own)\(authorize))")
        }
        source.addBlankLine()
        source.showsFoundation = true
        source.line("/// - Parameters:")
        source.line("///   - url: where the server is, with the base path under which the API lies there.")
        if hasOperationServers {
            let rule =
                servers.isEmpty ? "if it is true" : "where `url` is one of `Servers.all`, unless this says otherwise"
            source.documentation([
                "  - operationServers: operations go to the servers that the contract names for them alone \(rule): a mock, which has an address "
                    + "of its own, takes all of them."
            ])
        }
        source.line("///   - middleware: closures around every call, the outermost first.")
        let own =
            hasOperationServers
            ? [servers.isEmpty ? "operationServers: Bool = false" : "operationServers: Bool? = nil"] : []
        let ownPassed =
            hasOperationServers
            ? ["operationServers: operationServers" + (servers.isEmpty ? "" : " ?? Servers.all.contains(url)")] : []
        source.function(
            "\(access) init",
            ["url: URL\(servers.first.map { " = Servers.\($0.reference)" } ?? "")"] + credentials + own
                + ["middleware: [Middleware] = []"]
        ) { source in
            source.call("self.init", passed + ownPassed + ["middleware: middleware"])
        }
        source.addBlankLine()
        source.line("private init(_ channel: Channel) { self.channel = channel }")
        source.addBlankLine()
        source.line("/// The same client with more around its calls: `client.with(.timeout(5)).getItem(…)`.")
        source.line("\(access) func with(_ middleware: Middleware...) -> Client { Client(channel.with(middleware)) }")
        if isLenient {
            source.line("/// The same client that reads answers more leniently: `client.reading(.usual)`.")
            source.line("\(access) func reading(_ leniency: Leniency) -> Client { Client(channel.reading(leniency)) }")
        }
        source.addBlankLine()
    }

    /// Whether there is anything that could be read more leniently.
    private var isLenient: Bool { model.types.contains(where: \.isWireCoded) }

    // MARK: Servers

    /// Those of the contract that stand for themselves, by their description or their place.
    var servers: [ServerText] {
        var taken = ReservedWords.members.union(["all"])
        return model.contract.servers.compactMap { server in
            let url = server.defaultURL
            guard url.hasPrefix("http://") || url.hasPrefix("https://"),
                url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "{") })
            else { return nil }
            let name = server.description.map { Words($0) }.flatMap { $0.words.count <= 3 ? $0.lowerCamel : nil }
            return ServerText(name: Self.unique(name ?? "server", "server", &taken), server: server)
        }
    }

    private static func unique(_ name: String, _ fallback: String, _ taken: inout Set<String>) -> String {
        let name = name.isEmpty || name == "empty" ? fallback : name
        var unique = name
        var number = 2
        while !taken.insert(unique).inserted { (unique, number) = ("\(name)\(number)", number + 1) }
        return unique
    }

    func writeServers(_ source: inout Source) {
        let servers = servers
        guard !servers.isEmpty else { return }
        source.addBlankLine()
        source.line("/// Where the contract says that the API is served.")
        source.block("\(access) nonisolated enum Servers") { source in
            var types = ReservedWords.libraryTypes.union(ReservedWords.clientTypes)
            for server in servers {
                if server.server.variables.isEmpty {
                    source.documentation([server.server.description, "`\(server.server.url)`"].compactMap(\.self))
                    source.line(
                        "\(access) static var \(server.name.escaped): URL { Example.url(\(server.server.url.literal)) }"
                    )
                } else {
                    writeVariables(server, &types, &source)
                }
            }
            if hasOperationServers {
                source.addBlankLine()
                source.line("/// All of them, variables at their defaults.")
                let list = servers.map(\.reference).joined(separator: ", ")
                source.line("\(access) static var all: [URL] { [\(list)] }")
            }
        }
    }

    /// A function of the variables, and an enum for each whose values are listed.
    private func writeVariables(_ server: ServerText, _ types: inout Set<String>, _ source: inout Source) {
        var parameters: [String] = []
        var values: [String: String] = [:]
        var taken = ReservedWords.members
        for variable in server.server.variables {
            let label = Self.unique(Words(variable.name).lowerCamel, "variable", &taken)
            guard !variable.values.isEmpty else {
                parameters.append("\(label.escaped): String = \(variable.defaultValue.literal)")
                values[variable.name] = label.escaped
                continue
            }
            let type = Self.unique(
                server.name.capitalizedFirst + Words(variable.name).upperCamel, "ServerVariable", &types)
            var names = ReservedWords.members.union(["rawValue", "allCases"])
            let all = variable.values + (variable.values.contains(variable.defaultValue) ? [] : [variable.defaultValue])
            let cases = all.reduce(into: [(name: String, value: String)]()) { cases, value in
                guard !cases.contains(where: { $0.value == value }) else { return }
                cases.append((Self.unique(Words(value).lowerCamel, "value", &names), value))
            }
            let chosen = cases.first { $0.value == variable.defaultValue }?.name ?? cases[0].name
            source.documentation([variable.description].compactMap(\.self))
            source.block("\(access) enum \(type): String, CaseIterable, Sendable") { source in
                source.cases(cases.map { "\($0.name.escaped) = \($0.value.literal)" })
            }
            source.addBlankLine()
            parameters.append("\(label.escaped): \(type) = .\(chosen)")
            values[variable.name] = label.escaped + ".rawValue"
        }
        source.documentation([server.server.description, "`\(server.server.url)`"].compactMap(\.self))
        source.function("\(access) static func \(server.name.escaped)", parameters, tail: " -> URL") { source in
            source.line("Example.url(\(interpolated(server.server.url, values)))")
        }
    }

    /// A literal in which a value stands in place of each variable.
    private func interpolated(_ url: String, _ values: [String: String]) -> String {
        var text = ""
        var rest = url[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += String(rest[..<open]).literalBody
            let name = String(rest[rest.index(after: open)..<close])
            text += values[name].map { "\\(\($0).percentEncoded(allowReserved: true))" } ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return "\"" + text + String(rest).literalBody + "\""
    }
}
