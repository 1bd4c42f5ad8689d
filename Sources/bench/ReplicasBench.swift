// What sessions cost that a store keeps, and how requests spread over replicas behind nginx.

import ArgumentParser
import Foundation
import JSONValues

struct ReplicasBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replicas",
        abstract:
            "Measure `counterpart serve` with sessions in memory, SQLite and PostgreSQL, and replicas behind nginx.",
        discussion: """
            One, two and three processes of `counterpart serve Contracts/sneaker-shop` behind nginx with `.ci/packaging/nginx.conf`; wrk asks \
            in 300 sessions, to read a cart or to change it. Then one client without nginx changes and reads, and makes two processes take a \
            session from each other in turns. With --at-rest so many sessions are put into PostgreSQL, of which 1,000 are used. nginx and wrk \
            have to be installed, and psql for --at-rest.
            """)

    @Option(help: "Of one turn.")
    var seconds = 3

    @Option(help: "Open this many connections to nginx.")
    var connections = 32

    @Option(help: ArgumentHelp("A database that may be filled.", valueName: "postgresql://…"))
    var postgresql: String?

    @Option(help: "Keep so many sessions in PostgreSQL, and use 1,000 of them.")
    var atRest = 0

    private static let shop = "Contracts/sneaker-shop"
    private static let change = "/api/cart/add_to_cart"
    private static let read = "/api/cart/get_products_in_cart?user_id=1"
    private static let body = #"{"user_id":1,"product_id":1002}"#

    func validate() throws {
        if atRest > 0, postgresql == nil { throw ValidationError("--at-rest goes with --postgresql.") }
    }

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "replicas-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var stores: [(name: String, url: String?)] = [
            ("memory", nil), ("SQLite", "sqlite:\(folder.path)/sessions.db"),
        ]
        if let postgresql { stores.append(("PostgreSQL", postgresql)) }
        print("behind nginx, 300 sessions, \(connections) connections, \(seconds) s each; CPU of the replicas alone")
        for store in stores {
            for count in 1...3 {
                try spread(store, over: count, folder)
            }
        }
        print("one client, no nginx, milliseconds")
        for store in stores { try single(store) }
        if atRest > 0, let postgresql { try rest(postgresql) }
    }

    private static func replica(_ store: String?) throws -> MockBenchServer {
        try MockBenchServer.program(
            "counterpart serve", MockBenchServer.counterpart(),
            ["serve", shop, "--port", "0", "--quiet", "--json", "--no-config"] + (store.map { ["--store", $0] } ?? []),
            target: ""
        ) { MockBenchServer.portOfEvent($0) }
    }

    // MARK: Behind nginx

    private func spread(_ store: (name: String, url: String?), over count: Int, _ folder: URL) throws {
        let replicas = try (0..<count).map { _ in try Self.replica(store.url) }
        defer { for replica in replicas { replica.stop() } }
        let nginx = try Self.nginx(before: replicas.map(\.port), folder)
        defer { nginx.stop() }
        for (what, request) in [("read", "GET"), ("change", "POST")] {
            let script = folder.appending(path: "\(what).lua")
            try Data(Self.lua(request).utf8).write(to: script)
            var server = nginx
            server.script = script
            // So that each session is there.
            _ = try ServerComparison.turn(server, seconds: 1, connections: connections)
            let before = replicas.map(\.processorMilliseconds).reduce(0, +)
            let database = Self.databaseSeconds
            let turn = try ServerComparison.turn(server, seconds: seconds, connections: connections)
            let used = replicas.map(\.processorMilliseconds).reduce(0, +) - before
            let requests = turn.requestsPerSecond * Double(seconds)
            var line =
                "  \(store.name.padding(toLength: 10, withPad: " ", startingAt: 0)) \(count) \(count == 1 ? "process  " : "processes") "
            line += what.padding(toLength: 7, withPad: " ", startingAt: 0)
            line += String(
                format: "%8.0f/s  %7.1f CPU µs, %7.0f per CPU second  p50 %@  p99 %@", turn.requestsPerSecond,
                used * 1e3 / requests, requests / (used / 1e3), turn.p50, turn.p99)
            line += String(format: "  (nginx %.1f CPU µs", turn.microseconds)
            if store.name == "PostgreSQL" {
                line += String(format: ", database %.1f", (Self.databaseSeconds - database) * 1e6 / requests)
            }
            print(line + ")")
        }
    }

    /// Of all that PostgreSQL runs on this machine.
    private static var databaseSeconds: Double {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let ticks = processes.compactMap { process -> Double? in
            guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                stat.contains("(postgres)"), let end = stat.lastIndex(of: ")")
            else { return nil }
            let fields = stat[end...].split(separator: " ")
            return (Double(fields[12]) ?? 0) + (Double(fields[13]) ?? 0)
        }
        return ticks.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func lua(_ method: String) -> String {
        """
        local number = 0
        local json = {["Content-Type"] = "application/json"}
        request = function()
          number = (number + 7) % 300
          local prefix = "/_counterpart/sessions/bench-" .. number
          if "\(method)" == "GET" then return wrk.format("GET", prefix .. "\(read)") end
          return wrk.format("POST", prefix .. "\(change)", json, '\(body)')
        end
        """
    }

    /// nginx with the configuration that is delivered, before so many of its servers.
    private static func nginx(before ports: [Int], _ folder: URL) throws -> MockBenchServer {
        let port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 20_000
        var lines = try String(contentsOfFile: ".ci/packaging/nginx.conf", encoding: .utf8)
            .replacing("listen 8000;", with: "listen 127.0.0.1:\(port);").split(
                separator: "\n", omittingEmptySubsequences: false
            ).map(String.init)
        for number in 1...3 {
            guard let index = lines.firstIndex(where: { $0.contains("mock-\(number):8080") }) else {
                throw ValidationError(".ci/packaging/nginx.conf names no mock-\(number):8080.")
            }
            lines[index] =
                number > ports.count
                ? "" : lines[index].replacing("mock-\(number):8080", with: "127.0.0.1:\(ports[number - 1])")
        }
        let file = folder.appending(path: "nginx.conf")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        let process = Process()
        process.executableURL = try Tool.find("nginx")
        process.arguments = [
            "-p", folder.path, "-c", file.path, "-e", "stderr", "-g",
            "daemon off; pid \(folder.path)/nginx.pid; error_log stderr crit;",
        ]
        try process.run()
        let url = "http://127.0.0.1:\(port)"
        for _ in 0..<100 where (try? Tool.run("curl", ["-sf", "\(url)/_counterpart/health"])) == nil { usleep(50_000) }
        return MockBenchServer(name: "nginx", url: url + read, process: process, folder: nil)
    }

    // MARK: One client

    private func single(_ store: (name: String, url: String?)) throws {
        let replicas = try (0..<(store.url == nil ? 1 : 2)).map { _ in try Self.replica(store.url) }
        defer { for replica in replicas { replica.stop() } }
        let clients = replicas.map { PlainConnection(port: $0.port) }
        func times(_ count: Int, _ request: String, _ client: (Int) -> PlainConnection) throws -> (
            median: Double, cpu: Double
        ) {
            let before = replicas.map(\.processorMilliseconds).reduce(0, +)
            var times: [Double] = []
            for number in 0..<count {
                let began = ContinuousClock.now
                guard client(number).ask(request) == 200 else {
                    throw ValidationError("\(store.name) does not answer 200.")
                }
                times.append((ContinuousClock.now - began) / .milliseconds(1))
            }
            let used = replicas.map(\.processorMilliseconds).reduce(0, +) - before
            return (times.sorted()[count / 2], used * 1e3 / Double(count))
        }
        let prefix = "/_counterpart/sessions/single-\(UUID().uuidString)"
        let change =
            "POST \(prefix)\(Self.change) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: \(Self.body.utf8.count)\r\n\r\n\(Self.body)"
        let read = "GET \(prefix)\(Self.read) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        _ = try times(200, change) { _ in clients[0] }
        let (changed, looked) = (
            try times(1_000, change) { _ in clients[0] }, try times(1_000, read) { _ in clients[0] }
        )
        var line = "  \(store.name.padding(toLength: 10, withPad: " ", startingAt: 0)) "
        line += String(
            format: "a change %.3f (%.0f CPU µs)  a read %.3f (%.0f CPU µs)", changed.median, changed.cpu,
            looked.median, looked.cpu)
        if clients.count == 2 {
            let taken = try times(1_000, change) { clients[$0 % 2] }
            line += String(format: "  a change with a take-over %.3f (%.0f CPU µs)", taken.median, taken.cpu)
        }
        print(line)
    }

    // MARK: At rest

    private func rest(_ url: String) throws {
        let first = try Self.replica(url)
        defer { first.stop() }
        let client = PlainConnection(port: first.port)
        let one =
            "POST /_counterpart/sessions/rest\(Self.change) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: \(Self.body.utf8.count)\r\n\r\n\(Self.body)"
        guard client.ask(one) == 200 else { throw ValidationError("PostgreSQL does not answer 200.") }
        func sql(_ text: String) throws -> String {
            try Tool.run("psql", ["-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", text])
        }
        let columns = try sql(
            "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns WHERE table_name = 'counterpart_sessions' AND column_name <> 'session'"
        )
        .trimmingCharacters(in: .whitespacesAndNewlines)
        for (what, count) in [("few sessions", 0), ("\(atRest) sessions at rest", atRest)] {
            if count > 0 {
                _ = try sql(
                    "INSERT INTO counterpart_sessions (session, \(columns)) SELECT 'rest-' || n, \(columns) FROM counterpart_sessions, generate_series(1, \(count)) n WHERE session = 'rest' ON CONFLICT DO NOTHING; ANALYZE counterpart_sessions"
                )
            }
            let replica = try Self.replica(url)
            defer { replica.stop() }
            try replica.asking(Self.read).measureFirstAnswer()
            let idle = replica.residentMegabytes
            let connection = PlainConnection(port: replica.port)
            var times: [Double] = []
            for turn in 0..<5 {
                for number in 0..<1_000 {
                    let id = count > 0 ? "rest-\(1 + number * max(count / 1_000, 1))" : "active-\(number)"
                    let request = one.replacing("/sessions/rest/", with: "/sessions/\(id)/")
                    let began = ContinuousClock.now
                    guard connection.ask(request) == 200 else { throw ValidationError("\(what): no answer of \(id).") }
                    if turn > 0 { times.append((ContinuousClock.now - began) / .milliseconds(1)) }
                }
            }
            times.sort()
            print(
                "  \(what): "
                    + String(
                        format:
                            "%.1f MB at first, %.1f MB with 1,000 of them in use; a change p50 %.3f ms, p99 %.3f ms",
                        idle,
                        replica.residentMegabytes, times[times.count / 2], times[times.count * 99 / 100]))
        }
        print(
            "  the table: "
                + (try sql(
                    "SELECT pg_size_pretty(pg_total_relation_size('counterpart_sessions')), (SELECT avg(length(document))::int FROM counterpart_sessions WHERE session = 'rest')"
                )))
        _ = try sql(
            "DELETE FROM counterpart_sessions WHERE session LIKE 'rest%' OR session LIKE 'active%' OR session LIKE 'bench-%'"
        )
    }
}

extension MockBenchServer {
    fileprivate var port: Int { URL(string: url)?.port ?? 0 }

    /// The same, asked for something else.
    fileprivate func asking(_ target: String) -> MockBenchServer {
        MockBenchServer(name: name, url: "http://127.0.0.1:\(port)\(target)", process: process, folder: folder)
    }
}
