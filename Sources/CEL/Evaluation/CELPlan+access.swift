// Access to fields, indexes and optionals, and construction of lists and maps.

import JSONValues

extension CELPlan {
    func select(_ operand: CELTerm, _ field: String, optional: Bool, _ term: CELTerm) -> CELStep {
        switch operand.form {
        case .variable(let name) where !optional:
            return self.field(field, ofVariable: name, term, at: operand.offset)
        case .local(let local) where !optional && !isBound(local): return self.field(field, ofLocal: local, term)
        default: break
        }
        let (operand, reading, offset) = (step(operand), reading(term.type), term.offset)
        guard optional else {
            let field = JSONMemberName(field)
            return { frame throws(CELFailure) in try operand(&frame).field(field, as: reading, at: offset) }
        }
        return { frame throws(CELFailure) in
            try operand(&frame).look(optional: true) { container throws(CELFailure) in
                guard case .map(let map) = container else {
                    throw CELFailure(.notAMap(field: field, container.type), at: offset)
                }
                return (map.value(field, as: reading), .noSuchKey(.string(field)))
            }
        }
    }

    /// `variable.field`, as most of all are: the variable's value is looked into where it stands.
    private func field(_ field: String, ofVariable name: String, _ term: CELTerm, at place: Int) -> CELStep {
        let (field, reading, offset) = (JSONMemberName(field), reading(term.type), term.offset)
        let name = JSONMemberName(name)
        return { frame throws(CELFailure) in
            guard let found = frame.bindings.find(name),
                let value = try frame.bindings.values[found]?.field(field, as: reading, at: offset)
            else { throw CELFailure(.unboundVariable(name.text), at: place) }
            return value
        }
    }

    /// `variable.field`, where the variable is a macro's.
    private func field(_ field: String, ofLocal local: Int, _ term: CELTerm) -> CELStep {
        let (field, reading, offset) = (JSONMemberName(field), reading(term.type), term.offset)
        return { frame throws(CELFailure) in
            switch frame.locals[local] {
            // What elements of lists mostly are, looked into where they stand.
            case .map(.entries(let entries))?: return try entries.field(field, at: offset)
            case .map(.json(let object))?: return try object.field(field, as: reading, at: offset)
            case let value?: return try value.field(field, as: reading, at: offset)
            case nil: throw CELFailure(.unboundVariable("@\(local)"), at: offset)
            }
        }
    }

    func index(_ operand: CELTerm, _ index: CELTerm, optional: Bool, _ term: CELTerm) -> CELStep {
        let (operand, index, reading, offset) = (step(operand), step(index), reading(term.type), term.offset)
        return { frame throws(CELFailure) in
            let (value, index) = (try operand(&frame), try index(&frame))
            do throws(CELFailure) {
                return try value.look(optional: optional) { container throws(CELFailure) in
                    switch container {
                    case .map(let map):
                        return (CELKey(index).flatMap { map.value($0, as: reading) }, .noSuchKey(index))
                    case .list(let list):
                        let position = try wholeIndex(index)
                        let isInside = (0..<Int64(list.count)).contains(position)
                        return (
                            isInside ? list[Int(position), reading] : nil, .indexOutOfRange(position, count: list.count)
                        )
                    default: throw CELFailure(.noSuchOverload(function: "[]", [container.type, index.type]))
                    }
                }
            } catch {
                throw error.at(offset)
            }
        }
    }

    /// `has(e.field)`.
    func presence(_ operand: CELTerm, _ field: String, at offset: Int) -> CELTest {
        let operand = step(operand)
        let name = JSONMemberName(field)
        return { frame throws(CELFailure) in
            var value = try operand(&frame)
            if case .optional(let wrapped) = value {
                guard let wrapped else { return false }
                value = wrapped
            }
            guard case .map(let map) = value else { throw CELFailure(.notAMap(field: field, value.type), at: offset) }
            return switch map {
            case .json(let object): object.has(name)
            case .entries(let entries): entries.value(name) != nil
            }
        }
    }

    /// `e.optMap(x, f)`: an optional of what `f` makes of the value; `e.optFlatMap(x, f)`: the optional that it makes.
    func unwrap(_ target: CELTerm, local: Int, body: CELTerm, flat: Bool, at offset: Int) -> CELStep {
        let (target, body) = (step(target), step(body))
        return { frame throws(CELFailure) in
            let value = try target(&frame)
            guard case .optional(let wrapped) = value else {
                throw CELFailure(.notOptional(value.type), at: offset)
            }
            guard let wrapped else { return .optional(nil) }
            frame.locals[local] = wrapped
            let result = try body(&frame)
            guard flat else { return .optional(result) }
            guard case .optional = result else { throw CELFailure(.notOptional(result.type), at: offset) }
            return result
        }
    }

