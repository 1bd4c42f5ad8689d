// Whether what reproduces a finding still did so when the run had ended.

/// What came of the requests of a finding when they were sent once more, after everything else. The raw value is what JSON reports say.
package enum Recurrence: String, Hashable, Sendable {
    /// The finding was there again.
    case same
    /// The backend answered otherwise.
    case gone
    /// What the finding needs was not there any more, or was refused.
    case unknown

    /// A clause.
    package var clause: String {
        switch self {
        case .same: "the same when it was sent again at the end of the run"
        case .gone: "not so when it was sent again at the end of the run"
        case .unknown: "no telling at the end of the run, when what it needs was not there any more"
        }
    }
}
