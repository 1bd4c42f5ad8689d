// What a session is expected to be asked.

import Synchronization
package import JSONValues

extension Journal {
    /// Nothing is expected any more, met or not.
    package func forgetExpectations() { expect([]) }

    /// In place of those that there were.
    package func expect(_ expectations: [Expectations.Expectation]) {
        contents.withLock { contents in
            contents.expectations = Expectations()
            contents.expectations.add(expectations, after: contents.total)
        }
    }

    /// After those that there are; false where there would be too many.
    package func expect(more expectations: [Expectations.Expectation]) -> Bool {
        contents.withLock { contents in
            guard contents.expectations.all.count + expectations.count <= Expectations.limit else { return false }
            contents.expectations.add(expectations, after: contents.total)
            return true
        }
    }

    /// What became of each, for people and programs.
    package func verification(_ redaction: Redaction) -> JSON {
        let (expectations, entries) = contents.withLock { ($0.expectations, $0.entries) }
        return expectations.verification(entries, redaction)
    }
}
