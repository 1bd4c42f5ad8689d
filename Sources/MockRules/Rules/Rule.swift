// A rule of the mock file, compiled.

import CEL
import Expressions
package import JSONValues
import JSONSchema
package import SourceDocuments
import OpenAPIContract

/// When it applies, what it changes, what it answers. A class, because every request of its operation goes through them.
package final class Rule: Sendable {
    let condition: CheckedExpression?
    let changes: [Change]
    let reply: Reply
    /// For people: `rule 2, mock.yaml:71:7`.
    package let name: String
    /// What it hangs on whether it applies, and, where it changes nothing, what it answers.
    let inputs: CELInputs
    /// What any of its expressions looks at.
    let reads: Reads

    /// Variables whose values take longer to make than most expressions that use them.
    struct Reads: OptionSet, Sendable {
        let rawValue: UInt8

        static let request = Reads(rawValue: 1)
        static let session = Reads(rawValue: 2)
        static let seed = Reads(rawValue: 4)
    }

    private let memo: ConditionMemo?

    /// - Parameter state: the names of its parts.
    init(condition: CheckedExpression?, changes: [Change], reply: Reply, name: String, state: [String]) {
        self.condition = condition
        self.changes = changes
        self.reply = reply
        self.name = name
        memo = condition?.expression.inputs.parts(of: state).map { ConditionMemo(parts: $0) }
        let replying =
            reply.headers.map(\.value) + (reply.body?.expressions ?? []) + [reply.content].compactMap(\.self)
        let all = [condition].compactMap(\.self) + changes.flatMap(\.expressions) + replying
        reads = Reads(
            [("request", .request), ("session", .session), ("seed", .seed)].filter { name, _ in
                all.contains { $0.expression.inputs.reads(name) }
            }.map(\.1))
        inputs = ([condition].compactMap(\.self) + (changes.isEmpty ? replying : [])).reduce(into: CELInputs()) {
            $0.formUnion($1.expression.inputs)
        }
    }

    /// Of its answer.
    package var status: Int { reply.status }
    /// Whether the state is as it was after it has answered.
    package var changesNothing: Bool { changes.isEmpty }
    /// When it applies, as the mock file has it; nil where it always does.
    package var writtenCondition: JSON? { condition?.text.written.json }

    /// Whether it applies to a request that was judged so.
    func applies(
        to judgement: Judgement, _ state: RuleState, _ bindings: CELBindings
    ) throws(RuleFailure) -> Bool {
        guard let condition else { return true }
        guard let memo else { return try condition.holds(bindings) }
        return try memo.holds(judgement, state) { () throws(RuleFailure) in try condition.holds(bindings) }
    }

    /// A change of the value that stands at an index of the state.
    enum Change: Sendable {
        case insert(Int, RuleValue)
        /// The selection gives positions; without one it is all rows.
        case update(Int, selection: CheckedExpression?, RuleValue)
        case upsert(Int, selection: CheckedExpression, RuleValue)
        case remove(Int, selection: CheckedExpression?)
        case set([(index: Int, value: RuleValue)])
    }

    struct Reply: Sendable {
        let status: Int
        let declared: ResponseSpec
        /// A value that is null leaves its header out.
        let headers: [(name: String, value: CheckedExpression)]
        let body: RuleValue?
        /// What is sent as it is, in place of a body: text or bytes.
        let content: CheckedExpression?
        /// The same, out of a file.
        let file: [UInt8]?
        let example: String?
        let latency: LatencyModel?
        let fault: Fault?
    }
}

/// An expression that fits its place, with its text, so that what fails later can be found. A class, because every request of its
/// operation goes through several.
final class CheckedExpression: Sendable {
    let expression: CELExpression
    let text: ExpressionText
    /// The definitions that it may use, by name.
    let definitions: [String: ExpressionText]

    init(_ expression: CELExpression, _ text: ExpressionText, definitions: [String: ExpressionText]) {
        self.expression = expression
        self.text = text
        self.definitions = definitions
    }

