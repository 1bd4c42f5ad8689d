// `bench verify --score`: whether the verifier finds every mistake of the lending library with every seed, and nothing without one.

import VerificationReports
import ClientIdentities
import ArgumentParser
import OpenAPIContract
import HTTPTypes
import LendingLibrary
import Verification

/// Whole runs of all phases, in this process.
struct MistakeScore {
    let contract: Contract

    private static let seeds: Range<UInt64> = 0..<5

    /// - Throws: where a mistake is missed, or something is found without one.
    func run() async throws {
        var isPerfect = true
        for seed in Self.seeds {
            let clean = await report([], seed)
            var missed: [Mistake] = []
            for mistake in Mistake.allCases {
                let isFound = await report([mistake], seed).findings.contains {
                    mistake.isShown(
                        byCheck: $0.finding.check.rawValue, at: $0.finding.operation.id, location: $0.finding.location)
                }
                if !isFound { missed.append(mistake) }
            }
            let found = "\(Mistake.allCases.count - missed.count)/\(Mistake.allCases.count)"
            print(
                "seed \(seed): \(found) mistakes found, \(clean.findings.count) findings without one, \(clean.sent) requests"
            )
            for mistake in missed { print("  missed: \(mistake.rawValue)") }
            for cause in clean.findings { print("  said falsely: \(cause.finding.id)") }
            isPerfect = isPerfect && missed.isEmpty && clean.findings.isEmpty && clean.ended == nil
        }
        if !isPerfect { throw ExitCode.failure }
    }

    private func report(_ mistakes: Set<Mistake>, _ seed: UInt64) async -> Verification.Report {
        let library = LendingLibrary(mistakes: mistakes)
        return await Verifier(contract: contract, options: .asReaders(seed: seed), basePath: "/api") {
            library.answer($0)
        }.run()
    }
}

extension VerificationOptions {
    /// All phases, as one reader of the library, with another whose things are not the first one's.
    static func asReaders(seed: UInt64) -> VerificationOptions {
        VerificationOptions(
            seed: seed, identity: Identity(headers: [.authorization: LendingLibrary.tokens[0]]),
            otherIdentity: Identity(headers: [.authorization: LendingLibrary.tokens[1]]), isDestructive: true)
    }
}
