// Compiles the conditions of faults.

import OpenAPIContract

extension RuleCompiler {
    mutating func faults(_ entries: [MockFile.FaultEntry]) -> [FaultRule] {
        entries.enumerated().map { index, entry in
            // Of one operation the parameters are known; of several they may differ.
            let operation = entry.operations?.count == 1 ? entry.operations?.first : nil
            var condition: CheckedExpression?
            if let text = entry.condition {
                enter(operation, using: [text])
                condition = self.condition(text)
            }
            return FaultRule(
                effect: entry.effect, operations: entry.operations.map { Set($0.map(\.index)) }, condition: condition,
                rate: entry.rate, times: entry.times, from: entry.from, length: entry.length,
                name: "fault \(index + 1), \(entry.place)")
        }
    }
}
