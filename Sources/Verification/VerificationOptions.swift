// What a run is told: which phases and checks, how far it may go, and who it is.

package import ClientIdentities
package import VerificationReports

/// How a run is to go.
package struct VerificationOptions: Sendable {
    /// Those that are to run, in the order of `Phase`.
    package var phases: Set<Phase>
    /// Findings of other checks are not reported.
    package var checks: Set<Check>
    /// What every random choice follows from.
    package var seed: UInt64
    /// Requests, answered or not.
    package var maxRequests: Int?
    /// From the start of the run; nil for as long as it takes.
    package var maxTime: Duration?
    /// Requests a second at most.
    package var rate: Double?
    /// Sends nothing that may change data: GET, HEAD and OPTIONS alone (RFC 9110, section 9.2.1).
    package var isSafe: Bool
    /// What 95 of 100 answers of every operation may take, where the operation itself does not say.
    package var maxLatency: Duration?
    /// Who the requests are from.
    package var identity: Identity
    /// A second identity, which must not get at what the first has made.
    package var otherIdentity: Identity?
    /// Those of the contract's folder, where there are any.
    package var workflows: WorkflowPlan?
    /// What went well in them is learnt from before anything is sent.
    package var recordings: [Recording] = []
    /// The part of the run that is this machine's.
    package var shard: Shard?
    /// What the operations took before: shards are dealt out by it.
    package var timings: OperationTimings?
    /// Requests in a row that go unanswered before the run ends.
    package var patience: Int
    /// The lightest degree of a finding that fails the run.
    package var failOn = Degree.violation
    /// Sends the requests of what was found once more at the end, to see whether they show it again.
    package var triesAgain = false
    /// Changes and deletes what the run has not created itself.
    package var isDestructive = false
    /// Logs in anew: who the requests are from then; nil where that fails. Not there where nobody has said how.
    package var logIn: (@Sendable () async -> Identity?)?
    /// The operations that are asked; nil for all.
    package var filter: OperationFilter?

    package init(
        phases: Set<Phase> = Set(Phase.allCases), checks: Set<Check> = Set(Check.allCases), seed: UInt64 = 0,
        maxRequests: Int? = nil, maxTime: Duration? = nil, rate: Double? = nil, isSafe: Bool = false,
        maxLatency: Duration? = nil, identity: Identity = Identity(), otherIdentity: Identity? = nil, patience: Int = 3,
        isDestructive: Bool = false
    ) {
        self.phases = phases
        self.checks = checks
        self.seed = seed
        self.maxRequests = maxRequests
        self.maxTime = maxTime
        self.rate = rate
        self.isSafe = isSafe
        self.maxLatency = maxLatency
        self.identity = identity
        self.otherIdentity = otherIdentity
        self.patience = patience
        self.isDestructive = isDestructive
    }
}
