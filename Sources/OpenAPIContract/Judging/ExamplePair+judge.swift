// The request of a pair of examples, judged as one that a client sends.

import HTTPExchange
import JSONValues

extension Contract {
    /// What is wrong with the parameters of a pair's request.
    package func violations(ofParametersOf pair: ExamplePair, _ operation: Operation) -> [Violation] {
        var judge = RequestJudge(
            contract: self, operation: operation, request: operation.request(for: pair, basePath: ""))
        judge.checkParameters(
            operation.path.parameterNames.compactMap { name in
                pair.parameters.first { $0.parameter.location == .path && $0.parameter.name == name }.map {
                    Route.PathValue(name: name, text: ParameterEncoder($0.parameter).text($0.value))
                }
            })
        return judge.violations
    }
}
