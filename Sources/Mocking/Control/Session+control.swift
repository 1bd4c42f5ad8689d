// A session as the control API reads and changes it.

import Journals
import MockRules
import JSONValues
import OpenAPIContract

extension Session {
    var settings: SessionSettings { decide { $0.settings } }

    func change<Result: Sendable>(_ body: (inout SessionSettings) -> Result) -> Result {
        decide { body(&$0.settings) }
    }

    /// The answer for this call, which is used up by it.
    func takeOneOff(_ operation: Operation) -> OneOff? { change { $0.takeOneOff(operation) } }

    /// What rules read and change, and what collections hold.
    func state(of mock: Mock) -> JSON {
        decide { contents in
            guard case .object(var members) = contents.rules.json else { return contents.rules.json }
            for (name, value) in mock.collections.shown(contents.resources) { members[name] = value }
            return .object(members)
        }
    }

    func write(_ value: JSON, at pointer: JSONPointer, of mock: Mock) throws(RuleState.WriteFailure) {
        let result = decide { contents -> Result<Void, RuleState.WriteFailure> in
            do throws(RuleState.WriteFailure) {
                var (rules, resources) = (contents.rules, contents.resources)
                try Session.write(value, at: pointer, of: mock, &rules, &resources)
                (contents.rules, contents.resources) = (rules, resources)
                contents.stateSetAt = journal.size.total
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private static func write(
        _ value: JSON, at pointer: JSONPointer, of mock: Mock, _ rules: inout RuleState,
        _ resources: inout CollectionStore
    ) throws(RuleState.WriteFailure) {
        let known = rules.names + mock.collections.stateNames
        let named = pointer.tokens.isEmpty ? value.object.map { Array($0.keys) } ?? [] : [pointer.tokens[0]]
        if let unknown = named.first(where: { !known.contains($0) }) {
            throw RuleState.nowhere(unknown, among: known)
        }
        guard let name = pointer.tokens.first else {
            // A collection that the whole does not name stays as it is.
            var members = value.object ?? JSONObject()
            for collection in mock.collections.collections {
                guard let name = collection.stateName, let value = members[name] else { continue }
                try resources.write(value, at: JSONPointer([name]), of: collection)
                members[name] = nil
            }
            let rest: JSON = value.object == nil ? value : .object(members)
            return try rules.write(rest, at: pointer, shapes: mock.behaviour.shapes)
        }
        if let collection = mock.collections.collection(named: name) {
            try resources.write(value, at: pointer, of: collection)
        } else {
            try rules.write(value, at: pointer, shapes: mock.behaviour.shapes)
        }
    }
}