    func list(_ elements: [CELTerm.Element]) -> CELStep {
        if !elements.contains(where: \.isOptional) {
            let parts = CELParts(elements.map { CELCode(step: step($0.value)) })
            return { frame throws(CELFailure) in
                try frame.meter.buildList(of: parts.count)
                return .list(.values(try parts.values(&frame)))
            }
        }
        let steps = elements.map { (step: step($0.value), isOptional: $0.isOptional, offset: $0.value.offset) }
        return { frame throws(CELFailure) in
            try frame.meter.buildList(of: steps.count)
            var values: [CELValue] = []
            values.reserveCapacity(steps.count)
            for element in steps {
                let value = try element.step(&frame)
                guard element.isOptional else {
                    values.append(value)
                    continue
                }
                guard case .optional(let wrapped) = value else {
                    throw CELFailure(.notOptional(value.type), at: element.offset)
                }
                if let wrapped { values.append(wrapped) }
            }
            return .list(.values(values))
        }
    }

    func map(_ entries: [CELTerm.Entry], at offset: Int) -> CELStep {
        if let keys = constantKeys(entries) {
            let parts = CELParts(entries.map { CELCode(step: step($0.value)) })
            return { frame throws(CELFailure) in
                try frame.meter.buildList(of: parts.count * 4)
                return .map(.entries(CELEntries(keys, try parts.values(&frame))))
            }
        }
        let steps = entries.map { (key: step($0.key), value: step($0.value), isOptional: $0.isOptional) }
        return { frame throws(CELFailure) in
            try frame.meter.buildList(of: steps.count * 4)
            var built: [(key: CELValue, value: CELValue)] = []
            for entry in steps {
                let key = try entry.key(&frame)
                let value = try entry.value(&frame)
                guard entry.isOptional else {
                    built.append((key, value))
                    continue
                }
                guard case .optional(let wrapped) = value else {
                    throw CELFailure(.notOptional(value.type), at: offset)
                }
                if let wrapped { built.append((key, wrapped)) }
            }
            do throws(CELFailure) {
                return .map(.entries(try CELEntries(built)))
            } catch {
                throw error.at(offset)
            }
        }
    }

    /// The keys, if all of them are literals that can be keys.
    private func constantKeys(_ entries: [CELTerm.Entry]) -> CELKeys? {
        let keys = entries.compactMap { $0.isOptional ? nil : $0.key.literal }
        guard keys.count == entries.count else { return nil }
        do throws(CELFailure) {
            return try CELKeys(keys)
        } catch {
            // The failure is reported when the map is evaluated.
            return nil
        }
    }
}

/// The plans of a list's elements or a map's values.
struct CELParts: Sendable {
    private let parts: [CELCode]

    init(_ parts: [CELCode]) { self.parts = parts }

    var count: Int { parts.count }

    func values(_ frame: inout CELFrame) throws(CELFailure) -> [CELValue] {
        var values: [CELValue] = []
        values.reserveCapacity(parts.count)
        for part in parts { values.append(try part.step(&frame)) }
        return values
    }
}

extension CELEntries {
    fileprivate func field(_ name: JSONMemberName, at offset: Int) throws(CELFailure) -> CELValue {
        guard let value = value(name) else { throw CELFailure(.noSuchKey(.string(name.text)), at: offset) }
        return value
    }
}

extension JSONObject {
    fileprivate func field(
        _ name: JSONMemberName, as reading: JSONReading, at offset: Int
    ) throws(CELFailure) -> CELValue {
        guard let json = self[name] else { throw CELFailure(.noSuchKey(.string(name.text)), at: offset) }
        return CELValue(json, as: reading)
    }
}

extension CELValue {
    /// The value of a field, or an optional of it where this is an optional.
    func field(_ name: JSONMemberName, as reading: JSONReading, at offset: Int) throws(CELFailure) -> CELValue {
        switch self {
        case .map(.json(let object)): return try object.field(name, as: reading, at: offset)
        case .map(.entries(let entries)): return try entries.field(name, at: offset)
        case .optional(let wrapped):
            guard let wrapped else { return .optional(nil) }
            guard case .map(let map) = wrapped else {
                throw CELFailure(.notAMap(field: name.text, wrapped.type), at: offset)
            }
            return .optional(map.value(name.text, as: reading))
        default: throw CELFailure(.notAMap(field: name.text, type), at: offset)
        }
    }

    /// Looks into a value, or into what an optional holds. What is not there fails, unless the value is optional or is
    /// asked for as one: then it is `optional.none()`.
    func look(
        optional: Bool, _ look: (CELValue) throws(CELFailure) -> (CELValue?, CELFailure.Reason)
    ) throws(CELFailure) -> CELValue {
        if case .optional(let wrapped) = self {
            guard let wrapped else { return .optional(nil) }
            return .optional(try look(wrapped).0)
        }
        let (found, reason) = try look(self)
        if optional { return .optional(found) }
        guard let found else { throw CELFailure(reason) }
        return found
    }
}

/// A list index may be any whole number.
private func wholeIndex(_ value: CELValue) throws(CELFailure) -> Int64 {
    switch value {
    case .int(let index): return index
    case .uint(let index): return Int64(exactly: index) ?? .max
    case .double(let index):
        guard let whole = Int64(exactly: index) else {
            throw CELFailure(.invalid("a list's index is a whole number, not \(index)"))
        }
        return whole
    default: throw CELFailure(.noSuchOverload(function: "[]", [.list(.dyn), value.type]))
    }
}
