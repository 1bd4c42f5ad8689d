// From the text of rules to rules: every expression parsed, checked and compiled, every problem reported.

import CEL
import Expressions
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

struct RuleCompiler {
    private let file: MockFile
    private let environment: RuleEnvironment
    private let definitionTexts: [String: ExpressionText]
    private(set) var diagnostics: [Diagnostic] = []
    /// Problems of definitions, which show where an operation uses them: the same one may show in several.
    private var definitionProblems: [(name: String, error: ExpressionError, operation: Operation?)] = []
    private var used: Set<String> = []
    /// Of the operation whose rules are being compiled, as its variables.
    private var definitions = CELDefinitions()
    private var variables: CELEnvironment

    init(_ file: MockFile, _ environment: RuleEnvironment) {
        self.file = file
        self.environment = environment
        variables = environment.variables(nil)
        definitionTexts = Dictionary(
            file.definitions.map { ($0.name, $0.expression) }, uniquingKeysWith: { first, _ in first })
    }

    /// The rules of each operation that has any, by `Operation.index`, and the faults.
    static func compile(
        _ file: MockFile, _ environment: RuleEnvironment
    ) -> (rules: [Int: [Rule]], faults: [FaultRule], diagnostics: [Diagnostic]) {
        var compiler = RuleCompiler(file, environment)
        var rules: [Int: [Rule]] = [:]
        for operation in file.operations {
            rules[operation.operation.index, default: []] += compiler.rules(operation)
        }
        let faults = compiler.faults(file.faults)
        compiler.checkUnused()
        compiler.reportDefinitions()
        return (rules, faults, compiler.diagnostics)
    }

    private mutating func rules(_ rules: MockFile.OperationRules) -> [Rule] {
        let operation = rules.operation
        enter(operation, using: rules.rules.flatMap(\.expressions))
        return rules.rules.enumerated().compactMap { index, rule in
            let condition = rule.condition.map { self.condition($0) }
            let changes = rule.changes.map { change in
                let compiled = self.change(change)
                check(compiled)
                return compiled
            }
            guard let response = rule.response else { return nil }
            let reply = reply(response, operation)
            // What has problems is not used: any of them is an error.
            return Rule(
                condition: condition ?? nil, changes: changes.compactMap { $0 }, reply: reply,
                name: "rule \(index + 1), \(rule.place)", state: file.state.map(\.name))
        }
    }
}

// MARK: - Definitions

extension RuleCompiler {
    /// Compiles the definitions that the expressions of an operation use, directly or through each other.
    mutating func enter(_ operation: Operation?, using expressions: [ExpressionText]) {
        let names = closure(of: expressions.reduce(into: []) { $0.formUnion($1.source.names) })
        used.formUnion(names)
        variables = environment.variables(operation)
        let (definitions, problems) = CELDefinitions.compile(sources(names), environment: variables)
        self.definitions = definitions
        definitionProblems += problems.map { ($0.name, $0.problem, operation) }
    }

    private func closure(of names: Set<String>) -> Set<String> {
        var found: Set<String> = []
        var queue = Array(names)
        while let name = queue.popLast() {
            guard let definition = definitionTexts[name], found.insert(name).inserted else { continue }
            queue += definition.source.names
        }
        return found
    }

    private func sources(_ names: Set<String>) -> [(name: String, source: CELSource)] {
        file.definitions.filter { names.contains($0.name) }.map { (name: $0.name, source: $0.expression.source) }
    }

    /// What no rule uses is checked as far as it can be without knowing the parameters.
    private mutating func checkUnused() {
        let unused = file.definitions.filter { !used.contains($0.name) }
        let needed = closure(of: Set(unused.map(\.name)))
        let (_, problems) = CELDefinitions.compile(sources(needed), environment: environment.variables(nil))
        definitionProblems += problems.filter { !used.contains($0.name) }.map { ($0.name, $0.problem, nil) }
        for definition in unused {
            diagnostics.append(
                Diagnostic(
                    .unknownName, "nothing uses the definition '\(definition.name)'",
                    remedy: "Leave it out, or use it.", severity: .note, at: definition.expression.written.place))
        }
    }

    /// Each problem once, naming an operation where it is one in some of its uses alone.
    private mutating func reportDefinitions() {
        var reported: Set<ExpressionError> = []
        for (name, error, operation) in definitionProblems {
            guard let text = definitionTexts[name], reported.insert(error).inserted else { continue }
            let mentionsParams = text.source.names.contains("params")
            let user = mentionsParams ? operation.map { ", where '\($0.id)' uses it" } : nil
            report(error, in: text, message: error.message + (user ?? ""))
        }
    }
}

// MARK: - Expressions

extension RuleCompiler {
    private mutating func report(_ error: ExpressionError, in text: ExpressionText, message: String? = nil) {
        let text = error.definition.flatMap { definitionTexts[$0] } ?? text
        diagnostics.append(
            Diagnostic(
                .invalidExpression, message ?? error.message, found: error.found, expected: error.expected,
                remedy: error.suggestion.map { "Did you mean \($0)?" }, at: text.place(of: error)))
    }

    private mutating func checked(
        _ text: ExpressionText, _ result: (expression: CELExpression?, problems: [ExpressionError])
    ) -> CheckedExpression? {
        for problem in result.problems { report(problem, in: text) }
        return result.expression.map { CheckedExpression($0, text, definitions: definitionTexts) }
    }

