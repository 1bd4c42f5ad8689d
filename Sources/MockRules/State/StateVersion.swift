// Which of the values that a part of the state has had is there.

import Synchronization

/// A stamp that no other value of any state has. Copies of a state share the stamps of what they have in common.
package struct StateVersion: Hashable, Sendable {
    /// Not the same for any two values of any state.
    package let number: UInt64

    private static let last = Atomic<UInt64>(0)

    /// Of what is empty, and has never changed.
    package static let untouched = StateVersion(number: 0)

    /// One that nothing has yet.
    package static func next() -> StateVersion {
        StateVersion(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    private init(number: UInt64) { self.number = number }
}
