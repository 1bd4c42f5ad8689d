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

// MARK: - As a document

extension Journal {
    /// How far the expectations have come: it is another once one was added, taken back or met.
    package var progress: [Int] {
        contents.withLock { contents in
            let all = contents.expectations.all
            return all.isEmpty ? [] : [contents.expectations.start] + all.flatMap { [$0.times] + $0.requests }
        }
    }

    /// `{"after": 0, "all": [{"expected": {…}, "requests": [1]}], "early": [[3, 1]]}`; nil where nothing is expected.
    package var expectations: JSON? {
        let expectations = contents.withLock { $0.expectations }
        guard !expectations.all.isEmpty else { return nil }
        func numbers(_ numbers: [Int]) -> JSON { .array(numbers.map { .number(JSONNumber($0)) }) }
        return [
            "after": .number(JSONNumber(expectations.start)),
            "all": .array(
                expectations.all.map { ["expected": $0.written, "requests": numbers($0.requests)] }),
            "early": .array(expectations.early.map { numbers([$0.request, $0.expectation]) }),
        ]
    }

    /// Goes on with expectations of another process, whose requests have numbers of its own.
    /// - Parameter read: of what was registered.
    package func expect(document: JSON?, _ read: (JSON) -> Expectations.Expectation?) {
        var all: [Expectations.Expectation] = []
        for member in document?["all"]?.array ?? [] {
            guard var expectation = member["expected"].flatMap(read) else { continue }
            expectation.requests = (member["requests"]?.array ?? []).compactMap { $0.number?.int64.map { Int($0) } }
            all.append(expectation)
        }
        let early = (document?["early"]?.array ?? []).compactMap { pair -> (request: Int, expectation: Int)? in
            guard let numbers = pair.array?.compactMap({ $0.number?.int64 }), numbers.count == 2 else { return nil }
            return all.indices.contains(Int(numbers[1])) ? (Int(numbers[0]), Int(numbers[1])) : nil
        }
        let start = document?["after"]?.number?.int64 ?? 0
        contents.withLock { $0.expectations = Expectations(all, early: early, after: Int(start)) }
    }
}
