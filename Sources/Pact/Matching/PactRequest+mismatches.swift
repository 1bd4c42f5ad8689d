// A whole request or response beside what is expected of it: part after part.

import JSONValues

extension PactRequest {
    /// How a request differs from this one; empty for one that fits. A request may have nothing that is not expected but headers.
    package func mismatches(of actual: PactRequest) -> [Mismatch] {
        var found: [Mismatch] = []
        if method != actual.method {
            found.append(Mismatch(.method, "another method", found: actual.method, expected: method))
        }
        found += judged(path, actual.path, by: content.rules.path, .path)
        found += PairComparison(content.rules.query, partOf: { .query($0) }).compare(query, actual.query)
        found += content.mismatches(ofHeaders: actual.content)
        found += content.mismatches(ofBody: actual.content, allowsUnexpected: false)
        return found
    }
}

extension PactResponse {
    /// How a response differs from this one; empty for one that fits. It may have more than is expected.
    package func mismatches(of actual: PactResponse) -> [Mismatch] {
        var found: [Mismatch] = []
        if let rule = content.rules.status {
            let pair = Matcher.Pair(
                expected: .number(JSONNumber(status)), actual: .number(JSONNumber(actual.status)))
            found += rule.refusals(of: pair, .status)
        } else if status != actual.status {
            found.append(Mismatch(.status, "another status", found: String(actual.status), expected: String(status)))
        }
        found += content.mismatches(ofHeaders: actual.content)
        found += content.mismatches(ofBody: actual.content, allowsUnexpected: true)
        return found
    }
}

private func judged(_ expected: String, _ actual: String, by list: RuleList?, _ part: Mismatch.Part) -> [Mismatch] {
    (list ?? RuleList(matchers: [.equality])).refusals(
        of: Matcher.Pair(expected: .string(expected), actual: .string(actual), isText: true), part)
}

extension RuleList {
    /// What all of the matchers, or each of several alternatives, say against a value.
    func refusals(of pair: Matcher.Pair, _ part: Mismatch.Part) -> [Mismatch] {
        var found: [Mismatch] = []
        for matcher in matchers {
            do throws(Matcher.Refusal) {
                try matcher.judge(pair)
                if isAlternative { return [] }
            } catch {
                found.append(
                    Mismatch(
                        part, error.message, found: pair.actual.string ?? pair.actual.excerpt, expected: error.expected,
                        isCertain: error.isCertain))
            }
        }
        return found
    }
}

/// Parameters of a query or a form beside those that are expected, whose order matters within one name alone.
struct PairComparison {
    private let rules: RuleSet
    private let partOf: (String) -> Mismatch.Part

    init(_ rules: RuleSet, partOf: @escaping (String) -> Mismatch.Part) {
        self.rules = rules
        self.partOf = partOf
    }

    typealias Parameters = [(name: String, values: [String?])]

    func compare(_ expected: Parameters, _ actual: Parameters) -> [Mismatch] {
        var found: [Mismatch] = []
        for (name, values) in expected {
            guard let given = actual.first(where: { $0.name == name })?.values else {
                found.append(
                    Mismatch(partOf(name), "missing", found: "nothing", expected: PairComparison.shown(values)))
                continue
            }
            found += compare(values, given, named: name)
        }
        for (name, values) in actual where !expected.contains(where: { $0.name == name }) {
            found.append(
                Mismatch(partOf(name), "not expected", found: PairComparison.shown(values), expected: "nothing"))
        }
        return found
    }

    private func compare(_ expected: [String?], _ actual: [String?], named name: String) -> [Mismatch] {
        let place = ValuePath().appending(name)
        let whole = rules.best(for: place)
        var found: [Mismatch] = []
        if let whole, !whole.isCascaded {
            for case .type(let minimum, let maximum) in whole.list.matchers {
                if let minimum, actual.count < minimum {
                    found.append(
                        Mismatch(
                            partOf(name), "too few values", found: "\(actual.count)", expected: "at least \(minimum)"))
                }
                if let maximum, actual.count > maximum {
                    found.append(
                        Mismatch(
                            partOf(name), "too many values", found: "\(actual.count)", expected: "at most \(maximum)"))
                }
            }
        } else if expected.count != actual.count {
            return [
                Mismatch(
                    partOf(name), "another number of values", found: PairComparison.shown(actual),
                    expected: PairComparison.shown(expected))
            ]
        }
        for (index, value) in actual.enumerated() {
            guard let example = index < expected.count ? expected[index] : expected.first ?? "" else {
                if value != nil {
                    found.append(
                        Mismatch(partOf(name), "another value", found: value ?? "", expected: "a name without a value"))
                }
                continue
            }
            let list = rules.best(for: place.appending(index))?.list ?? whole?.list
            found += judged(example, value ?? "", by: list, partOf(name))
        }
        return found
    }

    private static func shown(_ values: [String?]) -> String {
        values.map { $0.map { "'\($0)'" } ?? "no value" }.joined(separator: ", ")
    }
}
