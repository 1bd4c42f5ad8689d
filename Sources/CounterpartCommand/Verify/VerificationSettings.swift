// Options of `counterpart verify`: phases, checks and limits of a run.

import JSONValues
import OpenAPIContract
import VerificationReports
import ArgumentParser
import Verification

struct VerificationSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run only these phases: \(Phase.allCases.map(\.rawValue).joined(separator: ",")).",
            valueName: "phase,…"))
    var phases: String?

    @Option(
        help: ArgumentHelp(
            "Run only these checks, separated by commas.", valueName: "check,…"))
    var checks: String?

    @Option(help: ArgumentHelp("Skip these checks, separated by commas.", valueName: "check,…"))
    var skipChecks: String?

    @Option(help: ArgumentHelp("Seed of random requests.", valueName: "number"))
    var seed: UInt64 = 0

    @Option(help: ArgumentHelp("Stop after this many requests.", valueName: "number"))
    var maxRequests: Int?

    @Option(help: ArgumentHelp("Stop after this time.", valueName: TimeSpan.forms))
    var maxTime = TimeSpan(.seconds(300))

    @Option(help: ArgumentHelp("Send at most this many requests per second.", valueName: "number"))
    var rate: Double?

    @Option(help: ArgumentHelp("Report operations whose 95th percentile is slower.", valueName: TimeSpan.forms))
    var maxLatency: TimeSpan?

    @Flag(help: "Send only GET, HEAD and OPTIONS.")
    var safe = false

    @Flag(help: "Also change and delete what the run has not created.")
    var destructive = false

    @Option(
        help: ArgumentHelp(
            "Send only to these operations; repeatable: an operationId, tag:NAME, a method, a path or both, with * for any text.",
            valueName: "pattern"))
    var include: [String] = []

    @Option(help: ArgumentHelp("Skip these operations, written like --include.", valueName: "pattern"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp("Lightest finding that fails the run: violation, suspicion or note.", valueName: "degree"))
    var failOn: Degree = .violation

    func options() throws -> VerificationOptions {
        var options = VerificationOptions(
            seed: seed, maxRequests: maxRequests, maxTime: maxTime.duration, rate: rate, isSafe: safe,
            maxLatency: maxLatency?.duration)
        options.isDestructive = destructive
        options.filter = OperationFilter(include: include, exclude: exclude)
        options.failOn = failOn
        if let phases { options.phases = try Self.named(phases, as: "phase") }
        if let checks { options.checks = try Self.named(checks, as: "check") }
        if let skipChecks { try options.checks.subtract(Self.named(skipChecks, as: "check")) }
        return options
    }

    func validate() throws {
        if let maxRequests, maxRequests < 1 { throw ValidationError("--max-requests is a number from 1 on.") }
        if safe, destructive { throw ValidationError("--safe sends nothing that --destructive would allow.") }
        if let rate, !(rate >= 0.001) || rate > 1e6 {
            throw ValidationError("--rate is a number from 0.001 to 1000000.")
        }
        _ = try options()
    }

    /// Throws where a pattern of `--include` or `--exclude` means no operation: the run would do what nobody asked for.
    func checkPatterns(against contract: Contract) throws {
        for (option, patterns) in [("--include", include), ("--exclude", exclude)] {
            guard let stray = OperationFilter.stray(among: patterns, in: contract) else { continue }
            let names = contract.operations.map(\.id) + contract.operations.flatMap { $0.tags.map { "tag:\($0)" } }
            let near = nearestName(to: stray, among: names).map { " Did you mean \($0)?" } ?? ""
            throw CommandFailure(
                "\(option) '\(stray)' means no operation of the contract.\(near) 'counterpart show' lists them.")
        }
    }

    private static func named<Name: RawRepresentable<String> & CaseIterable & Hashable>(
        _ list: String, as kind: String
    ) throws -> Set<Name> {
        try Set(
            list.split(separator: ",").map { word in
                let word = word.trimming(" ")
                guard let name = Name(rawValue: word) else {
                    let known = Name.allCases.map(\.rawValue)
                    let near = nearestName(to: word, among: known).map { " Did you mean \($0)?" } ?? ""
                    throw ValidationError(
                        "\u{201C}\(word)\u{201D} is no \(kind).\(near) There are: \(known.joined(separator: ", ")).")
                }
                return name
            })
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> String {
        let start = firstIndex { $0 != character } ?? endIndex
        let end = lastIndex { $0 != character }.map(index(after:)) ?? start
        return String(self[start..<end])
    }
}

extension Degree: ExpressibleByArgument {}
