// Rows found by an index: `rows.exists(r, r.id == x && …)` without reading all rows.

import JSONValues
import JSONSchema

/// The rows that can satisfy a loop's condition, and the rest of the condition, to be evaluated for each.
struct CELLookup {
    let rows: [JSON]
    let positions: [Int]
    let rest: CELTest?
    let local: Int
    /// In a loop with two variables, the variable that holds the position.
    let positionLocal: Int?

    /// Whether the row meets all of the condition; it is then the value of the loop's variable.
    func holds(at position: Int, _ frame: inout CELFrame) throws(CELFailure) -> Bool {
        try frame.meter.step()
        frame.locals[local] = CELValue(rows[position])
        if let positionLocal { frame.locals[positionLocal] = .int(Int64(position)) }
        return try rest?(&frame) ?? true
    }
}

extension JSONReading {
    /// Whether strings are read as they stand, as the index reads them.
    fileprivate var isOfNumbersOnly: Bool {
        switch self {
        case .dynamic, .int, .uint, .double: true
        case .timestamp, .duration, .bytes: false
        }
    }
}

extension CELPlan {
    /// The lookup of a term that is nothing but a loop over the rows that an index finds.
    func lookup(_ term: CELTerm) -> (@Sendable (CELValue, inout CELFrame) throws(CELFailure) -> CELLookup?)? {
        guard case .loop(let loop) = term.form else { return nil }
        return lookup(loop)
    }

    /// Asks an index where the loop's condition, or a part of its conjunction, compares a field of the loop's element
    /// with something that does not depend on it. The answer is that of reading every row: where the other side
    /// fails, or the index cannot tell, there is no lookup, and every row is read.
    func lookup(
        _ loop: CELTerm.Loop
    ) -> (@Sendable (CELValue, inout CELFrame) throws(CELFailure) -> CELLookup?)? {
        guard loop.kind != .all, let local = loop.locals.last, let condition = loop.condition else { return nil }
        let positionLocal = loop.locals.count == 2 ? loop.locals[0] : nil
        var terms = [condition]
        if case .all(let conjunction) = condition.form { terms = conjunction }
        for (index, term) in terms.enumerated() {
            guard case .binary(.equal, let left, let right) = term.form else { continue }
            for (fieldSide, keySide) in [(left, right), (right, left)] {
                guard case .select(let row, let field, optional: false) = fieldSide.form,
                    case .local(local) = row.form, !loop.locals.contains(where: keySide.uses(local:)),
                    reading(fieldSide.type).isOfNumbersOnly
                else { continue }
                let (key, name) = (step(keySide), JSONMemberName(field))
                terms.remove(at: index)
                let rest: CELTest? =
                    terms.isEmpty
                    ? nil : test(CELTerm(form: .all(terms), type: .bool, offset: condition.offset))
                return { value, frame throws(CELFailure) in
                    guard case .list(.rows(let rows)) = value else { return nil }
                    let wanted: CELValue
                    do throws(CELFailure) {
                        wanted = try key(&frame)
                    } catch {
                        if error.isFatal { throw error }
                        return nil
                    }
                    guard let (rows, positions) = rows.found(where: name, equals: wanted) else { return nil }
                    return CELLookup(
                        rows: rows, positions: positions, rest: rest, local: local, positionLocal: positionLocal)
                }
            }
        }
        return nil
    }
}
