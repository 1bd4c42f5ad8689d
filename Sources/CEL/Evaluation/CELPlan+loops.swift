// Macros that iterate over lists and maps.

import JSONValues

/// The values of a loop's variables, step by step.
private struct CELRange {
    private enum Source {
        case values([CELValue])
        case json([JSON])
        case entries([CELValue], [CELValue])
        case members(JSONObject)
    }

    private let source: Source
    let count: Int
    private let reading: JSONReading

    init(_ value: CELValue, reading: JSONReading) throws(CELFailure) {
        switch value {
        case .list(.values(let values)): source = .values(values)
        case .list(.kept(let list)): source = .values(list.values)
        case .list(.json(let array)): source = .json(array)
        case .list(.rows(let rows)): source = .json(rows.rows)
        case .map(.entries(let entries)): source = .entries(entries.keys, entries.values)
        case .map(.json(let object)): source = .members(object)
        default: throw CELFailure(.notIterable(value.type))
        }
        self.reading = reading
        count =
            switch source {
            case .values(let values): values.count
            case .json(let array): array.count
            case .entries(let keys, _): keys.count
            case .members(let object): object.count
            }
    }

    /// With one variable a list's element or a map's key; with two, index and element or key and value.
    @inline(__always)
    func set(_ locals: [Int], at position: Int, in frame: inout CELFrame) {
        if locals.count == 1 {
            frame.locals[locals[0]] =
                switch source {
                case .values(let values): values[position]
                case .json(let array): CELValue(array[position], as: reading)
                case .entries(let keys, _): keys[position]
                case .members(let object): .string(object[position].key)
                }
        } else {
            let (first, second): (CELValue, CELValue) =
                switch source {
                case .values(let values): (.int(Int64(position)), values[position])
                case .json(let array): (.int(Int64(position)), CELValue(array[position], as: reading))
                case .entries(let keys, let values): (keys[position], values[position])
                case .members(let object):
                    (.string(object[position].key), CELValue(object[position].value, as: reading))
                }
            frame.locals[locals[0]] = first
            frame.locals[locals[1]] = second
        }
    }
}

extension CELPlan {
    /// How JSON elements are read: by the inferred type of the loop's last variable.
    private func elementReading(_ loop: CELTerm.Loop) -> JSONReading {
        switch inference.resolved(loop.range.type, final: true) {
        case .list(let element): reading(element)
        case .map(_, let value): loop.locals.count == 2 ? reading(value) : .dynamic
        default: .dynamic
        }
    }

    /// `all` and `exists`: the first element that settles the answer ends the loop, and outweighs failures.
    func quantifier(_ loop: CELTerm.Loop) -> CELTest {
        guard let condition = loop.condition else { return { _ throws(CELFailure) in false } }
        let (range, test, reading) = (step(loop.range), test(condition), elementReading(loop))
        let (locals, cost, offset) = (loop.locals, condition.size, loop.range.offset)
        let decisive = loop.kind == .exists
        let lookup = lookup(loop)
        return { frame throws(CELFailure) in
            let value = try range(&frame)
            var failure: CELFailure?
            if let lookup, let found = try lookup(value, &frame) {
                for position in found.positions {
                    do throws(CELFailure) {
                        if try found.holds(at: position, &frame) { return true }
                    } catch {
                        if error.isFatal { throw error }
                        failure = failure ?? error
                    }
                }
                if let failure { throw failure }
                return false
            }
            let range: CELRange
            do throws(CELFailure) { range = try CELRange(value, reading: reading) } catch { throw error.at(offset) }
            for position in 0..<range.count {
                try frame.meter.step(cost)
                range.set(locals, at: position, in: &frame)
                do throws(CELFailure) {
                    if try test(&frame) == decisive { return decisive }
                } catch {
                    if error.isFatal { throw error }
                    failure = failure ?? error
                }
            }
            if let failure { throw failure }
            return !decisive
        }
    }

    func exactlyOne(_ loop: CELTerm.Loop) -> CELTest {
        let positions = matches(loop)
        return { frame throws(CELFailure) in
            var count = 0
            try positions(&frame) { _, _ throws(CELFailure) in count += 1 }
            return count == 1
        }
    }

    private func condition(_ loop: CELTerm.Loop) -> CELTest {
        guard let condition = loop.condition else { return { _ throws(CELFailure) in true } }
        return test(condition)
    }

