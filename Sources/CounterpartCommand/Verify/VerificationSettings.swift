// The options of `counterpart verify` that say what is sent, how much of it, and what counts.

import ArgumentParser
import Verification

struct VerificationSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which phases to run, with commas between them: \(Phase.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "phases"))
    var phases: String?

    @Option(
        help: ArgumentHelp(
            "Which checks to make, with commas between them; all others are off.", valueName: "checks"))
    var checks: String?

    @Option(help: ArgumentHelp("Which checks not to make, with commas between them.", valueName: "checks"))
    var skipChecks: String?

    @Option(help: ArgumentHelp("What random requests follow from: the same seed sends the same.", valueName: "number"))
    var seed: UInt64 = 0

    @Option(help: ArgumentHelp("How many requests may be sent.", valueName: "number"))
    var maxRequests: Int?

    @Option(help: ArgumentHelp("How long the run may take.", valueName: TimeSpan.forms))
    var maxTime: TimeSpan?

    @Option(help: ArgumentHelp("How many requests a second may be sent.", valueName: "number"))
    var rate: Double?

    @Option(help: ArgumentHelp("What 95 of 100 answers of an operation may take.", valueName: TimeSpan.forms))
    var maxLatency: TimeSpan?

    @Flag(help: "Send nothing that may change data: only GET, HEAD and OPTIONS.")
    var safe = false

    func options() throws -> VerificationOptions {
        var options = VerificationOptions(
            seed: seed, maxRequests: maxRequests, maxTime: maxTime?.duration, rate: rate, isSafe: safe,
            maxLatency: maxLatency?.duration)
        if let phases { options.phases = try Self.named(phases, as: "phase") }
        if let checks { options.checks = try Self.named(checks, as: "check") }
        if let skipChecks { try options.checks.subtract(Self.named(skipChecks, as: "check")) }
        return options
    }

    func validate() throws {
        if let maxRequests, maxRequests < 1 { throw ValidationError("--max-requests is a number from 1 on.") }
        if let rate, rate <= 0 { throw ValidationError("--rate is a number above 0.") }
        _ = try options()
    }

    private static func named<Name: RawRepresentable<String> & CaseIterable & Hashable>(
        _ list: String, as kind: String
    ) throws -> Set<Name> {
        try Set(
            list.split(separator: ",").map { word in
                let word = word.trimming(" ")
                guard let name = Name(rawValue: word) else {
                    let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError("\u{201C}\(word)\u{201D} is no \(kind). There are: \(known).")
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
