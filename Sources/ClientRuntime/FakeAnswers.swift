// What a fake answers by: closures by operation. As stored properties they would make a struct that the compiler takes minutes for.

nonisolated struct FakeAnswers: Sendable {
    private var closures: [ObjectIdentifier: any Sendable] = [:]

    private struct Closure<Operation: Endpoint>: Sendable {
        let answer: @Sendable (Operation.Request) async throws(CallError) -> Operation.Response
    }

    /// The closure that an app has set.
    @_semantics("optimize.sil.specialize.generic.never")
    subscript<Operation: Endpoint>(
        operation: Operation.Type
    ) -> (@Sendable (Operation.Request) async throws(CallError) -> Operation.Response)? {
        get { (closures[ObjectIdentifier(operation)] as? Closure<Operation>)?.answer }
        set { closures[ObjectIdentifier(operation)] = newValue.map { Closure<Operation>(answer: $0) } }
    }

    private struct ClosureAlone<Operation: Endpoint>: Sendable {
        let answer: @Sendable () async throws(CallError) -> Operation.Response
    }

    /// The same of an operation that takes nothing.
    @_semantics("optimize.sil.specialize.generic.never")
    subscript<Operation: Endpoint>(
        alone operation: Operation.Type
    ) -> (@Sendable () async throws(CallError) -> Operation.Response)? {
        get { (closures[ObjectIdentifier(operation)] as? ClosureAlone<Operation>)?.answer }
        set { closures[ObjectIdentifier(operation)] = newValue.map { ClosureAlone<Operation>(answer: $0) } }
    }
}
