// The form in which GitLab takes findings to show beside a merge request.

package import JSONValues

/// Issues of a [code quality report](https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).
package enum CodeQuality {
    /// How GitLab weighs an issue.
    package enum Severity: String, Sendable {
        case info, minor, major, critical, blocker
    }

    /// One issue.
    /// - Parameters:
    ///   - identity: what tells it from all others of the report, and is the same in the next one.
    ///   - file: a path from the repository's root, which GitLab shows no issue without.
    package static func issue(
        _ description: String, check: String, severity: Severity, identity: String, file: String, line: Int
    ) -> JSON {
        var path = file[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        return [
            "description": .string(description), "check_name": .string(check), "fingerprint": .string(hash(identity)),
            "severity": .string(severity.rawValue),
            "location": ["path": .string(String(path)), "lines": ["begin": .number(JSONNumber(max(line, 1)))]],
        ]
    }

    /// FNV-1a of 128 bits, in hexadecimal digits: as long as GitLab's examples, and the same on every machine.
    private static func hash(_ text: String) -> String {
        let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in text.utf8 { hash = (hash ^ UInt128(byte)) &* prime }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}

extension DiagnosticReport {
    /// For GitLab's merge requests. Notes are left out, and what has no place.
    package var codeQuality: JSON {
        var seen: [String: Int] = [:]
        return .array(
            diagnostics.compactMap { diagnostic in
                guard let place = diagnostic.place, diagnostic.severity > .note else { return nil }
                let base = "\(diagnostic.code.rawValue)\n\(place.file)\n\(place.pointer)\n\(diagnostic.message)"
                // The same words may stand twice at one value.
                let count = seen[base, default: 0]
                seen[base] = count + 1
                return CodeQuality.issue(
                    diagnostic.sentences, check: diagnostic.code.rawValue,
                    severity: diagnostic.severity == .error ? .critical : .minor, identity: "\(base)\n\(count)",
                    file: place.file, line: place.line)
            })
    }
}
