// Options of `counterpart serve`: delays, generated values, journal.

import Journals
import MockRules
import ArgumentParser
import Mocking
import Sampling

extension NetworkProfile: ExpressibleByArgument {}

struct AnswerSettings: ParsableArguments {
    @Option(help: ArgumentHelp("Delay every answer.", valueName: TimeSpan.forms))
    var delay = TimeSpan(.zero)

    @Option(help: ArgumentHelp("Simulate a network.", valueName: NetworkProfile.choices))
    var profile: NetworkProfile?

    @Option(help: "Seed of generated values.")
    var seed: UInt64 = 0

    @Option(help: ArgumentHelp("Items that a list without examples starts with (default: 5).", valueName: "count"))
    var seedSize: Int?

    @Option(help: ArgumentHelp("Optional properties of generated values: all, most or few.", valueName: "which"))
    var optional: OptionalProperties?

    @Option(help: ArgumentHelp("Keep this many requests in a journal.", valueName: "count"))
    var journal = Journal.Limits().entries

    @Flag(
        help: ArgumentHelp(
            "Refuse what is tolerated otherwise.",
            discussion: """
                Without it the mock takes, with a note in journal and log: Accept with another JSON type, %2C between the elements of a list, a slash
                more or less at the end of the path, read-only members in PUT and PATCH.
                """))
    var strict = false

    @Flag(help: "Omit the Counterpart-Decision header field.")
    var hideDecision = false

    func validate() throws {
        guard (0...1_000_000).contains(journal) else { throw ValidationError("--journal is from 0 to 1000000.") }
    }

    func options(crossOrigin: CrossOriginPolicy?, forwarding: Mock.Forwarding) -> Mock.Options {
        var limits = Journal.Limits()
        limits.entries = journal
        return Mock.Options(
            delay: delay.duration, profile: profile, seed: seed,
            seedSize: seedSize.map { min(max($0, 0), Mock.Options.largestSeedSize) }, optional: optional,
            isStrict: strict, showsDecision: !hideDecision, journal: limits,
            crossOrigin: crossOrigin, forwarding: forwarding)
    }
}

extension OptionalProperties: ExpressibleByArgument {}
