// Which operations there are: by method and path, whatever the path's parameters are called.

import HTTPTypes
import OpenAPIContract

extension ContractComparison {
    mutating func compareOperations() {
        let were = Dictionary(old.operations.map { ($0.wireName, $0) }, uniquingKeysWith: { first, _ in first })
        let are = Dictionary(new.operations.map { ($0.wireName, $0) }, uniquingKeysWith: { first, _ in first })
        // A part of the path that moved to the server's address, or back, is the same on the wire.
        let moved = Dictionary(
            new.operations.filter { were[$0.wireName] == nil }.map { ($0.wireName(under: $0.basePath), $0) },
            uniquingKeysWith: { first, _ in first })
        var matched: Set<Int> = []
        for was in old.operations where were[was.wireName] === was {
            if let now = are[was.wireName] ?? moved[was.wireName(under: was.basePath)] {
                matched.insert(now.index)
                compare(was, now)
            } else {
                reportRemoved(was)
            }
        }
        for now in new.operations where !matched.contains(now.index) && are[now.wireName] === now {
            note(.operationAdded, now.title, "the operation is new", before: nil, after: now.place)
        }
    }

    private mutating func reportRemoved(_ was: Operation) {
        if olderOperations[was.title] == nil { olderOperations[was.title] = was }
        let hasPath = new.operations.contains { $0.path.wireName == was.path.wireName }
        let what = hasPath ? "the method \(was.method.rawValue) is gone" : "the path is gone"
        guard was.deprecated else {
            note(hasPath ? .operationRemoved : .pathRemoved, was.title, what, before: was.place, after: nil)
            return
        }
        let sunset = Sunset(of: was.extensions)
        switch sunset {
        case .date(let date) where date > today:
            note(
                hasPath ? .operationRemovedBeforeSunset : .pathRemovedBeforeSunset, was.title,
                "\(what) before its sunset on \(date)", before: was.place, after: nil)
        case .invalid(let text):
            note(
                .sunsetInvalid, was.title, "\(what), and its sunset '\(text)' is no date", before: was.place,
                after: nil)
        case .date, .none:
            note(
                hasPath ? .operationRemovedAfterDeprecation : .pathRemovedAfterDeprecation, was.title,
                "\(what), after it was deprecated", before: was.place, after: nil)
        }
    }

    private mutating func compare(_ was: Operation, _ now: Operation) {
        let name = now.title
        olderOperations[name] = was
        if was.hasID, was.id != now.id {
            note(
                .operationIDChanged, name,
                "the operation's id is '\(now.id)', '\(was.id)' before: generated clients name it otherwise",
                before: was.place, after: now.place)
        }
        compareLifecycle(was, now)
        compareSecurity(was, now)
        compareParameters(was, now)
        compareBodies(was, now)
        compareResponses(was, now)
        compareCallbacks(was, now)
    }

    private mutating func compareLifecycle(_ was: Operation, _ now: Operation) {
        if was.deprecated != now.deprecated {
            let (before, after) = (Sunset(of: was.extensions), Sunset(of: now.extensions))
            let date = if case .date(let date) = after, after != before { ", until \(date)" } else { "" }
            note(
                now.deprecated ? .operationDeprecated : .operationReactivated, now.title,
                now.deprecated ? "the operation is deprecated\(date)" : "the operation is no longer deprecated",
                before: was.place, after: now.place)
        }
        let change = Sunset.change(
            from: Sunset(of: was.extensions), to: Sunset(of: now.extensions), isDeprecated: now.deprecated)
        guard let change else { return }
        let rule: OutlineChange =
            switch change {
            case .removed: .sunsetRemoved
            case .earlier: .sunsetEarlier
            case .invalid: .sunsetInvalid
            }
        note(rule, now.title, "the operation's sunset \(change)", before: was.place, after: now.place)
    }

    private mutating func compareCallbacks(_ was: Operation, _ now: Operation) {
        for callback in was.callbacks {
            olderOperations["\(now.title) callback \(callback.name)"] = was
            let after = now.callbacks.first { $0.name == callback.name && $0.expression == callback.expression }
            compareIncoming(
                callback.operations, after?.operations ?? [], "\(now.title) callback \(callback.name)",
                noun: "callback", added: .callbackAdded, removed: .callbackRemoved)
        }
        for callback in now.callbacks
        where !was.callbacks.contains(where: { $0.name == callback.name && $0.expression == callback.expression }) {
            compareIncoming(
                [], callback.operations, "\(now.title) callback \(callback.name)", noun: "callback",
                added: .callbackAdded, removed: .callbackRemoved)
        }
    }
}

extension Operation {
    /// The same for every spelling of the path's parameters.
    fileprivate var wireName: String { "\(method.rawValue) \(path.wireName)" }

    fileprivate func wireName(under base: String) -> String { "\(method.rawValue) \(base)\(path.wireName)" }

    fileprivate var basePath: String { servers.first?.basePath ?? "" }

    /// Whether the document declares an operationId for it.
    fileprivate var hasID: Bool { !id.contains(" ") }
}

extension PathTemplate {
    /// The path with `{}` for each parameter.
    fileprivate var wireName: String {
        let path = segments.map { segment in
            segment.map { part in
                switch part {
                case .literal(let text): text
                case .parameter(_, let spans): spans ? "{+}" : "{}"
                }
            }.joined()
        }.joined(separator: "/")
        let query = query.map { "\($0.name)=\($0.value ?? "{}")" }
        return "/" + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}
