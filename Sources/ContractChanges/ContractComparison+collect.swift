// From compared values back to the operations that they stand in.

import SourceDocuments
import OpenAPIContract

extension ContractComparison {
    /// Tells every difference of a value once, with all operations in which it shows and the shortest way to it in each.
    mutating func reportDifferences() {
        let leads = values.leadsToChange
        for root in roots where leads[root.node] {
            var seen: Set<Int> = [root.node]
            var queue = [(node: root.node, path: "", subject: root.subject)]
            var next = 0
            while next < queue.count {
                let (number, path, subject) = queue[next]
                next += 1
                for difference in values.nodes[number].differences {
                    report(difference, of: root, at: path, subject)
                }
                for (token, inner) in values.nodes[number].inner where leads[inner] && seen.insert(inner).inserted {
                    queue.append(
                        (
                            inner, token.text.isEmpty ? path : "\(path)/\(token.text)",
                            token.text.isEmpty ? subject : subject.inner
                        ))
                }
            }
        }
        if values.isCut {
            note(
                .comparisonCut, "components", "the schemas multiply with each other: not all of them were compared",
                before: nil, after: nil)
        }
    }

    /// Two differences with the same key are reported once.
    struct ReportKey: Hashable {
        let rule: ChangeRule
        let message: String
        let before: Place?
        let after: Place?
    }

    private mutating func report(
        _ difference: ValueComparison.Difference, of root: Root, at path: String, _ subject: ValueSubject
    ) {
        let full = path + (difference.property.map { "/\($0)" } ?? "")
        let appearance = key(of: difference, subject)
        let occurrence = ContractChange.Occurrence(operation: root.operation, part: root.part, path: full)
        if let index = numbers[appearance] {
            if !changes[index].occurrences.contains(occurrence) { changes[index].occurrences.append(occurrence) }
        } else {
            numbers[appearance] = changes.count
            add(
                appearance.rule, root.operation, root.part, at: full, appearance.message, before: appearance.before,
                after: appearance.after)
        }
    }

    /// - Parameter subject: the value in which it is.
    func key(of difference: ValueComparison.Difference, _ subject: ValueSubject) -> ReportKey {
        ReportKey(
            rule: ChangeRule(difference.change, of: difference.property == nil ? subject : subject.inner),
            message: difference.message, before: difference.before?.place(in: old),
            after: difference.after?.place(in: new))
    }
}

extension ValueComparison.Source {
    fileprivate func place(in contract: Contract) -> Place? {
        contract.place(of: schema, keyword: keyword)
    }
}
