// The options that say what of real traffic must not reach a disk or a terminal.

import ArgumentParser
import Archives
import OpenAPIContract
import Recordings

struct RedactionSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Make out the values of this header, cookie, parameter or JSON member too.", valueName: "name"))
    var redact: [String] = []

    @Option(help: ArgumentHelp("Show the values of this name, which are secrets by default.", valueName: "name"))
    var keep: [String] = []

    @Option(help: ArgumentHelp("Show this value, whatever its name or shape.", valueName: "value"))
    var keepValue: [String] = []

    @Flag(help: "Make out e-mail addresses, wherever they stand.")
    var redactEmails = false

    @Flag(help: "Show everything as it is, secrets included.")
    var noRedaction = false

    func validate() throws {
        if noRedaction, !redact.isEmpty || redactEmails {
            throw ValidationError("--no-redaction excludes --redact and --redact-emails.")
        }
    }

    /// Nil where nothing is made out.
    func rules(for contract: Contract?) -> RedactionRules? {
        guard !noRedaction else { return nil }
        var rules = RedactionRules(allowed: Set(keepValue), emails: redactEmails)
        if let contract { rules.add(from: contract) }
        for name in redact { rules.add(name) }
        for name in keep { rules.remove(name) }
        return rules
    }
}
