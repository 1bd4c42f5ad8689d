// What a proxy costs a request: ours, recording and not, beside nginx.

import ArgumentParser
import Foundation
import JSONValues

struct ProxyBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract:
            "Requests per second, CPU per request and latency of nginx behind nobody, behind nginx and behind us.",
        discussion: """
            An nginx with one worker answers with a file of 1 KB. wrk asks it directly, through another nginx that keeps its connections, \
            through our forwarding without a recorder, and through `counterpart record`, which must be built beside this program. CPU is \
            that of the proxy alone. The servers take turns; figures are medians over the rounds. What was recorded in all, what of it was \
            lost and how much memory that took is told at the end.
            """)

    @OptionGroup var options: BenchOptions

    @Option(help: "Seconds of one turn.")
    var seconds = 3

    @Option(help: "How many connections are open.")
    var connections: [Int] = [1, 32]

    private static let target = "/thing?id=1"

    func run() throws {
        let counterpart = try MockBenchServer.counterpart()
        var servers: [MockBenchServer] = []
        defer { for server in servers.reversed() { server.stop() } }
        let content = Array("{\"thing\":\"\(String(repeating: "x", count: 1_000))\"}".utf8)
        let backend = try MockBenchServer.nginx(
            "no proxy", content: content, target: Self.target,
            location: "default_type application/json; try_files /content.json =404;")
        servers.append(backend)
        let origin = String(backend.url.dropLast(Self.target.count))
        servers.append(
            try MockBenchServer.nginx(
                "nginx", number: 1, target: Self.target,
                http: "upstream backend { server \(origin.dropFirst("http://".count)); keepalive 256; }",
                location: "proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection \"\";"))
        let bench = URL(filePath: CommandLine.arguments[0])
        servers.append(
            try MockBenchServer.program(
                "ours, not recording", bench, ["responder", Responder.Kind.forwarding.rawValue, "-", origin],
                target: Self.target
            ) { Int($0) })
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-record-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        servers.append(
            try MockBenchServer.program(
                "ours, recording", counterpart,
                [
                    "record", "--backend", origin, "--to", folder.appending(path: "bench.har").path, "--port", "0",
                    "--json", "--quiet",
                ], target: Self.target, folder: folder, endsWithParent: true
            ) { MockBenchServer.portOfEvent($0) })
        for count in connections {
            print(
                try ServerComparison(servers, rounds: options.rounds, seconds: seconds, connections: count).text(
                    json: options.json))
        }
        let recorder = servers.removeLast()
        let memory = recorder.peakMemory
        recorder.stop()
        guard let summary = recorder.lastWords.flatMap({ try? JSON(parsing: $0) }),
            let recorded = summary["exchanges"]?.number, let lost = summary["lost"]?.number
        else { throw ValidationError("counterpart record has not said what it recorded.") }
        if options.json {
            let bytes = memory.map { JSON.number(JSONNumber($0)) } ?? .null
            print(JSON.object(["recorded": .number(recorded), "lost": .number(lost), "memory": bytes]).serialized())
        } else {
            let shown = memory.map { "\($0 >> 20) MB" } ?? "unknown"
            print("recorded \(recorded.text) exchanges, \(lost.text) lost, in \(shown) of memory at most")
        }
    }
}
