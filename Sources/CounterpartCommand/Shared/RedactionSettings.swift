// Options for redaction: which values are secrets.

import JSONValues
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

    @Flag(help: "Redact long words that look random, ids and digests among them.")
    var redactEntropy = false

    @Flag(help: "Redact nothing.")
    var noRedaction = false

    func validate() throws {
        if noRedaction, !redact.isEmpty || redactEmails || redactEntropy {
            throw ValidationError("--no-redaction excludes --redact, --redact-emails and --redact-entropy.")
        }
    }

    /// The rules of redaction; nil with `--no-redaction`.
    func rules(for contract: Contract?) -> RedactionRules? {
        guard !noRedaction else { return nil }
        var rules = RedactionRules(allowed: Set(keepValue), emails: redactEmails)
        rules.entropy = redactEntropy
        if let contract { rules.add(from: contract) }
        for name in redact { rules.add(name) }
        for name in keep { rules.remove(name) }
        return rules
    }
}
