// Optionals: values that may be missing.

extension CELFunction {
    private static let a = CELType.parameter("A")

    static let optionals: [CELFunction] = [
        CELFunction(
            "optional.of", [.global(a, result: .optional(a))],
            .unary { value, _ throws(CELFailure) in .optional(value) }),
        CELFunction(
            "optional.ofNonZeroValue", [.global(a, result: .optional(a))],
            .unary { value, _ throws(CELFailure) in .optional(value.isZero ? nil : value) }),
        CELFunction(
            "optional.none", [.global(result: .optional(a))], .variadic { _, _ throws(CELFailure) in .optional(nil) }),
        CELFunction(
            "hasValue", [.member(.optional(a), result: .bool)],
            .unary { value, _ throws(CELFailure) in
                guard case .optional(let wrapped) = value else { return nil }
                return .bool(wrapped != nil)
            }),
        CELFunction(
            "value", [.member(.optional(a), result: a)],
            .unary { value, _ throws(CELFailure) in
                guard case .optional(let wrapped) = value else { return nil }
                guard let wrapped else { throw CELFailure(.emptyOptional) }
                return wrapped
            }),
        CELFunction(
            "or", [.member(.optional(a), .optional(a), result: .optional(a))], .alternative(unwrapping: false)),
        CELFunction("orValue", [.member(.optional(a), a, result: a)], .alternative(unwrapping: true)),
    ]
}
