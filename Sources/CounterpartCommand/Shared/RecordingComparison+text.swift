// The differences of two recordings, as text.

import JSONValues
import SourceDocuments
import ContractTools
import MockServing
import Recordings

extension RecordingComparison {
    func text(styled: (Terminal.Style, String) -> String) -> String {
        var text = ""
        for operation in compared {
            let own = changes.filter { $0.operation == operation }
            guard !own.isEmpty else { continue }
            text += styled(.emphasis, operation) + "\n"
            let rows = own.map { ["\($0.mark) \($0.place)", $0.what, "\($0.count) of \($0.pairs)", $0.example] }
            text += TextTable.lines(rows).joined(separator: "\n") + "\n\n"
        }
        for (operation, place, count) in alwaysDifferent {
            text += styled(.aside, "another each time: \(operation)  \(place)  (\(count))") + "\n"
        }
        for operation in onlyInFirst { text += "only in the first: \(operation)\n" }
        for operation in onlyInSecond { text += "only in the second: \(operation)\n" }
        let changed = changes.count
        let paired = pairs == 1 ? "1 pair" : "\(pairs) pairs"
        let operations = compared.count == 1 ? "1 operation" : "\(compared.count) operations"
        let count = changed == 0 ? "no change" : changed == 1 ? "1 change" : "\(changed) changes"
        return text + "\(count) in \(paired) of exchanges, \(operations)\n"
    }
}

extension RecordingComparison.Change {
    fileprivate var mark: String {
        switch kind {
        case .added: "+"
        case .removed: "-"
        case .status, .type, .value, .length: "~"
        }
    }

    fileprivate var what: String {
        func shown(_ value: JSON?) -> String { value.map { String($0.serialized().prefix(40)).printable } ?? "" }
        return switch kind {
        case .added: after == nil ? "came" : "came: \(shown(after))"
        case .removed: "is gone"
        case .length: "\(shown(before)) → \(shown(after)) elements"
        case .status, .type, .value: "\(shown(before)) → \(shown(after))"
        }
    }

    fileprivate var example: String { "entries \(first.entry) and \(second.entry)" }
}
