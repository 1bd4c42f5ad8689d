// What the expressions of a mock file may name, with the types that they are checked by.

import CEL
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

/// The types of a mock file's variables; all but `params` are the same for every operation.
struct RuleEnvironment: Sendable {
    /// The rows that a condition selects from, under a name that no expression can write.
    static let rows = "@rows"

    /// All but `params`.
    private let common: CELEnvironment
    /// Of the rows of each name under `state`.
    private let rowTypes: [CELType]
    /// Of each name under `state`.
    let shapes: [JSONShape]
    /// Parameters that definitions test for with `has`: an operation that shares such a definition may lack them.
    private let tested: [String]

    init(_ file: MockFile) {
        tested = file.definitions.reduce(into: Set<String>()) {
            $0.formUnion($1.expression.source.fieldsTested(of: "params"))
        }.intersection(file.parameterNames).sorted()
        var shapes = file.state.map { JSONShape($0.value) }
        var isOpen = file.state.map { _ in false }
        for change in file.operations.flatMap(\.rules).flatMap(\.changes) {
            switch change {
            case .insert(let target, let value), .update(let target, _, let value), .upsert(let target, _, let value):
                guard case .object(let members, _) = value else {
                    isOpen[target.index] = true
                    continue
                }
                let added = JSONShape.object(
                    Dictionary(members.map { ($0.name, .any) }, uniquingKeysWith: { first, _ in first }))
                shapes[target.index] = .list(shapes[target.index].element.withFields(of: added))
            case .set(let settings):
                // What a rule puts there may be anything.
                for setting in settings { shapes[setting.target.index] = .any }
            case .remove: break
            }
        }
        let names = file.state.map(\.name)
        rowTypes = zip(names, zip(shapes, isOpen)).map { name, shape in
            shape.1 ? .map(key: .string, value: .dyn) : shape.0.element.type(named: "a row of \(name)")
        }
        let types = zip(file.state, zip(shapes, rowTypes)).map { entry, types in
            if case .list(.object) = types.0, StateValue(entry.value).isCollection { return CELType.list(types.1) }
            return types.0.type(named: entry.name)
        }
        var environment = CELEnvironment(
            variables: [
                "request": .record(RuleEnvironment.request),
                "state": .record(CELRecord(name: "state", fields: Array(zip(names, types)))),
                "session": .record(RuleEnvironment.session),
                "identity": .string,
                "now": .timestamp,
                "call": .int,
                "seed": .int,
            ], numbers: .adapting)
        for function in CELFunction.ofRules { environment.declare(function) }
        common = environment
        self.shapes = zip(shapes, isOpen).map { $1 ? .list(.any) : $0 }
    }

    /// For the expressions of an operation; for none of them where no operation is given.
    func variables(_ operation: Operation?) -> CELEnvironment {
        var environment = common
        environment.variables["params"] = operation.map(params) ?? .dyn
        return environment
    }

    /// For conditions on rows, which are selected from a list of its own.
    func selecting(from target: MockFile.Change.Target, _ variables: CELEnvironment) -> CELEnvironment {
        var environment = variables
        environment.variables[RuleEnvironment.rows] = .list(rowTypes[target.index])
        return environment
    }

    /// For the values of a row, which may use those that it has.
    func setting(_ target: MockFile.Change.Target, _ variables: CELEnvironment) -> CELEnvironment {
        var environment = variables
        environment.variables["row"] = rowTypes[target.index]
        return environment
    }

    private static let request = CELRecord(
        name: "request",
        fields: [
            ("method", .string), ("url", .string), ("path", .string), ("query", .string),
            ("headers", .map(key: .string, value: .string)), ("body", .dyn),
            ("parameters", .map(key: .string, value: .list(.string))),
            ("cookies", .map(key: .string, value: .string)), ("form", .map(key: .string, value: .list(.string))),
            ("text", .string), ("json", .dyn),
        ])

    private static let session = CELRecord(name: "session", fields: [("id", .string), ("started", .timestamp)])

    /// The parameters, and the body's properties where no parameter has their name.
    private func params(_ operation: Operation) -> CELType {
        var fields: [(String, CELType)] = []
        for parameter in operation.parameters {
            let schema = parameter.schema ?? parameter.content?.schema
            fields.append((parameter.name, schema?.expressionType ?? .dyn))
        }
        // A body of several media types has the properties of all of them.
        for schema in (operation.body?.content ?? []).compactMap(\.schema) {
            for property in schema.properties where !fields.contains(where: { $0.0 == property.name }) {
                fields.append((property.name, property.schema.expressionType))
            }
        }
        for name in tested where !fields.contains(where: { $0.0 == name }) { fields.append((name, .dyn)) }
        return .record(CELRecord(name: "params of '\(operation.id)'", fields: fields))
    }
}

extension JSONShape {
    fileprivate var element: JSONShape { if case .list(let element) = self { element } else { .any } }

    fileprivate func withFields(of other: JSONShape) -> JSONShape {
        switch (self, other) {
        case (.object(let fields), .object(let added)): .object(fields.merging(added) { known, _ in known })
        case (.any, _): other
        default: self
        }
    }
}

extension MockFile {
    /// Of all operations that have rules.
    fileprivate var parameterNames: [String] {
        operations.flatMap { rules in
            rules.operation.parameters.map(\.name)
                + (rules.operation.body?.content ?? []).flatMap { $0.schema?.properties.map(\.name) ?? [] }
        }
    }
}
