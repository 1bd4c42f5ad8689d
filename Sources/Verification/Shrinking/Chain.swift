// Requests that lead to a finding, so that they can be sent again: what the first of them makes has another name every time.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

struct Chain {
    var links: [Link]

    struct Link {
        let test: TestCase
        /// Nil for a request that no values lead to, such as one that cannot be read, which is sent as it stood.
        var draft: Draft?
        /// What the answer called the thing that it made, as text.
        let made: JSON?

        /// Whether the link has nothing that asks for what another has made.
        func asksFor(_ id: JSON) -> Bool {
            guard let draft else { return test.request.path.split(separator: "/").contains { $0 == id.string ?? "" } }
            return draft.names.contains { draft.value(at: $0)?.asName == id }
        }
    }

    init(_ trials: [Run.Trial], _ run: Run) {
        links = trials.map { trial in
            Link(
                test: trial.test,
                draft: trial.test.judged.map { Draft($0) }.flatMap { $0.makes(trial.test) ? $0 : nil },
                made: run.nameOfWhatWasMade(by: trial))
        }
    }

    /// Whether a later link asks for what one makes.
    func needs(_ index: Int) -> Bool {
        guard let made = links[index].made else { return false }
        return links[(index + 1)...].contains { $0.asksFor(made) }
    }

    func without(_ index: Int) -> Chain {
        var chain = self
        chain.links.remove(at: index)
        return chain
    }

    func replacing(_ index: Int, by draft: Draft) -> Chain {
        var chain = self
        chain.links[index].draft = draft
        return chain
    }
}

extension Run {
    /// The id of what a request has made, as text; nil where it has made nothing, or did not say what.
    fileprivate func nameOfWhatWasMade(by trial: Trial) -> JSON? {
        guard trial.test.operation.method == .post, trial.wentWell, let answer = trial.exchange.answer else {
            return nil
        }
        let leads = trial.test.judged.map {
            Lead.all(of: $0, answered: trial.exchange.response, answer, in: contract)
        }
        if let thing = leads?.lazy.compactMap(\.thing).first?.last { return thing.asName }
        for child in paths.children(of: trial.test.operation.path) {
            if let id = child.thing(in: answer).flatMap({ child.id(in: $0) }) { return id.asName }
        }
        return nil
    }

    /// Sends a chain once more.
    /// - Returns: the finding as it shows again, with the exchanges that lead to it; nil where it does not.
    func replay(_ chain: Chain, for finding: Finding) async throws(End) -> Finding? {
        var names: [JSON: JSON] = [:]
        var exchanges: [Exchange] = []
        var sequence = ObservedSequence(self)
        var seen: [Finding] = []
        for link in chain.links {
            guard let test = renewed(link, names), var trial = try await attempt(test) else { return nil }
            if let old = link.made {
                if trial.status == 409, let other = renewed(link, names, isFresh: true) {
                    guard let again = try await attempt(other) else { return nil }
                    trial = again
                }
                // What is not made cannot be asked for.
                guard let new = nameOfWhatWasMade(by: trial) else { return nil }
                names[old] = new
            }
            exchanges.append(trial.exchange)
            seen = trial.findings + sequence.follow(trial, in: ObservedSequence.Period())
            if finding.isShown(by: trial) { seen.append(finding) }
        }
        return seen.first { $0.id == finding.id }?.named(finding.name, evidence: .exchanges(exchanges))
    }

    /// - Parameter isFresh: whether texts of which there may be one each are others.
    private func renewed(_ link: Chain.Link, _ names: [JSON: JSON], isFresh: Bool = false) -> TestCase? {
        let test = link.test
        guard var draft = link.draft else { return test }
        for site in draft.names {
            guard let value = draft.value(at: site), let new = names[value.asName], let text = new.string else {
                continue
            }
            let isNumber = value.number != nil
            draft = draft.setting(site, to: isNumber ? JSONNumber(text).map(JSON.number) ?? new : new)
        }
        if isFresh { freshen(&draft) }
        let request = draft.request
        let sent = test.identity == .completing ? request : identified(request, of: draft.operation, as: test.identity)
        guard let judged = judged(sent, of: draft.operation), judged.conforms == test.judged?.conforms else {
            return nil
        }
        return TestCase(
            test.name, test.operation, request, judged: judged, expectation: test.expectation, subject: test.subject,
            identity: test.identity)
    }
}

extension Draft {
    /// Whether the draft is all that a case says.
    fileprivate func makes(_ test: TestCase) -> Bool {
        test.judged?.conforms == true || (request.target == test.request.target && request.body == test.request.body)
    }

    /// The sites that say which thing is meant.
    fileprivate var names: [Site] {
        sites.filter { site in
            if case .parameter(let index) = site.kind, operation.parameters[index].location == .path { return true }
            return Knowledge.namesThing(site.name)
        }
    }
}

extension JSON {
    /// An id as a path has it: text. Bodies may know the same as a number.
    var asName: JSON { .string(string ?? serialized()) }
}

extension Finding {
    /// Whether the last of a sequence shows by its status alone what the sequence is about.
    fileprivate func isShown(by trial: Run.Trial) -> Bool {
        guard trial.test.operation === operation else { return false }
        return switch check {
        case .otherIdentity: trial.test.identity == .other && trial.wentWell
        case .notAvailable: [404, 410].contains(trial.status)
        default: false
        }
    }

    /// The same mistake, with other exchanges that show it.
    fileprivate func named(_ name: String, evidence: Evidence) -> Finding {
        Finding(
            check, operation, name: name, message: message, found: found, expected: expected, place: place,
            location: location, evidence: evidence)
    }
}
