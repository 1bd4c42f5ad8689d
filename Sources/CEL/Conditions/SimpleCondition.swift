// Arazzo's simple conditions: `$statusCode == 200 && $response.body#/items != null`.

package import Expressions
import JSONValues
import JSONSchema

/// A condition of type `simple` ([Arazzo, Criterion Object](https://spec.openapis.org/arazzo/v1.0.1.html#criterion-object)),
/// evaluated as CEL is.
///
/// Strings are compared without regard to case. A string that reads as a number is one beside a number. Null is equal to
/// null alone; what an expression refers to and is not there is null.
package struct SimpleCondition: Sendable {
    /// The text of the condition.
    package let source: String
    /// The runtime expressions in the condition.
    package let expressions: [RuntimeExpression]
    private let test: CELTest

    /// - Throws: an error of stage `syntax` or `limit`, with its place in the text.
    package init(parsing source: String) throws(ExpressionError) {
        self.source = source
        do throws(UnlocatedError) {
            var parser = try SimpleConditionParser(source)
            let term = try parser.parse()
            expressions = parser.expressions
            test = CELPlan(inference: CELInference(), numbers: .adapting).test(term)
        } catch {
            throw ExpressionError(error, in: source)
        }
    }

    /// Fails where the condition is no question, as `$statusCode` alone is none, and where values have no order.
    package func holds(in context: RuntimeContext) throws(ExpressionError) -> Bool {
        let values = expressions.map { ($0.source, CELValue($0.value(in: context) ?? .null)) }
        let limits = CELLimits.standard
        var frame = CELFrame(
            bindings: CELBindings(values), locals: [],
            meter: CELMeter(steps: limits.steps, memory: limits.memoryBytes))
        do throws(CELFailure) {
            return try test(&frame)
        } catch {
            throw ExpressionError(error.fault(at: 0), in: source)
        }
    }
}

extension CELFunction {
    /// The comparisons of simple conditions.
    static func lenientComparison(_ meaning: CELBinaryOperator) -> CELFunction {
        CELFunction(
            meaning.rawValue, [],
            .binary { left, right, meter throws(CELFailure) in
                let (left, right) = CELValue.comparablePair(left, right)
                switch meaning {
                case .equal: return .bool(try left.equals(right, &meter))
                case .notEqual: return .bool(!(try left.equals(right, &meter)))
                default:
                    let (order, comparable) = left.order(right)
                    guard comparable else { return nil }
                    return .bool(order.map { meaning.accepts($0) } ?? false)
                }
            })
    }
}

extension CELValue {
    /// Both ready to be compared: strings in one case, and beside a number as a number where they read as one.
    fileprivate static func comparablePair(_ left: CELValue, _ right: CELValue) -> (CELValue, CELValue) {
        switch (left, right) {
        case (.string(let left), .string(let right)): (.string(left.lowercased()), .string(right.lowercased()))
        case (.string(let text), .int), (.string(let text), .uint), (.string(let text), .double):
            (number(text) ?? left, right)
        case (.int, .string(let text)), (.uint, .string(let text)), (.double, .string(let text)):
            (left, number(text) ?? right)
        default: (left, right)
        }
    }

    private static func number(_ text: String) -> CELValue? { JSONNumber(text).map { CELValue(.number($0)) } }
}
