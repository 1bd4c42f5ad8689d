// Options for redaction: which values are secrets.

import ArgumentParser
import Archives
import OpenAPIContract
import Recordings

struct RedactionSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Redact this header, cookie, parameter or JSON member; repeatable.", valueName: "name"))
    var redact: [String] = []

    @Option(help: ArgumentHelp("Do not redact values of this name; repeatable.", valueName: "name"))
    var keep: [String] = []

    @Option(help: ArgumentHelp("Do not redact this value; repeatable.", valueName: "value"))
    var keepValue: [String] = []

    @Flag(help: "Redact e-mail addresses.")
    var redactEmails = false

    @Flag(help: "Redact nothing.")
    var noRedaction = false

    func validate() throws {
        if noRedaction, !redact.isEmpty || redactEmails {
            throw ValidationError("--no-redaction excludes --redact and --redact-emails.")
        }
    }

    /// The rules of redaction; nil with `--no-redaction`.
    func rules(for contract: Contract?) -> RedactionRules? {
        guard !noRedaction else { return nil }
        var rules = RedactionRules(allowed: Set(keepValue), emails: redactEmails)
        if let contract { rules.add(from: contract) }
        for name in redact { rules.add(name) }
        for name in keep { rules.remove(name) }
        return rules
    }
}
