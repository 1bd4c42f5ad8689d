// Definitions from their texts.

import Expressions
@testable import CEL

extension CELDefinitions {
    static func compile(
        _ sources: [(name: String, source: String)], environment: CELEnvironment
    ) -> (definitions: CELDefinitions, problems: [(name: String, problem: ExpressionError)]) {
        let parsed = sources.enumerated().map { index, source in
            let parsed = CELSource(
                source.source, part: index + 1, limits: environment.limits, numbers: environment.numbers)
            return (name: source.name, source: parsed)
        }
        return compile(parsed, environment: environment)
    }
}
