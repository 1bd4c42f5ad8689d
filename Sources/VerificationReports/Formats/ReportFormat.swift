// The formats that a run is reported in.

import JSONValues

/// The raw value is what `--report` takes before the equals sign.
package enum ReportFormat: String, Hashable, Sendable, CaseIterable {
    case junit, sarif, json, html, markdown, har, codequality, github
}

extension RunRecord {
    /// The text of a report; nil for `har`, which is written from the exchanges themselves.
    package func rendered(_ format: ReportFormat) -> String? {
        switch format {
        case .junit: junit
        case .sarif: sarif.serialized(.pretty) + "\n"
        case .json: json.serialized(.pretty) + "\n"
        case .html: html
        case .markdown: markdown
        case .codequality: codeQuality.serialized(.pretty) + "\n"
        case .github: github
        case .har: nil
        }
    }
}
