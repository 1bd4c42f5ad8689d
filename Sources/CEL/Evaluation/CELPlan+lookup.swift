// Rows found by an index: `rows.exists(r, r.id == x && …)` without reading all rows.

import JSONValues
import JSONSchema

/// The rows that can satisfy a loop's condition, and the rest of the condition, to be evaluated for each.
struct CELLookup {
    let list: CELList
    let positions: [Int]
    let rest: CELTest?
    let local: Int
    /// In a loop with two variables, the variable that holds the position.
    let positionLocal: Int?

    /// Whether the row meets all of the condition; it is then the value of the loop's variable.
    func holds(at position: Int, _ frame: inout CELFrame) throws(CELFailure) -> Bool {
        try frame.meter.step()
        frame.locals[local] = list[position]
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

    /// Asks an index where the loop's condition, or a part of its conjunction, compares the loop's element or a field of it with something
    /// that does not depend on it: `==` with a value, `in` with a list. The answer is that of reading every row: where the other side
    /// fails, or the index cannot tell, there is no lookup, and every row is read.
    func lookup(
        _ loop: CELTerm.Loop
    ) -> (@Sendable (CELValue, inout CELFrame) throws(CELFailure) -> CELLookup?)? {
        guard loop.kind != .all, let local = loop.locals.last, let condition = loop.condition else { return nil }
        let positionLocal = loop.locals.count == 2 ? loop.locals[0] : nil
        var terms = [condition]
        if case .all(let conjunction) = condition.form { terms = conjunction }
        guard
            let (index, comparison) = terms.lazy.enumerated().compactMap({ index, term in
                self.comparison(term, in: loop, of: local).map { (index, $0) }
            }).first
        else { return nil }
        terms.remove(at: index)
        let (key, field, isContained) = (step(comparison.key), comparison.field, comparison.isContained)
        let rest: CELTest? =
            terms.isEmpty ? nil : test(CELTerm(form: .all(terms), type: .bool, offset: condition.offset))
        return { value, frame throws(CELFailure) in
            guard case .list(let list) = value, list.hasIndex(of: field) else { return nil }
            let wanted: CELValue
            do throws(CELFailure) {
                wanted = try key(&frame)
            } catch {
                if error.isFatal { throw error }
                return nil
            }
            let found: (list: CELList, positions: [Int])?
            if isContained {
                guard case .list(let elements) = wanted else { return nil }
                found = try list.found(where: field, equalsOneOf: elements, &frame.meter)
            } else {
                found = list.found(where: field, equals: wanted)
            }
            guard let found else { return nil }
            return CELLookup(
                list: found.list, positions: found.positions, rest: rest, local: local, positionLocal: positionLocal)
        }
    }

    /// What an index could be asked in place of a condition.
    private struct Comparison {
        /// Of the loop's element; nil where it is the element itself.
        let field: JSONMemberName?
        let key: CELTerm
        /// Whether the key is a list that the value is looked for in.
        let isContained: Bool
    }

    private func comparison(_ term: CELTerm, in loop: CELTerm.Loop, of local: Int) -> Comparison? {
        guard case .binary(let meaning, let left, let right) = term.form else { return nil }
        let sides: [(own: CELTerm, key: CELTerm)]
        switch meaning {
        case .equal: sides = [(left, right), (right, left)]
        case .contained: sides = [(left, right)]
        default: return nil
        }
        for (own, key) in sides where !loop.locals.contains(where: key.uses(local:)) {
            switch own.form {
            case .select(let row, let field, optional: false):
                guard case .local(local) = row.form, reading(own.type).isOfNumbersOnly else { continue }
                return Comparison(field: JSONMemberName(field), key: key, isContained: meaning == .contained)
            case .local(local): return Comparison(field: nil, key: key, isContained: meaning == .contained)
            default: continue
            }
        }
        return nil
    }
}

extension CELList {
    /// Whether elements can be found by it without reading all of them.
    fileprivate func hasIndex(of field: JSONMemberName?) -> Bool {
        switch self {
        case .rows: field != nil
        case .kept: true
        case .values, .json: false
        }
    }

    /// The positions, in order, of the elements of which this field, or which themselves, equal the value, and the list as it was then.
    fileprivate func found(
        where field: JSONMemberName?, equals value: CELValue
    ) -> (list: CELList, positions: [Int])? {
        switch self {
        case .rows(let rows):
            field.flatMap { rows.found(where: $0, equals: value) }.map { (.json($0.rows), $0.positions) }
        case .kept(let list): list.positions(where: field, equals: value).map { (.values(list.values), $0) }
        case .values, .json: nil
        }
    }

    /// The same for those that equal one of several values. Nil too where there are so many that reading every element is faster.
    fileprivate func found(
        where field: JSONMemberName?, equalsOneOf values: CELList, _ meter: inout CELMeter
    ) throws(CELFailure) -> (list: CELList, positions: [Int])? {
        guard values.count <= max(count, 1) else { return nil }
        // That the index is whole is to be known in any case: no field may be missing.
        guard !values.isEmpty else { return found(where: field, equals: .null).map { ($0.list, []) } }
        try meter.step(values.count)
        var list = CELList.values([])
        var positions: [Int] = []
        for value in values.elements {
            guard let found = self.found(where: field, equals: value) else { return nil }
            list = found.list
            positions += found.positions
        }
        guard values.count > 1 else { return (list, positions) }
        positions.sort()
        var distinct: [Int] = []
        distinct.reserveCapacity(positions.count)
        for position in positions where distinct.last != position { distinct.append(position) }
        return (list, distinct)
    }
}
