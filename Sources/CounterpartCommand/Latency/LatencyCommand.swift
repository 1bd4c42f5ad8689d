// `counterpart latency`: percentiles of the latency in recordings.

import ArgumentParser
import JSONValues
import JSONSchema
import Archives
import OpenAPIContract
import ContractTools
import Recordings

struct LatencyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract: "Print latency percentiles of recordings, by operation.",
        discussion: """
            Measures from a request to the first byte of its answer: count, median, 90th and 99th percentile, maximum, and a histogram on a \
            logarithmic scale.

            Examples:
              counterpart latency app.har
              counterpart latency monday.har tuesday.har --contract Contracts/shop

            A mock with `latency: recorded` in its mock.yaml is as slow:
              counterpart serve Contracts/shop --latency-of app.har
            """)

    @Argument(help: "HAR files.", completion: .file(extensions: ["har"]))
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "Contract whose operations to group by.", valueName: "contract"))
    var contract: String?

    @Flag(help: "Print JSON, with times in milliseconds.")
    var json = false

    func run() throws {
        // Without a contract, any part of a path may be a secret.
        var redactor = contract == nil ? Redactor() : nil
        let archives = try files.map { try Archive(readingFrom: $0).redacted(by: &redactor) }
        let latencies =
            try contract.map { MeasuredLatencies(archives, for: try ContractArgument.load($0)) }
            ?? MeasuredLatencies(archives)
        guard let all = latencies.all, let chart = LatencyChart(latencies) else {
            throw CommandFailure(
                "\(files.joined(separator: ", ")) has no exchange\(contract == nil ? "" : " of the contract") whose time was measured. Record some with counterpart record, a proxy or a browser."
            )
        }
        let terminal = Terminal.output
        guard !json else {
            let operations = latencies.operations.map { operation in
                JSON.object(JSONObject([("operation", .string(operation.title))] + Self.numbers(operation.latency)))
            }
            let event: JSON = ["operations": .array(operations), "all": .object(JSONObject(Self.numbers(all)))]
            return terminal.write(event.serialized(.pretty) + "\n")
        }
        let ends = chart.ends
        var rows = [["operation", "count", "p50", "p90", "p99", "max", "\(ends.0.shown) … \(ends.1.shown)"]]
        rows += latencies.operations.map { Self.row($0.title, $0.latency, chart) }
        if latencies.operations.count > 1 { rows.append(Self.row("all", all, chart)) }
        terminal.write(TextTable.lines(rows, indent: "").joined(separator: "\n") + "\n")
    }

    private static let shares = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)]

    private static func row(_ title: String, _ latency: MeasuredLatency, _ chart: LatencyChart) -> [String] {
        [title, "\(latency.count)"] + shares.map { latency.quantile($0.1).shown }
            + [latency.longest.shown, chart.line(latency)]
    }

    private static func numbers(_ latency: MeasuredLatency) -> [(String, JSON)] {
        func number(_ time: Duration) -> JSON { JSONNumber(time.milliseconds).map { .number($0) } ?? .null }
        return [("count", .number(JSONNumber(latency.count)))]
            + shares.map { ($0.0, number(latency.quantile($0.1))) } + [("max", number(latency.longest))]
    }
}
