// Remembers values of definitions, so that they are not computed again.

import JSONValues
import JSONSchema
import Synchronization

/// The last values of a part of an expression, with all that they hang on. To compute one again would give the same: expressions
/// have no effects, and rows that change get another stamp.
final class CELMemo: Sendable {
    private struct Entry: Sendable {
        let inputs: [CELMemoInput]
        let value: CELValue
        /// The steps that computing it took, which are charged again when it is reused.
        let steps: Int
        let memory: Int
    }

    private struct Contents: Sendable {
        var entries: [Entry] = []
        /// The position to overwrite next, once the memo is full.
        var next = 0
    }

    private static let room = 4
    /// Bytes of one value.
    private static let largest = 128 << 10

    private let sources: [Source]
    private let contents = Mutex(Contents())

    private struct Source: Sendable {
        let variable: JSONMemberName
        let field: JSONMemberName?
    }

    /// Nil if there are too many inputs to compare.
    init?(_ inputs: CELInputs) {
        let fields = inputs.fields.filter { !inputs.variables.contains($0.key) }
        sources =
            inputs.variables.sorted().map { Source(variable: JSONMemberName($0), field: nil) }
            + fields.sorted { $0.key < $1.key }.flatMap { variable, names in
                names.sorted().map { Source(variable: JSONMemberName(variable), field: JSONMemberName($0)) }
            }
        guard sources.count <= 8 else { return nil }
    }

    /// The value that was computed from the same, else that of `compute`, which fails when it fails.
    func value(_ frame: inout CELFrame, _ compute: CELStep) throws(CELFailure) -> CELValue {
        guard let inputs = inputs(frame.bindings) else { return try compute(&frame) }
        if let known = contents.withLock({ $0.entries.first { areSame($0.inputs, inputs) } }) {
            try frame.meter.step(known.steps)
            try frame.meter.build(known.memory)
            return known.value
        }
        let before = frame.meter
        let value = try compute(&frame).kept
        let entry = Entry(
            inputs: inputs, value: value, steps: before.steps - frame.meter.steps,
            memory: before.memory - frame.meter.memory)
        guard entry.memory <= Self.largest else { return value }
        contents.withLock { contents in
            guard contents.entries.count == Self.room else { return contents.entries.append(entry) }
            contents.entries[contents.next] = entry
            contents.next = (contents.next + 1) % Self.room
        }
        return value
    }

    private func areSame(_ left: [CELMemoInput], _ right: [CELMemoInput]) -> Bool {
        for index in left.indices where !left[index].isSame(as: right[index]) { return false }
        return true
    }

    /// Nil if one of them cannot be compared.
    private func inputs(_ bindings: CELBindings) -> [CELMemoInput]? {
        var inputs: [CELMemoInput] = []
        inputs.reserveCapacity(sources.count)
        for source in sources {
            guard let value = bindings[source.variable], let input = CELMemoInput(value, source.field) else {
                return nil
            }
            inputs.append(input)
        }
        return inputs
    }
}

/// A variable, or a field of one, as far as it can be told quickly whether another is the same.
private enum CELMemoInput: Sendable {
    case absent
    case rows(IndexedRows.Stamp)
    /// A scalar of JSON, by its text: as a key of a map `1` would be `1.0`.
    case scalar(JSON)
    case text(String)
    case whole(Int64)

    init?(_ value: CELValue, _ field: JSONMemberName?) {
        guard let field else {
            self.init(value)
            return
        }
        switch value {
        case .map(.json(let object)):
            switch object[field] {
            case nil: self = .absent
            case .array, .object: return nil
            case let scalar?: self = .scalar(scalar)
            }
        case .map(.entries(let entries)):
            guard let value = entries.value(field) else {
                self = .absent
                return
            }
            self.init(value)
        default: return nil
        }
    }

    private init?(_ value: CELValue) {
        switch value {
        case .list(.rows(let rows)): self = .rows(rows.stamp)
        case .string(let text): self = .text(text)
        case .int(let number): self = .whole(number)
        default: return nil
        }
    }

    func isSame(as other: CELMemoInput) -> Bool {
        switch (self, other) {
        case (.absent, .absent): true
        case (.rows(let left), .rows(let right)): left == right
        case (.scalar(let left), .scalar(let right)): left.isIdentical(to: right)
        case (.text(let left), .text(let right)): sameText(left, right)
        case (.whole(let left), .whole(let right)): left == right
        case (.absent, _), (.rows, _), (.scalar, _), (.text, _), (.whole, _): false
        }
    }
}

extension CELTerm {
    /// Whether computing it may take long, because it contains a loop.
    var hasLoop: Bool {
        if case .loop = form { return true }
        return hasChild { $0.hasLoop }
    }

    /// The variables of macros around it that it uses.
    var freeLocals: Set<Int> {
        switch form {
        case .local(let local): return [local]
        case .bind(let local, let value, let body):
            return value.freeLocals.union(body.freeLocals.subtracting([local]))
        case .unwrap(let target, let local, let body, _):
            return target.freeLocals.union(body.freeLocals.subtracting([local]))
        case .loop(let loop):
            return [loop.condition, loop.transform].compactMap(\.self).reduce(into: Set<Int>()) {
                $0.formUnion($1.freeLocals)
            }
            .subtracting(loop.locals).union(loop.range.freeLocals)
        default:
            var locals: Set<Int> = []
            forEachChild { locals.formUnion($0.freeLocals) }
            return locals
        }
    }
}
