// What `counterpart serve` prints after a contract was saved.

import SourceDocuments
import JSONValues
import JSONSchema
import OpenAPIContract
import MockServing
import Mocking

extension Reload {
    /// Prints the outcome: a JSON event, or text.
    func announce(json: Bool) {
        if json { return Terminal.output.write(event.serialized() + "\n") }
        switch outcome {
        case .live(_, let sessions):
            let restarted = sessions.restarted == 0 ? "" : ", \(sessions.restarted) started again"
            Terminal.output.write(
                Terminal.output.styled(.success, "reloaded:")
                    + " \(source.path); \(sessions.continued) sessions go on\(restarted)\n")
        case .broken, .clashing:
            Terminal.error.write(
                findings + Terminal.error.styled(.failure, "not reloaded:")
                    + " \(source.path) is broken (\(summary)); what was served before goes on\n")
        }
    }

    private var event: JSON {
        guard case .live(let operations, let sessions) = outcome else {
            return [
                "event": "reload-failed", "contract": .string(source.name), "summary": .string(summary),
                "findings": .string(findings),
            ]
        }
        return [
            "event": "reloaded", "contract": .string(source.name), "operations": .number(JSONNumber(operations)),
            "sessions_continued": .number(JSONNumber(sessions.continued)),
            "sessions_restarted": .number(JSONNumber(sessions.restarted)),
        ]
    }

    private var summary: String {
        switch outcome {
        case .live: ""
        case .broken(let report): report.summary
        case .clashing: "its paths are others' too"
        }
    }

    private var findings: String {
        switch outcome {
        case .live: ""
        case .broken(let report): report.text
        case .clashing(let clashes): clashes.map { $0.text + "\n" }.joined()
        }
    }
}
