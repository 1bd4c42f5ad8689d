// The state read and written from outside, by JSON Pointers.

package import JSONValues
import SourceDocuments

extension RuleState {
    /// Why nothing was written.
    package enum WriteFailure: Error {
        /// Nothing stands there, and nothing can.
        case nowhere(String)
        /// It is not what expressions were checked against.
        case misfit(at: JSONPointer, found: String, expected: String)
    }

    /// Replaces what stands at the pointer; in a list `-` stands for the place after its end (RFC 6901, section 4).
    /// - Parameter shapes: what the values have in common with those that the mock file gives, by their index.
    package mutating func write(_ value: JSON, at pointer: JSONPointer, shapes: [JSONShape]) throws(WriteFailure) {
        guard let name = pointer.tokens.first else { return try writeAll(value, shapes: shapes) }
        guard let index = names.firstIndex(of: name) else { throw RuleState.nowhere(name, among: names) }
        var written = values[index].json
        guard written.put(value, at: pointer.tokens.dropFirst()) else {
            throw .nowhere(
                "Nothing can stand at \(pointer): what is above it is no list or object that has such a place.")
        }
        try check(written, index, shapes)
        self[index] = StateValue(written)
    }

    private mutating func writeAll(_ value: JSON, shapes: [JSONShape]) throws(WriteFailure) {
        guard case .object(let members) = value else {
            throw .misfit(at: .root, found: value.kindName, expected: "an object with all names of the state")
        }
        for name in members.keys where !names.contains(name) { throw RuleState.nowhere(name, among: names) }
        var changed = self
        for (index, name) in names.enumerated() {
            guard let value = members[name] else {
                throw .misfit(at: .root, found: "no '\(name)'", expected: names.joined(separator: ", "))
            }
            try check(value, index, shapes)
            changed[index] = StateValue(value)
        }
        self = changed
    }

    private func check(_ value: JSON, _ index: Int, _ shapes: [JSONShape]) throws(WriteFailure) {
        let pointer = JSONPointer([names[index]])
        if let misfit = shapes[index].misfit(value, at: pointer) { throw misfit }
        if case .rows = values[index], value.array?.allSatisfy({ $0.object != nil }) != true {
            throw .misfit(at: pointer, found: value.kindName, expected: "a list of objects")
        }
        if let array = value.array, array.count > Rule.Change.rowLimit {
            throw .misfit(at: pointer, found: "\(array.count) rows", expected: "at most \(Rule.Change.rowLimit)")
        }
    }

    /// That the state has no such part, with the nearest.
    package static func nowhere(_ name: String, among names: [String]) -> WriteFailure {
        guard !names.isEmpty else {
            return .nowhere("There is no state: the mock file declares none, and the contract has no collections.")
        }
        let nearest = nearestName(to: name, among: names).map { " Did you mean '\($0)'?" } ?? ""
        return .nowhere("The state has no '\(name)': it has \(names.joined(separator: ", ")).\(nearest)")
    }
}

extension JSONShape {
    /// The first part of a value that is of another kind, or has a name that no expression knows.
    package func misfit(_ value: JSON, at pointer: JSONPointer) -> RuleState.WriteFailure? {
        switch (self, value) {
        case (.any, _), (.bool, .bool), (.number, .number), (.string, .string): return nil
        case (.list(let element), .array(let elements)):
            for (index, value) in elements.enumerated() {
                if let misfit = element.misfit(value, at: pointer.appending(index)) { return misfit }
            }
            return nil
        case (.object(let fields), .object(let members)):
            for (name, value) in members {
                guard let field = fields[name] else {
                    let nearest = nearestName(to: name, among: fields.keys.sorted()).map { ", perhaps '\($0)'" } ?? ""
                    return .misfit(
                        at: pointer, found: "the field '\(name)'",
                        expected: "one of \(fields.keys.sorted().joined(separator: ", "))\(nearest)")
                }
                if let misfit = field.misfit(value, at: pointer.appending(name)) { return misfit }
            }
            return nil
        case (.bool, _): return .misfit(at: pointer, found: value.kindName, expected: "a boolean")
        case (.number, _): return .misfit(at: pointer, found: value.kindName, expected: "a number")
        case (.string, _): return .misfit(at: pointer, found: value.kindName, expected: "text")
        case (.list, _): return .misfit(at: pointer, found: value.kindName, expected: "a list")
        case (.object, _): return .misfit(at: pointer, found: value.kindName, expected: "an object")
        }
    }
}

extension JSON {
    /// False where there is no such place.
    package mutating func put(_ value: JSON, at tokens: ArraySlice<String>) -> Bool {
        guard let token = tokens.first else {
            self = value
            return true
        }
        switch self {
        case .object(var members):
            guard tokens.count > 1 else {
                members[token] = value
                self = .object(members)
                return true
            }
            guard var member = members[token], member.put(value, at: tokens.dropFirst()) else { return false }
            members[token] = member
            self = .object(members)
            return true
        case .array(var elements):
            if tokens.count == 1, token == "-" || JSONPointer.index(token) == elements.count {
                elements.append(value)
            } else if let index = JSONPointer.index(token), elements.indices.contains(index) {
                guard elements[index].put(value, at: tokens.dropFirst()) else { return false }
            } else {
                return false
            }
            self = .array(elements)
            return true
        case .null, .bool, .number, .string: return false
        }
    }
}
