// The cases of CEL's published conformance suite, and how one is run.

import Foundation
import JSONValues

@testable import CEL
@testable import Expressions

/// Where the suite lies.
enum SuiteFile {
    static let url: URL = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["COUNTERPART_CONFORMANCE"].map { URL(filePath: $0) }
        return (named ?? root.appending(path: "../shared/conformance")).appending(path: "cel/cel-simple.json")
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: url.path) }
}

/// One case: an expression, its environment, and what is to come of it.
struct CELCase {
    let json: JSON

    static func all() throws -> [CELCase] {
        let text = [UInt8](try Data(contentsOf: SuiteFile.url))
        return try JSON(parsing: text).array?.map(CELCase.init) ?? []
    }

    var file: String { json["file"]?.string ?? "" }
    var name: String { "\(file)/\(json["section"]?.string ?? "")/\(json["name"]?.string ?? "")" }
    var expression: String { json["expr"]?.string ?? "" }

    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    /// Throws what is wrong, where the case does not pass.
    func run() throws {
        let environment = try environment()
        var bindings = CELBindings()
        for (name, bound) in json["bindings"]?.object ?? JSONObject() {
            bindings[name] = try bound["value"].map(SuiteValue.value)
        }
        if json["eval_error"] != nil {
            let value: CELValue
            do throws(ExpressionError) {
                value = try CELExpression(parsing: expression, environment: environment).evaluate(bindings)
            } catch {
                return
            }
            throw Mismatch(description: "gives \(value), not an error")
        }
        let compiled = try CELExpression(parsing: expression, environment: environment)
        if let wanted = try json["typed_result"]?["deduced_type"].map(SuiteValue.type), compiled.type != wanted {
            throw Mismatch(description: "is of type \(compiled.type), not \(wanted)")
        }
        if json["check_only"]?.bool == true { return }
        let wanted = try (json["value"] ?? json["typed_result"]?["result"]).map(SuiteValue.value) ?? .bool(true)
        let value = try compiled.evaluate(bindings)
        guard SuiteValue.same(value, wanted) else { throw Mismatch(description: "gives \(value), not \(wanted)") }
    }

    private func environment() throws -> CELEnvironment {
        var environment = CELEnvironment()
        environment.container = json["container"]?.string ?? ""
        environment.checking = json["disable_check"]?.bool == true ? .deferred : .strict
        for declaration in json["type_env"]?.array ?? [] {
            guard let name = declaration["name"]?.string else { continue }
            if let type = try declaration["ident"]?["type"].map(SuiteValue.type) {
                environment.variables[name] = type
            }
            guard let overloads = declaration["function"]?["overloads"]?.array else { continue }
            let function = CELFunction(
                name,
                overloads: try overloads.map { overload in
                    CELOverload(
                        isMember: overload["is_instance_function"]?.bool ?? false,
                        parameters: try (overload["params"]?.array ?? []).map(SuiteValue.type),
                        result: try SuiteValue.type(overload["result_type"] ?? [:]))
                }
            ) { _ in throw Mismatch(description: "is only declared") }
            environment.declare(function)
        }
        return environment
    }
}