    private mutating func expression(_ text: ExpressionText, _ environment: CELEnvironment) -> CheckedExpression? {
        checked(
            text, CELExpression.compile(text.source, environment: environment, definitions: definitions))
    }

    mutating func condition(_ text: ExpressionText) -> CheckedExpression? {
        guard let condition = expression(text, variables) else { return nil }
        let type = condition.expression.type
        guard type == .bool || type == .dyn else {
            report(
                condition.expression.shapeError(
                    "a condition is not a bool", at: condition.expression.shape.place, found: "\(type)",
                    expected: "bool"), in: text)
            return nil
        }
        return condition
    }

    /// What is sent as it is: text, or bytes.
    private mutating func content(_ text: ExpressionText) -> CheckedExpression? {
        guard let content = expression(text, variables) else { return nil }
        let type = content.expression.type
        guard [.string, .bytes, .dyn].contains(type) else {
            report(
                content.expression.shapeError(
                    "what is sent as it is must be text", at: content.expression.shape.place, found: "\(type)",
                    expected: "string or bytes"), in: text)
            return nil
        }
        return content
    }

    private mutating func selection(
        _ text: ExpressionText, from target: MockFile.Change.Target
    ) -> CheckedExpression? {
        checked(
            text,
            CELExpression.compile(
                selecting: "row", of: RuleEnvironment.rows, where: text.source,
                environment: environment.selecting(from: target, variables), definitions: definitions))
    }

    private mutating func value(_ template: Template, _ environment: CELEnvironment) -> RuleValue? {
        switch template {
        case .expression(let text): return expression(text, environment).map { .expression($0) }
        case .list(let elements, let place):
            let values = elements.map { value($0, environment) }
            return .list(values.compactMap { $0 }, at: place)
        case .object(let members, let place):
            let values = members.map { (name: $0.name, value: value($0.value, environment)) }
            let known = values.compactMap { member in member.value.map { (name: member.name, value: $0) } }
            return .object(RuleValue.Members(known), at: place)
        }
    }

    private mutating func change(_ change: MockFile.Change) -> Rule.Change? {
        switch change {
        case .insert(let target, let template):
            return value(template, environment.setting(target, variables)).map { .insert(target.index, $0) }
        case .update(let target, let condition, let template):
            let selection = condition.flatMap { self.selection($0, from: target) }
            let value = value(template, environment.setting(target, variables))
            return value.map { .update(target.index, selection: selection, $0) }
        case .upsert(let target, let condition, let template):
            let selection = self.selection(condition, from: target)
            guard let value = value(template, environment.setting(target, variables)), let selection else { return nil }
            return .upsert(target.index, selection: selection, value)
        case .remove(let target, let condition):
            let selection = condition.flatMap { self.selection($0, from: target) }
            return .remove(target.index, selection: selection)
        case .set(let settings):
            let values = settings.map { (index: $0.target.index, value: value($0.value, variables)) }
            return .set(values.compactMap { setting in setting.value.map { (index: setting.index, value: $0) } })
        }
    }

    private mutating func check(_ compiled: Rule.Change?) {
        guard let compiled else { return }
        var check = ChangeCheck()
        func start(_ index: Int) -> JSONShape { JSONShape(file.state[index].value) }
        switch compiled {
        case .insert(let index, let value), .update(let index, _, let value), .upsert(let index, _, let value):
            guard case .list(let row) = start(index) else { break }
            check.check(value, against: row, named: "a row of '\(file.state[index].name)'")
        case .set(let settings):
            for setting in settings {
                check.check(setting.value, against: start(setting.index), named: "'\(file.state[setting.index].name)'")
            }
        case .remove: break
        }
        diagnostics += check.diagnostics
    }

    private mutating func reply(_ response: MockFile.Response, _ operation: Operation) -> Rule.Reply {
        let headers = response.headers.compactMap { header in
            expression(header.value, variables).map { (name: header.name, value: $0) }
        }
        let body = response.body.map { value($0, variables) }
        let content = response.content.flatMap { self.content($0) }
        let reply = Rule.Reply(
            status: response.status, declared: response.declared, headers: headers, body: body ?? nil,
            content: content, file: response.file, example: response.example, latency: response.latency,
            fault: response.fault)
        var check = ReplyCheck(reply, response, operation)
        check.run()
        diagnostics += check.diagnostics
        for (error, text) in check.objections { report(error, in: text) }
        return reply
    }
}

extension MockFile.Rule {
    /// All of its expressions.
    var expressions: [ExpressionText] {
        (condition.map { [$0] } ?? []) + changes.flatMap(\.expressions) + (response?.headers.map(\.value) ?? [])
            + (response?.body?.expressions ?? []) + [response?.content].compactMap(\.self)
    }
}

extension MockFile.Change {
    fileprivate var expressions: [ExpressionText] {
        switch self {
        case .insert(_, let value): value.expressions
        case .update(_, let condition, let value): (condition.map { [$0] } ?? []) + value.expressions
        case .upsert(_, let condition, let value): [condition] + value.expressions
        case .remove(_, let condition): condition.map { [$0] } ?? []
        case .set(let settings): settings.flatMap(\.value.expressions)
        }
    }
}

extension Template {
    fileprivate var expressions: [ExpressionText] {
        switch self {
        case .expression(let text): [text]
        case .list(let elements, _): elements.flatMap(\.expressions)
        case .object(let members, _): members.flatMap(\.value.expressions)
        }
    }
}