    /// The transformation of an element; by default the element itself.
    private func transform(_ loop: CELTerm.Loop) -> CELStep {
        guard let transform = loop.transform else {
            let local = loop.locals[0]
            return { frame throws(CELFailure) in frame.locals[local] ?? .null }
        }
        return step(transform)
    }

    /// Calls back for each element that meets the loop's condition, with its variables set.
    private func matches(
        _ loop: CELTerm.Loop
    ) -> @Sendable (inout CELFrame, (inout CELFrame, Int) throws(CELFailure) -> Void) throws(CELFailure) -> Void {
        let (range, test, reading) = (step(loop.range), condition(loop), elementReading(loop))
        let cost = (loop.condition?.size ?? 0) + (loop.transform?.size ?? 0) + 1
        let (locals, offset) = (loop.locals, loop.range.offset)
        let lookup = lookup(loop)
        return { frame, body throws(CELFailure) in
            let value = try range(&frame)
            if let lookup, let found = try lookup(value, &frame) {
                for position in found.positions where try found.holds(at: position, &frame) {
                    try body(&frame, position)
                }
                return
            }
            let range: CELRange
            do throws(CELFailure) { range = try CELRange(value, reading: reading) } catch { throw error.at(offset) }
            for position in 0..<range.count {
                try frame.meter.step(cost)
                range.set(locals, at: position, in: &frame)
                guard try test(&frame) else { continue }
                try body(&frame, position)
            }
        }
    }

    /// The loops that build a list or a map.
    func collect(_ loop: CELTerm.Loop, at offset: Int) -> CELStep {
        let matches = matches(loop)
        let transform = transform(loop)
        let first = loop.locals[0]
        switch loop.kind {
        case .filter, .map, .transformList, .all, .exists, .existsOne:
            return { frame throws(CELFailure) in
                var values: [CELValue] = []
                try matches(&frame) { frame, _ throws(CELFailure) in
                    try frame.meter.buildList(of: 1)
                    values.append(try transform(&frame))
                }
                return .list(.values(values))
            }
        case .sortBy:
            return { frame throws(CELFailure) in
                var keyed: [(key: CELValue, value: CELValue)] = []
                try matches(&frame) { frame, _ throws(CELFailure) in
                    try frame.meter.buildList(of: 2)
                    keyed.append((try transform(&frame), frame.locals[first] ?? .null))
                }
                do throws(CELFailure) {
                    return .list(.values(try sorted(keyed, &frame.meter)))
                } catch {
                    throw error.at(offset)
                }
            }
        case .transformMap, .transformMapEntry:
            let isEntry = loop.kind == .transformMapEntry
            return { frame throws(CELFailure) in
                var entries: [(key: CELValue, value: CELValue)] = []
                try matches(&frame) { frame, _ throws(CELFailure) in
                    try frame.meter.buildList(of: 4)
                    let key = frame.locals[first] ?? .null
                    let value = try transform(&frame)
                    guard isEntry else {
                        entries.append((key, value))
                        return
                    }
                    guard case .map(let map) = value else { throw CELFailure(.notIterable(value.type), at: offset) }
                    for key in map.keys {
                        try frame.meter.buildList(of: 4)
                        entries.append((key, CELKey(key).flatMap { map.value($0) } ?? .null))
                    }
                }
                do throws(CELFailure) {
                    return .map(.entries(try CELEntries(entries)))
                } catch {
                    throw error.at(offset)
                }
            }
        }
    }
}

/// The values in the order of their keys, those with equal keys as they stood. All keys must be of one type with an order.
func sorted(
    _ keyed: [(key: CELValue, value: CELValue)], _ meter: inout CELMeter
) throws(CELFailure) -> [CELValue] {
    for pair in keyed.dropFirst() {
        guard let first = keyed.first, first.key.order(pair.key).comparable else {
            throw CELFailure(.noSuchOverload(function: "sort", [keyed[0].key.type, pair.key.type]))
        }
    }
    try meter.step(keyed.count * (Int.bitWidth - keyed.count.leadingZeroBitCount))
    return keyed.enumerated().sorted { left, right in
        switch left.element.key.order(right.element.key).order {
        case .before: true
        case .after: false
        case .same, nil: left.offset < right.offset
        }
    }.map(\.element.value)
}
