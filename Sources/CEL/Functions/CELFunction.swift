// A function: how it may be called, and what it does.

/// A function that expressions can call. Its overloads are for the checker; the body looks at the values it is given,
/// as of an argument of type `dyn` only the value is known.
package struct CELFunction: Sendable {
    /// `size`, or with a namespace `math.greatest`.
    package let name: String
    /// The ways to call it; the checker takes the first that fits.
    package let overloads: [CELOverload]
    let body: Body
    /// Makes a body for a call with literal arguments (nil for those that are none), so that a pattern, say, is parsed once.
    /// Fails where a literal is not a valid argument.
    var prepare: (@Sendable ([CELValue?]) throws(CELFailure) -> Body?)?

    /// Computes the result from the arguments; of `x.f(y)` the first is `x`. Gives nil for values of types that it does not take.
    enum Body: Sendable {
        case unary(@Sendable (CELValue, inout CELMeter) throws(CELFailure) -> CELValue?)
        case binary(@Sendable (CELValue, CELValue, inout CELMeter) throws(CELFailure) -> CELValue?)
        case variadic(@Sendable ([CELValue], inout CELMeter) throws(CELFailure) -> CELValue?)
        /// The first argument if it is an optional with a value, unwrapped if asked for; otherwise the second, which is
        /// evaluated only then.
        case alternative(unwrapping: Bool)
    }

    init(_ name: String, _ overloads: [CELOverload], _ body: Body) {
        self.name = name
        self.overloads = overloads
        self.body = body
    }

    /// A function that the host provides. An error that `body` throws fails the evaluation, with its description as message.
    package init(
        _ name: String, overloads: [CELOverload], body: @escaping @Sendable ([CELValue]) throws -> CELValue
    ) {
        self.init(
            name, overloads,
            .variadic { arguments, meter throws(CELFailure) in
                do {
                    return try body(arguments)
                } catch {
                    throw CELFailure(.invalid("\(name)(): \(error)"))
                }
            })
    }

    /// A function that the host provides, of which one argument is a text in a language of its own, such as a path or a pattern. Where that is
    /// a literal it is compiled once, and what is wrong with it is found when the expression is compiled.
    /// - Parameters:
    ///   - index: which argument is compiled.
    ///   - body: gets what was compiled, and all arguments.
    package init<Compiled: Sendable>(
        _ name: String, overloads: [CELOverload], compiling index: Int,
        by compile: @escaping @Sendable (String) throws -> Compiled,
        body: @escaping @Sendable (Compiled, [CELValue]) throws -> CELValue
    ) {
        @Sendable func attempt<Value>(_ work: () throws -> Value) throws(CELFailure) -> Value {
            do {
                return try work()
            } catch {
                throw CELFailure(.invalid("\(name)(): \(error)"))
            }
        }
        self.init(
            name, overloads,
            .variadic { arguments, meter throws(CELFailure) in
                guard index < arguments.count, case .string(let source) = arguments[index] else { return nil }
                try meter.step(source.utf8.count * 16)
                return try attempt { try body(try compile(source), arguments) }
            })
        prepare = { literals throws(CELFailure) in
            guard index < literals.count, case .string(let source)? = literals[index] else { return nil }
            let compiled = try attempt { try compile(source) }
            return .variadic { arguments, _ throws(CELFailure) in try attempt { try body(compiled, arguments) } }
        }
    }
}

/// One way to call a function: the types of its arguments and of what it gives.
package struct CELOverload: Sendable {
    /// Called as `x.f(y)`, `x` being the first parameter.
    package var isMember: Bool
    /// The types of the arguments; of a member function the first is the receiver.
    package var parameters: [CELType]
    /// The type of the value that the call gives.
    package var result: CELType
    /// Takes any number more of arguments of the last parameter's type.
    package var isVariadic = false

    /// An overload that is called as `f(x, y)`.
    package static func global(_ parameters: CELType..., result: CELType) -> CELOverload {
        CELOverload(isMember: false, parameters: parameters, result: result)
    }

    /// An overload that is called as `x.f(y)`; the receiver is the first parameter.
    package static func member(_ parameters: CELType..., result: CELType) -> CELOverload {
        CELOverload(isMember: true, parameters: parameters, result: result)
    }

    static func variadic(_ parameter: CELType, result: CELType) -> CELOverload {
        CELOverload(isMember: false, parameters: [parameter], result: result, isVariadic: true)
    }

    func parameters(forCount count: Int) -> [CELType]? {
        if parameters.count == count { return parameters }
        guard isVariadic, count > parameters.count, let last = parameters.last else { return nil }
        return parameters + Array(repeating: last, count: count - parameters.count)
    }

    func shown(_ name: String) -> String {
        let types = parameters.map(\.description)
        return isMember
            ? "\(types[0]).\(name)(\(types.dropFirst().joined(separator: ", ")))"
            : "\(name)(\(types.joined(separator: ", "))\(isVariadic ? "…" : ""))"
    }
}
