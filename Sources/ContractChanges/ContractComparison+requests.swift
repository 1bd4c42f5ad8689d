// What an operation takes: parameters and bodies.

import HTTPExchange
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ContractComparison {
    mutating func compareParameters(_ was: Operation, _ now: Operation) {
        var matched: Set<Int> = []
        var gone: [Parameter] = []
        for parameter in was.parameters {
            let index = now.parameters.firstIndex { other in
                guard other.location == parameter.location else { return false }
                if other.location == .path { return was.position(of: parameter) == now.position(of: other) }
                return other.matches(name: parameter.name)
            }
            if let index {
                matched.insert(index)
                compare(parameter, now.parameters[index], now.title)
            } else if parameter.location != .path {
                gone.append(parameter)
            }
        }
        let come = now.parameters.enumerated().filter { index, parameter in
            // Those of the path come with it.
            guard parameter.location == .path else { return !matched.contains(index) }
            return !matched.contains(index) && was.path.parameterNames.count == now.path.parameterNames.count
                && was.position(of: parameter, named: now) == nil
        }.map(\.element)
        var (formerNames, names) = ([ChangedPart: String](), [ChangedPart: String]())
        for location in Set(gone.map(\.location)) {
            let (were, are) = (gone.filter { $0.location == location }, come.filter { $0.location == location })
            let pairs = Renames.pairs(
                gone: were.map { ($0.schemas, $0.required) }, come: are.map { ($0.schemas, $0.required) })
            for pair in pairs {
                names[were[pair.gone].part] = are[pair.come].name
                formerNames[are[pair.come].part] = were[pair.gone].name
            }
        }
        for parameter in gone { reportRemoved(parameter, from: now, hint: Renames.hint(to: names[parameter.part])) }
        for parameter in come {
            let hint = Renames.hint(from: formerNames[parameter.part])
            note(
                parameter.required ? .parameterAddedRequired : .parameterAddedOptional, now.title, parameter.part,
                (parameter.required ? "the parameter is new, and required" : "the parameter is new") + hint,
                before: was.place, after: parameter.place)
        }
    }

    private mutating func reportRemoved(_ parameter: Parameter, from now: Operation, hint: String) {
        let sunset = Sunset(of: parameter.extensions)
        func add(_ change: OutlineChange, _ message: String) {
            note(change, now.title, parameter.part, message + hint, before: parameter.place, after: now.place)
        }
        switch sunset {
        case .invalid(let text):
            add(.parameterSunsetInvalid, "the parameter is gone, and its sunset '\(text)' is no date")
        case .date(let date) where parameter.deprecated && date > today:
            add(.parameterRemovedBeforeSunset, "the parameter is gone before its sunset on \(date)")
        default:
            if parameter.deprecated {
                add(.parameterRemovedAfterDeprecation, "the parameter is gone, after it was deprecated")
            } else {
                add(.parameterRemoved, "the parameter is gone: a server may refuse what it does not know")
            }
        }
    }

    private mutating func compare(_ was: Parameter, _ now: Parameter, _ operation: String) {
        let part = now.part
        func add(_ change: OutlineChange, _ message: String) {
            note(change, operation, part, message, before: was.place, after: now.place)
        }
        if was.required != now.required {
            add(
                now.required ? .parameterBecameRequired : .parameterBecameOptional,
                "the parameter became \(now.required ? "required" : "optional")")
        }
        if let before = was.wireForm, let after = now.wireForm, before != after {
            add(
                .parameterSerializationChanged,
                "the parameter is written otherwise: \(before) before, \(after) now")
        }
        if was.allowEmptyValue, !now.allowEmptyValue, was.location == .query {
            add(.parameterMayNotBeEmpty, "the parameter may not be empty any more")
        }
        if was.deprecated != now.deprecated {
            self.add(
                ChangeRule(now.deprecated ? .becameDeprecated : .reactivated, of: .requestParameter), operation, part,
                now.deprecated ? "the parameter is deprecated" : "the parameter is no longer deprecated",
                before: was.place, after: now.place)
        }
        let change = Sunset.change(
            from: Sunset(of: was.extensions), to: Sunset(of: now.extensions), isDeprecated: now.deprecated)
        if let change {
            let rule: OutlineChange =
                switch change {
                case .removed: .parameterSunsetRemoved
                case .earlier: .parameterSunsetEarlier
                case .invalid: .parameterSunsetInvalid
                }
            add(rule, "the parameter's sunset \(change)")
        }
        enter(
            operation, part, .requestParameter, was.schemas, now.schemas,
            isText: was.content == nil && now.content == nil)
    }

    // MARK: Bodies

    mutating func compareBodies(_ was: Operation, _ now: Operation) {
        let name = now.title
        switch (was.body, now.body) {
        case (nil, nil): break
        case (nil, let after?):
            note(
                after.required ? .bodyAddedRequired : .bodyAddedOptional, name, .requestBody,
                after.required ? "a body is asked for now, and required" : "a body may be sent now",
                before: was.place, after: after.place)
        case (let before?, nil):
            note(
                .bodyRemoved, name, .requestBody, "no body is taken any more", before: before.place,
                after: now.place)
        case (let before?, let after?):
            if before.required != after.required {
                note(
                    after.required ? .bodyBecameRequired : .bodyBecameOptional, name, .requestBody,
                    "the body became \(after.required ? "required" : "optional")", before: before.place,
                    after: after.place)
            }
            compareContent(before, after, name)
        }
    }

    private mutating func compareContent(_ was: RequestBody, _ now: RequestBody, _ name: String) {
        let pairs = ContractComparison.pairs(was.content, now.content)
        for media in was.content where !pairs.contains(where: { $0.old.range == media.range }) {
            // A wider range takes it still.
            if let wider = now.content.including(media) {
                compare(media, wider, name, .requestBody) {
                    .requestContent(media.range, before: media.range, isItem: $0)
                }
                continue
            }
            note(
                .bodyMediaTypeRemoved, name, .requestMedia(media.range), "\(media.range) is no longer taken",
                before: media.place,
                after: now.place)
        }
        for media in now.content where !pairs.contains(where: { $0.new.range == media.range }) {
            note(
                .bodyMediaTypeAdded, name, .requestBody, "\(media.range) is taken now", before: was.place,
                after: media.place)
        }
        for (before, after) in pairs {
            compare(before, after, name, .requestBody) {
                .requestContent(after.range, before: before.range, isItem: $0)
            }
        }
    }

    mutating func compare(
        _ was: MediaType, _ now: MediaType, _ operation: String, _ subject: ValueSubject,
        part: (_ isItem: Bool) -> ChangedPart
    ) {
        enter(operation, part(false), subject, was.schemas, now.schemas)
        enter(operation, part(true), subject.inner, was.itemSchemas, now.itemSchemas)
        for property in Set(was.encoding.map(\.property)).union(now.encoding.map(\.property)).sorted() {
            let before = was.encoding.first { $0.property == property }?.wireForm ?? "by its type"
            let after = now.encoding.first { $0.property == property }?.wireForm ?? "by its type"
            guard before != after else { continue }
            note(
                subject == .requestBody ? .bodyEncodingChanged : .responseEncodingChanged, operation, part(false),
                "'\(property)' is written otherwise: \(before) before, \(after) now", before: was.place,
                after: now.place)
        }
    }

    /// The media types of both sides that are the same, whatever their parameters.
    static func pairs(_ was: [MediaType], _ now: [MediaType]) -> [(old: MediaType, new: MediaType)] {
        was.compactMap { media in
            let same = now.first { $0.range.lowercased() == media.range.lowercased() }
            let essence = media.media?.essence
            let alike = same ?? now.first { $0.media?.essence == essence && essence != nil }
            return alike.map { (media, $0) }
        }
    }
}

