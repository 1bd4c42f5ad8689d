// Findings for GitLab's merge requests.

package import JSONValues
import SourceDocuments

extension RunRecord {
    /// [GitLab's code quality report](https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format): one issue for each
    /// new cause, and one for what kept the run from its end, so that no empty list stands for a run that verified nothing. What the
    /// contract has no place for stands at its first line.
    package var codeQuality: JSON {
        let file = operations.lazy.compactMap(\.place).first?.file ?? "openapi.yaml"
        func issue(_ message: String, _ severity: CodeQuality.Severity) -> JSON {
            CodeQuality.issue(
                message, check: "counterpart verify", severity: severity, identity: message, file: file, line: 1)
        }
        var issues = newCauses.filter { $0.degree != .note || failOn == .note }.map { cause in
            let finding = cause.shown
            let place = finding.place ?? operations.first { $0.id == finding.operation }?.place
            return CodeQuality.issue(
                finding.sentences + cause.others, check: finding.check, severity: cause.degree.codeQuality,
                identity: cause.id, file: place?.file ?? file, line: place?.line ?? 1)
        }
        if let stopped { issues.append(issue(stopped.sentences, verdict == .couldNotRun ? .blocker : .minor)) }
        return .array(issues + unsaidWarnings.map { issue($0, .minor) })
    }
}

extension Degree {
    fileprivate var codeQuality: CodeQuality.Severity {
        switch self {
        case .violation: .critical
        case .suspicion: .minor
        case .note: .info
        }
    }
}
