// The benchmarks: ours and its peers in one run, by CPU time, as ratios.

import JSONValues
import ArgumentParser

@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure this package beside other programs, by CPU time.",
        discussion: """
            Build with -c release. The speed of a shared machine drifts, so the programs take turns, and the figure that
            counts is the median of the ratios of one turn each. Peers in Python are installed into .build/peers.
            """,
        subcommands: [
            BelieveBench.self, ContractBench.self, CorpusBench.self, FootprintBench.self, JSONBench.self,
            SchemaBench.self,
            SamplingBench.self, ExpressionsBench.self, GenerateBench.self, LatencyBench.self, MockBench.self,
            ProxyBench.self, ReplicasBench.self, Responder.self, VerifyBench.self,
        ])
}

/// What every benchmark can be told.
struct BenchOptions: ParsableArguments {
    @Option(help: "Give each program this many turns.")
    var rounds = 9

    @Flag(help: "Print the results as JSON.")
    var json = false
}