extension [MediaType] {
    /// The one that takes in all that another is.
    func including(_ media: MediaType) -> MediaType? {
        guard let range = media.media else { return nil }
        return first { $0.media?.includes(range) ?? false }
    }
}

extension Operation {
    /// Which of the path's parameters it is, counted from the left.
    fileprivate func position(of parameter: Parameter) -> Int? { path.parameterNames.firstIndex(of: parameter.name) }

    /// Which of this path's parameters stands where the other operation has the parameter.
    fileprivate func position(of parameter: Parameter, named other: Operation) -> Int? {
        guard let position = other.position(of: parameter), position < path.parameterNames.count else { return nil }
        return position
    }
}

extension Parameter {
    var part: ChangedPart { .parameter(location, name) }

    /// Its schema, or that of its content.
    var schemas: [Schema] { [schema ?? content?.schema].compactMap(\.self) }

    /// How the value becomes text; nil where all ways come to the same.
    fileprivate var wireForm: String? {
        if let content { return content.range }
        let isPlain = schema.map { $0.types.isDisjoint(with: [.array, .object]) } ?? true
        if isPlain, style != .matrix, style != .label { return location == .path ? Style.simple.rawValue : nil }
        return explode ? "\(style.rawValue), exploded" : style.rawValue
    }
}

extension PropertyEncoding {
    fileprivate var wireForm: String {
        if let style { return explode ? "\(style.rawValue), exploded" : style.rawValue }
        return contentType ?? "by its type"
    }
}
