// Calls of functions.

extension CELPlan {
    func call(_ function: CELFunction, _ arguments: [CELTerm], at offset: Int) -> CELStep {
        let name = function.name
        let body: CELFunction.Body
        do throws(CELFailure) {
            body = try function.prepare?(arguments.map(\.literal)) ?? function.body
        } catch {
            let failure = error.at(offset)
            return { _ throws(CELFailure) in throw failure }
        }
        switch body {
        case .unary(let body) where arguments.count == 1:
            let argument = step(arguments[0])
            return { frame throws(CELFailure) in
                let value = try argument(&frame)
                do throws(CELFailure) {
                    try frame.meter.step()
                    if let result = try body(value, &frame.meter) { return result }
                } catch {
                    throw error.at(offset)
                }
                throw CELFailure(.noSuchOverload(function: name, [value.type]), at: offset)
            }
        case .binary(let body) where arguments.count == 2:
            let (first, second) = (step(arguments[0]), step(arguments[1]))
            return { frame throws(CELFailure) in
                let (left, right) = (try first(&frame), try second(&frame))
                do throws(CELFailure) {
                    try frame.meter.step()
                    if let result = try body(left, right, &frame.meter) { return result }
                } catch {
                    throw error.at(offset)
                }
                throw CELFailure(.noSuchOverload(function: name, [left.type, right.type]), at: offset)
            }
        case .alternative(let unwrapping) where arguments.count == 2:
            return alternative(step(arguments[0]), step(arguments[1]), unwrapping: unwrapping, at: offset)
        case .variadic(let body):
            let parts = CELParts(arguments.map { CELCode(step: step($0)) })
            return { frame throws(CELFailure) in
                let values = try parts.values(&frame)
                do throws(CELFailure) {
                    try frame.meter.step(1 + values.count)
                    if let result = try body(values, &frame.meter) { return result }
                } catch {
                    throw error.at(offset)
                }
                throw CELFailure(.noSuchOverload(function: name, values.map(\.type)), at: offset)
            }
        case .unary, .binary, .alternative:
            let parts = CELParts(arguments.map { CELCode(step: step($0)) })
            return { frame throws(CELFailure) in
                let values = try parts.values(&frame)
                throw CELFailure(.noSuchOverload(function: name, values.map(\.type)), at: offset)
            }
        }
    }

    private func alternative(
        _ first: @escaping CELStep, _ second: @escaping CELStep, unwrapping: Bool, at offset: Int
    ) -> CELStep {
        { frame throws(CELFailure) in
            let value = try first(&frame)
            guard case .optional(let wrapped) = value else {
                throw CELFailure(.notOptional(value.type), at: offset)
            }
            if let wrapped { return unwrapping ? wrapped : value }
            let other = try second(&frame)
            if !unwrapping, other.type != .optional(.dyn) { throw CELFailure(.notOptional(other.type), at: offset) }
            return other
        }
    }
}
