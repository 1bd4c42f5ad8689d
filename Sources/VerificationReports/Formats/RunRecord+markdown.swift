// A run for the summary of a job or a comment beneath a change: a table of causes, with what reproduces each.

import JSONValues

extension RunRecord {
    /// [GitHub Flavored Markdown](https://github.github.com/gfm/).
    package var markdown: String {
        var text = "## \(escaped(title)) \(escaped(version)): \(headline)\n\n"
        text += "\(answered) exchanges with \(escaped(backend)), coverage \(coverage.percentText).\n"
        if let stopped { text += "\n> \(stopped.heading): \(escaped(stopped.sentences))\n" }
        for warning in unsaidWarnings { text += "\n> \(escaped(warning))\n" }
        if !unreached.isEmpty {
            text += "\nNever answered with success:\n\n"
            for row in unreached {
                let said = row.said.isEmpty ? "" : ": \(escaped(row.said))"
                text += "- \(escaped(row.operation)), \(row.tried) requests, \(row.answers)\(said)\n"
            }
        }
        let shown = newCauses.filter { $0.degree != .note || failOn == .note }
        guard !shown.isEmpty else { return text }
        text += "\n| degree | check | cause | times |\n| --- | --- | --- | --- |\n"
        for cause in shown {
            let what = cause.findings.count > 1 ? cause.headline : "\(cause.shown.operation): \(cause.title)"
            text += "| \(cause.degree.rawValue) | \(cause.check) | \(escaped(what)) | \(cause.times) |\n"
        }
        for cause in shown {
            let finding = cause.shown
            text +=
                "\n<details><summary>\(escaped(cause.check)), \(escaped(finding.operation)): \(escaped(finding.message))</summary>\n\n"
            text +=
                "Found \(escaped(finding.found)), expected \(escaped(finding.expected)), \(escaped(finding.location)).\n\n"
            if let recurrence = finding.recurrence { text += "Again: \(recurrence.clause).\n\n" }
            if cause.operations.count > 1 {
                text += "Operations: \(escaped(cause.operations.joined(separator: ", "))).\n\n"
            }
            let scripts = [finding.reproduce] + cause.tellingOthers.prefix(RunRecord.mostScripts).map(\.reproduce)
            for script in scripts {
                let fence = String(repeating: "`", count: max(3, script.longestFence + 1))
                text += "\(fence)sh\n\(script)\n\(fence)\n\n"
            }
            text += "</details>\n"
        }
        return text
    }

    private var headline: String {
        switch verdict {
        case .conformant: countedCauses.isEmpty ? "conformant" : "conformant, \(countedCauses)"
        case .findings: countedCauses
        case .couldNotRun: "could not run"
        }
    }

    /// A text in which nothing is markup.
    private func escaped(_ text: String) -> String {
        var result = ""
        for character in MarkupText.escaped(text.withoutControls, quotes: false) {
            switch character {
            case "|", "*", "_", "`", "[", "]", "\\", "#": result += "\\\(character)"
            default: result += character.isNewline ? " " : String(character)
            }
        }
        return result
    }
}

extension String {
    /// The longest run of backticks in it.
    fileprivate var longestFence: Int {
        var longest = 0
        var current = 0
        for character in self {
            current = character == "`" ? current + 1 : 0
            longest = max(longest, current)
        }
        return longest
    }
}