    /// Evaluation steps of one expression: a thousand rows looked through a hundred times.
    static let budget = 1_000_000

    func value(_ bindings: CELBindings) throws(RuleFailure) -> CELValue {
        do throws(ExpressionError) {
            return try expression.evaluate(bindings, budget: CheckedExpression.budget)
        } catch {
            throw failure(error)
        }
    }

    /// The value that it has whatever is asked; nil where that depends on something, or fails.
    var constant: JSON? {
        guard text.source.names.isEmpty else { return nil }
        do throws(RuleFailure) {
            return try json([:])
        } catch {
            return nil
        }
    }

    func holds(_ bindings: CELBindings) throws(RuleFailure) -> Bool {
        do throws(ExpressionError) {
            return try expression.holds(bindings, budget: CheckedExpression.budget)
        } catch {
            throw failure(error)
        }
    }

    func json(_ bindings: CELBindings) throws(RuleFailure) -> JSON {
        let value = try value(bindings)
        do throws(ExpressionError) {
            return try value.json()
        } catch {
            throw failure(error)
        }
    }

    /// Of what is sent as it is: bytes, text, and anything else as JSON.
    func bytes(_ bindings: CELBindings) throws(RuleFailure) -> [UInt8] {
        let value = try value(bindings)
        if case .bytes(let bytes) = value { return Array(bytes) }
        do throws(ExpressionError) {
            let json = try value.json()
            return Array((json.string ?? json.serialized()).utf8)
        } catch {
            throw failure(error)
        }
    }

    func failure(_ error: ExpressionError) -> RuleFailure {
        let text = error.definition.flatMap { definitions[$0] } ?? text
        return RuleFailure(message: error.message, place: text.place(of: error))
    }
}

/// Why a rule had no answer.
package struct RuleFailure: Error, Sendable {
    package let message: String
    package let place: Place
}

/// A template, compiled.
enum RuleValue: Sendable {
    case expression(CheckedExpression)
    case list([RuleValue], at: Place)
    case object(Members, at: Place)

    struct Members: Sendable {
        let names: JSONKeys
        /// One for each of the names.
        let values: [RuleValue]

        /// Of a name that stands twice the last value counts.
        init(_ members: [(name: String, value: RuleValue)]) {
            let last = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
            let object = JSONObject(members.map { ($0.name, JSON.null) })
            names = object.names
            values = object.keys.compactMap { last[$0] }
        }

        var named: [(name: String, value: RuleValue)] { zip(names.names, values).map { (name: $0, value: $1) } }
    }

    var place: Place {
        switch self {
        case .expression(let expression): expression.text.written.place
        case .list(_, let place), .object(_, let place): place
        }
    }

    var expressions: [CheckedExpression] {
        switch self {
        case .expression(let expression): [expression]
        case .list(let values, _): values.flatMap(\.expressions)
        case .object(let members, _): members.values.flatMap(\.expressions)
        }
    }

    func json(_ bindings: CELBindings) throws(RuleFailure) -> JSON {
        switch self {
        case .expression(let expression): return try expression.json(bindings)
        case .list(let values, _):
            var elements: [JSON] = []
            for value in values { elements.append(try value.json(bindings)) }
            return .array(elements)
        case .object(let members, _):
            var values: [JSON] = []
            values.reserveCapacity(members.values.count)
            for value in members.values { values.append(try value.json(bindings)) }
            return .object(JSONObject(keys: members.names, values: values))
        }
    }
}

extension Rule.Change {
    fileprivate var expressions: [CheckedExpression] {
        switch self {
        case .insert(_, let value): value.expressions
        case .update(_, let selection, let value): [selection].compactMap(\.self) + value.expressions
        case .upsert(_, let selection, let value): [selection] + value.expressions
        case .remove(_, let selection): [selection].compactMap(\.self)
        case .set(let settings): settings.flatMap(\.value.expressions)
        }
    }
}
