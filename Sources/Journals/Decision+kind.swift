// The kinds of decisions, by names that stay the same.

extension Decision {
    /// For filters and counters: the description says more, and may change.
    package var kind: String {
        switch self {
        case .noPath: "no-path"
        case .noMethod: "no-method"
        case .methods: "methods"
        case .preflight: "preflight"
        case .badSession: "bad-session"
        case .oneOff: "one-off"
        case .fault: "fault"
        case .refused: "refused"
        case .badPreference: "bad-preference"
        case .preferred: "preferred"
        case .recorded: "recorded"
        case .notRecorded: "not-recorded"
        case .forwarded: "forwarded"
        case .unanswered: "unanswered"
        case .rule: "rule"
        case .failedRule: "failed-rule"
        case .collection: "collection"
        case .pair: "pair"
        case .example: "example"
        case .undeclared: "undeclared"
        case .sampled: "sampled"
        case .unsatisfiable: "unsatisfiable"
        case .noContent: "no-content"
        case .notAcceptable: "not-acceptable"
        case .elsewhere(let kind, _): kind
        }
    }
}
