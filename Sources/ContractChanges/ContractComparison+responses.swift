// What an operation answers: statuses, headers, media types.

import HTTPExchange
import JSONSchema
import JSONValues
import OpenAPIContract

extension ContractComparison {
    mutating func compareResponses(_ was: Operation, _ now: Operation) {
        for response in was.responses {
            if let after = now.response(like: response.status) {
                compare(response, after, now.title)
            } else {
                note(
                    response.status.isSuccess ? .successRemoved : .errorRemoved, now.title,
                    .response(response.status), "the status is gone", before: response.place, after: now.place)
            }
        }
        for response in now.responses where !was.responses.contains(where: { $0.status == response.status }) {
            note(
                response.status.isSuccess ? .successAdded : .errorAdded, now.title, .response(response.status),
                "the status is new", before: was.place, after: response.place)
        }
    }

    private mutating func compare(_ was: ResponseSpec, _ now: ResponseSpec, _ name: String) {
        let status = was.status
        compareHeaders(was, now, name)
        let pairs = ContractComparison.pairs(was.content, now.content)
        for media in was.content where !pairs.contains(where: { $0.old.range == media.range }) {
            note(
                .responseMediaTypeRemoved, name, .responseMedia(status, media.range), "\(media.range) no longer comes",
                before: media.place, after: now.place)
        }
        for media in now.content where !pairs.contains(where: { $0.new.range == media.range }) {
            note(
                .responseMediaTypeAdded, name, .response(status), "\(media.range) may come now", before: was.place,
                after: media.place)
        }
        for (before, after) in pairs {
            if before.media?.parameters != after.media?.parameters {
                note(
                    .responseMediaTypeParametersChanged, name, .responseMedia(status, before.range),
                    "\(before.range) is \(after.range) now", before: before.place, after: after.place)
            }
            compare(before, after, name, .responseBody) {
                .responseContent(status, after.range, before: before.range, isItem: $0)
            }
        }
        for link in was.links where !now.links.contains(where: { $0.name == link.name }) {
            note(
                .linkRemoved, name, .response(status), "the link '\(link.name)' is gone", before: link.place,
                after: now.place)
        }
    }

    private mutating func compareHeaders(_ was: ResponseSpec, _ now: ResponseSpec, _ name: String) {
        func isSame(_ left: HeaderSpec, _ right: HeaderSpec) -> Bool {
            left.name.lowercased() == right.name.lowercased()
        }
        for header in was.headers {
            let label = ChangedPart.header(was.status, header.name)
            guard let after = now.headers.first(where: { isSame($0, header) }) else {
                note(
                    header.required ? .requiredHeaderRemoved : .optionalHeaderRemoved, name, label,
                    header.required ? "the header is gone; it was always there" : "the header is gone",
                    before: header.place, after: now.place)
                continue
            }
            if header.required != after.required {
                note(
                    after.required ? .headerBecameRequired : .headerBecameOptional, name, label,
                    after.required ? "the header always comes now" : "the header may be missing now",
                    before: header.place, after: after.place)
            }
            if let form = header.wireForm, let newForm = after.wireForm, form != newForm {
                note(
                    .headerSerializationChanged, name, label,
                    "the header is written otherwise: \(form) before, \(newForm) now",
                    before: header.place, after: after.place)
            }
            enter(
                name, label, .responseHeader, [header.schema ?? header.content?.schema].compactMap(\.self),
                [after.schema ?? after.content?.schema].compactMap(\.self),
                isText: header.content == nil && after.content == nil)
        }
        for header in now.headers where !was.headers.contains(where: { isSame($0, header) }) {
            note(
                .headerAdded, name, .header(was.status, header.name), "the header is new", before: was.place,
                after: header.place)
        }
    }
}

extension Operation {
    /// The response that stands for a status or a range: the same, else one that takes it in.
    fileprivate func response(like status: StatusPattern) -> ResponseSpec? {
        if let same = responses.first(where: { $0.status == status }) { return same }
        guard case .exact(let code) = status else { return nil }
        return responses.first { $0.status == .range(code / 100) }
    }
}

extension StatusPattern {
    fileprivate var isSuccess: Bool {
        switch self {
        case .exact(let status): (200...399).contains(status)
        case .range(let hundred): hundred == 2 || hundred == 3
        case .any: false
        }
    }
}

extension HeaderSpec {
    /// How the value becomes text; nil where all ways come to the same.
    fileprivate var wireForm: String? {
        if let content { return content.range }
        let isPlain = schema.map { $0.types.isDisjoint(with: [.array, .object]) } ?? true
        return isPlain ? nil : explode ? "simple, exploded" : "simple"
    }
}
