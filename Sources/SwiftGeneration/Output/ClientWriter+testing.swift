// What tests call the contract's operations and state: a file that stands in a test target, beside CounterpartTesting.

import OpenAPIContract

/// What the file for tests is like.
package struct TestNames: Sendable, Hashable {
    /// The module that the client stands in; nil where that is the test target itself.
    package var module: String?
    /// The members of the mock's state.
    package var state: [String]

    package init(module: String? = nil, state: [String] = []) { (self.module, self.state) = (module, state) }
}

extension ClientWriter {
    func writeTestNames(_ tests: TestNames, _ source: inout Source) {
        source.line("import CounterpartTesting")
        source.line("import Foundation")
        if let module = tests.module { source.line("\(access == "internal" ? "@testable " : "")import \(module)") }
        source.line()
        for (operation, names) in pairs {
            let body = testedBody(operation)
            source.addBlankLine()
            source.block("nonisolated extension MockOperation where Body == \(body.type)") { source in
                source.documentation([documentation(operation)[0]])
                let id = operation.operation.id.literal
                source.line(
                    "static var \(names.method.escaped): Self { Self(\(id)\(body.isJSON ? ", json: \(body.type).self" : "")) }"
                )
            }
        }
        guard !tests.state.isEmpty else { return }
        var naming = Naming(previous: NameRegistry())
        let members = Scope(path: "state", reserved: ReservedWords.members).resolve(
            tests.state.map { Scope.Entry(wire: $0, candidates: [Words($0).lowerCamel]) }, &naming)
        source.addBlankLine()
        source.block("nonisolated extension MockState") { source in
            for name in tests.state {
                source.line("var \((members[name] ?? name).escaped): MockPlace { MockPlace(\(name.literal)) }")
            }
        }
    }

    /// The type by which a test reads the body of a request: bytes, where it is not JSON, or may be that or something else.
    private func testedBody(_ operation: OperationModel) -> (type: String, isJSON: Bool) {
        guard let body = operation.body else { return ("NoBody", false) }
        guard body.choices.count == 1, body.choices[0].kind == .json, let type = outerText(body.choices[0].type) else {
            return ("Data", false)
        }
        return (body.isRequired || type.hasSuffix("?") ? type : type + "?", true)
    }

    /// The type as it is written outside of the client; nil where Foundation would read it otherwise than the client does.
    private func outerText(_ type: SwiftType) -> String? {
        switch type {
        case .date, .uuid, .url, .data, .decimal, .file, .httpBody, .eventStream: return nil
        case .array(let element): return outerText(element).map { "[\($0)]" }
        case .dictionary(let value): return outerText(value).map { "[String: \($0)]" }
        case .nullable(let type): return outerText(type).map { $0.hasSuffix("?") ? $0 : $0 + "?" }
        case .declared(let id): return namespace + names.fullName(id)
        case .bool, .string, .integer, .double, .calendarDate, .json:
            var unused = Source()
            return typeText(type, from: .file, &unused)
        }
    }
}
