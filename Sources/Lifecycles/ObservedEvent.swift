// An exchange as a step in the life of resources: who sent what, what was shown, and when it was over.

package import VerificationReports
package import OpenAPIContract
package import JSONValues

/// One exchange that a timeline takes in.
package struct ObservedEvent {
    package let result: CaseResult
    /// The request as the contract reads it.
    package let judged: JudgedRequest
    /// The response's body, where it is JSON.
    let answer: JSON?
    let period: Period

    /// When an exchange took place, in seconds since 1970; nil where it is known to follow all that came before.
    package struct Period {
        var began: Double?
        var ended: Double?

        package init(began: Double? = nil, ended: Double? = nil) {
            self.began = began
            self.ended = ended
        }
    }

    /// Nil for a request that leads to no operation, or has not all values of its path.
    init?(_ result: CaseResult, during period: Period) {
        guard let judged = result.test.judged,
            judged.pathValues.count == judged.operation.path.parameterNames.count
        else { return nil }
        self.result = result
        self.judged = judged
        self.period = period
        answer = result.exchange.answer
    }

    /// The case's name: `entry 3 of shop.har`.
    var name: String { result.test.name }
    package var operation: Operation { judged.operation }
    var sent: JSON? { judged.body }

    /// Who the request is from: none where it lacks the credentials that its operation asks for, whatever the case was to be.
    var identity: IdentityChoice {
        switch result.test.identity {
        case .other: .other
        case .own, .none, .completing:
            judged.violations.contains { $0.check == .missingCredentials } || result.test.identity == .none
                ? .none : .own
        }
    }

    /// Whether it was over before another began.
    func isOver(before later: ObservedEvent) -> Bool {
        guard let ended = period.ended, let began = later.period.began else { return true }
        return ended <= began
    }
}

/// A resource by the key of its path and the path's values; of a list, those of its scope. A path knows ids as text, a body may know the
/// same as numbers: both name the same resource.
package struct ResourceName: Hashable {
    let key: String
    let values: [JSON]

    /// - Parameter key: of the path: `/users/{}`.
    package init(_ key: String, _ values: some Sequence<JSON>) {
        self.key = key
        self.values = values.map(\.asName)
    }

    package var id: JSON { values.last ?? .null }

    func isBeneath(_ other: ResourceName) -> Bool {
        key.hasPrefix(other.key + "/") && values.starts(with: other.values)
    }
}

extension JSON {
    /// An id as a path has it: text. Bodies may know the same as a number.
    package var asName: JSON { .string(string ?? serialized()) }
}

/// What has happened to one resource, as far as it was seen.
package struct ResourceHistory {
    var creation: ObservedEvent?
    /// As the answer to its creation showed it, and its id there.
    var created: (resource: JSON?, id: JSON)?
    /// Whether nothing but readings has happened to it since it was created.
    var isUntouched = true
    /// Whether it has been compared with what it was created with.
    var isCompared = false
    /// How it was shown last, by which exchange; nil where a change has happened since.
    var shown: (members: JSONObject, event: ObservedEvent)?
    /// What it was created with, or last changed to.
    var body: JSONObject?
    /// The change that has not been looked at yet, with the resource before it.
    var change: (event: ObservedEvent, before: (members: JSONObject, event: ObservedEvent)?)?
    /// The latest change or deletion that was refused, until the resource has been read.
    var refusal: ObservedEvent?
    var deletion: ObservedEvent?
    /// How it was shown before that.
    var beforeDeletion: JSONObject?
    /// The deletion of what it belongs to.
    var parentDeletion: (event: ObservedEvent, creation: ObservedEvent?)?
    /// Whether a whole list that another identity was given does not show it.
    package var isHiddenFromOthers = false

    /// What remains known after a change whose effect is unknown.
    var forgotten: ResourceHistory {
        var history = ResourceHistory()
        history.deletion = deletion
        history.parentDeletion = parentDeletion
        return history
    }
}

/// A finding with the exchanges that show it, so that they can be sent again.
package struct SequenceFinding {
    package let finding: Finding
    /// In the order in which they were sent, the telling one last.
    package let results: [CaseResult]
    /// Whether a list shows it by what it does not hold, or holds besides: one that changes from one time to the next shows nothing.
    package let isAboutList: Bool
}
