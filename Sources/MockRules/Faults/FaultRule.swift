// When something goes wrong.

import OpenAPIContract
import Sampling

/// An entry of `faults`: what it does, and to which requests.
package struct FaultRule: Sendable {
    enum Effect: Sendable {
        case fault(Fault)
        /// That many requests in each window, which starts with the first of them; 429 to the others.
        case quota(limit: Int, window: Duration)
    }

    let effect: Effect
    /// Of `Operation.index`; nil means all.
    let operations: Set<Int>?
    let condition: CheckedExpression?
    /// Of the requests that all else applies to.
    let rate: Double?
    /// That many times for each operation, and then no more.
    let times: Int?
    /// After the session's start.
    let from: Duration
    /// How long it lasts from there; nil means for ever.
    let length: Duration?
    /// For people: `fault 1, mock.yaml:30:5`.
    package let name: String
}

/// What a session remembers of one entry.
package struct FaultCount: Hashable, Sendable {
    struct Window: Hashable, Sendable {
        /// When it started.
        var start: Duration
        /// How many requests it has seen.
        var requests: Int
    }

    /// How often it was injected, by `Operation.index`.
    var injected: [Int: Int] = [:]
    /// The quota's; nil before the first request.
    var window: Window?

    /// Nothing is counted yet.
    package init() {}

    /// The same for another contract's operations.
    /// - Parameter operations: by the new `Operation.index`, the old one; nil where there was none.
    package func moved(_ operations: [Int?]) -> FaultCount {
        var moved = self
        moved.injected = [:]
        for (index, old) in operations.enumerated() { moved.injected[index] = old.flatMap { injected[$0] } }
        return moved
    }
}

/// What goes wrong with a request.
package struct InjectedFault: Sendable {
    package let fault: Fault
    /// The entry that it comes from, for people: `fault 1, mock.yaml:30:5`.
    package let rule: String

    package init(fault: Fault, rule: String) {
        self.fault = fault
        self.rule = rule
    }
}

extension FaultRule {
    /// What the entry does to a request; nil where it leaves it alone. Counts what there is to count.
    /// - Parameters:
    ///   - start: what `from` and `for` are counted from.
    ///   - index: the entry's place, so that two entries do not draw the same number.
    package func injectedFault(
        _ call: RuleCall, _ state: RuleState, _ count: inout FaultCount, since start: Duration, seed: UInt64,
        index: Int
    ) throws(RuleFailure) -> InjectedFault? {
        let operation = call.judged.operation.index
        guard operations?.contains(operation) ?? true, isActive(call.now - start) else { return nil }
        if let condition, !(try condition.holds(call.bindings(state, for: [.request, .session, .seed]))) {
            return nil
        }
        switch effect {
        case .fault(let fault):
            if let times, count.injected[operation, default: 0] >= times { return nil }
            if let rate {
                var generator = call.key.generator(seed, for: .fault).forked(UInt64(index))
                guard generator.unit() < rate else { return nil }
            }
            if times != nil { count.injected[operation, default: 0] += 1 }
            return InjectedFault(fault: fault, rule: name)
        case .quota(let limit, let window):
            var current = count.window ?? FaultCount.Window(start: call.now, requests: 0)
            // The clock may have been set back.
            if call.now - current.start >= window || call.now < current.start {
                current = FaultCount.Window(start: call.now, requests: 0)
            }
            current.requests += 1
            count.window = current
            guard current.requests > limit else { return nil }
            return InjectedFault(fault: .status(429, retryAfter: window - (call.now - current.start)), rule: name)
        }
    }

    private func isActive(_ age: Duration) -> Bool {
        age >= from && length.map { age < from + $0 } ?? true
    }
}
