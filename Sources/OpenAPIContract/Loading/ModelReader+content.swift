// Bodies: media types, encodings, examples.

import HTTPExchange
import JSONValues
import JSONSchema
import SourceDocuments

extension ModelReader {
    mutating func readRequestBody(_ value: Located) -> RequestBody? {
        let key = referenceKey(value)
        if let key, let known = bodiesByReference[key] { return known }
        guard let target = resolve(value), let object = object(target, "a request body") else { return nil }
        checkFields(of: object, .requestBody)
        if object["content"] == nil {
            report(
                .missingField, "a request body has no 'content'; any body is taken", remedy: "Add it.", at: object.place
            )
        }
        let body = RequestBody(
            required: flag("required", of: object) ?? false, content: readContent(of: object),
            description: text("description", of: object), extensions: object.extensions, place: object.place)
        if let key { bodiesByReference[key] = body }
        return body
    }

    mutating func readContent(of value: Located) -> [MediaType] {
        map("content", of: value).compactMap { range, media in readMediaType(media, range: range) }
    }

    private mutating func readMediaType(_ value: Located, range: String) -> MediaType? {
        guard var target = resolve(value) else { return nil }
        if target.json.isNull {
            report(
                .wrongType, "the media type '\(range)' is left empty; any content is taken", expected: "an object",
                severity: .warning, at: target.place)
            target = Located(json: .object(JSONObject()), source: target.source, pointer: target.pointer)
        }
        guard let object = object(target, "a media type") else { return nil }
        checkFields(of: object, .mediaType)
        // Headers of a part have content of their own, which may have parts.
        return entering(target, "a media type") { reader in reader.readMediaType(object, range: range, at: value.place)
        }
    }

    private mutating func readMediaType(_ object: Located, range: String, at place: Place) -> MediaType {
        let media = MediaRange(range)
        if media == nil {
            report(
                .invalidValue, "'\(range)' is no media type",
                remedy: "Write 'type/subtype', such as 'application/json'.",
                at: object.place)
        }
        let schema = schema("schema", of: object)
        // Who gives lines a schema that no list fits means each of them.
        let isOfLine = media?.kind == .jsonLines && !WireShape(schema).kinds.contains(.array)
        return MediaType(
            range: range, schema: schema,
            itemSchema: self.schema("itemSchema", of: object) ?? (isOfLine ? schema : nil),
            examples: readExamples(of: object, media: media), encoding: readEncoding(of: object),
            extensions: object.extensions,
            place: place, shape: media.map(\.kind).map(WireShape.isNeeded) ?? false ? WireShape(schema) : .any,
            media: media)
    }

    private mutating func readEncoding(of value: Located) -> [PropertyEncoding] {
        map("encoding", of: value).compactMap { property, encoding in
            guard let encoding = object(encoding, "an encoding") else { return nil }
            checkFields(of: encoding, .encoding)
            let style = text("style", of: encoding)
            let hasStyle = style != nil || encoding["explode"] != nil || encoding["allowReserved"] != nil
            let named = style.flatMap(Parameter.Style.init) ?? .form
            return PropertyEncoding(
                property: property, contentType: text("contentType", of: encoding), style: hasStyle ? named : nil,
                explode: flag("explode", of: encoding) ?? (named == .form),
                allowReserved: flag("allowReserved", of: encoding) ?? false, headers: readHeaders(of: encoding))
        }
    }

    // MARK: Examples

    mutating func readExamples(of value: Located, media: MediaRange? = nil) -> [Example] {
        checkExclusive(["example", "examples"], of: value, "the object")
        var examples: [Example] = []
        if let example = value["example"] {
            examples.append(Example(name: nil, summary: nil, value: example.json, place: example.place))
        }
        guard let named = value["examples"] else { return examples }
        switch named.json {
        case .object:
            for (name, example) in named.members {
                if let example = readExample(example, name: name, media: media) { examples.append(example) }
            }
        case .array:
            report(
                .wrongType, "'examples' must be an object of named examples here", found: "a list",
                remedy: "Give each example a name and put it under 'value'.", severity: .warning, at: named.place)
            examples += named.elements.map { Example(name: nil, summary: nil, value: $0.json, place: $0.place) }
        case .null: break
        case .bool, .number, .string:
            report(
                .wrongType, "'examples' must be an object", found: named.json.kindName, expected: "an object",
                severity: .warning, at: named.place)
        }
        return examples
    }

    mutating func readExample(_ value: Located, name: String, media: MediaRange?) -> Example? {
        let key = referenceKey(value).map { name + " " + $0 }
        if let key, let known = examplesByReference[key] { return known }
        guard let target = resolve(value) else { return nil }
        guard let example = readTarget(target, name: name, media: media) else { return nil }
        if let key { examplesByReference[key] = example }
        return example
    }

    private mutating func readTarget(_ target: Located, name: String, media: MediaRange?) -> Example? {
        let summary = target.json["summary"]?.string ?? target.json["description"]?.string
        checkExclusive(["value", "externalValue"], of: target, "the example '\(name)'")
        if let value = target["value"] ?? target["dataValue"] {
            checkFields(of: target, .example)
            return Example(name: name, summary: summary, value: value.json, place: value.place)
        }
        if let external = target["externalValue"] {
            guard let text = external.json.string, let value = externalValue(text, at: external.place, media: media)
            else {
                return nil
            }
            externalValues[target.place] = value
            return Example(name: name, summary: summary, value: value, place: external.place)
        }
        if let serialized = target["serializedValue"]?.json.string {
            let value =
                media?.kind == .json ? (try? JSON(parsing: serialized)) ?? .string(serialized) : .string(serialized)
            return Example(name: name, summary: summary, value: value, place: target.place)
        }
        report(
            .invalidValue, "the example '\(name)' has no 'value'; all of it is taken for the value",
            remedy: "Put the value under 'value'.", at: target.place)
        return Example(name: name, summary: nil, value: target.json, place: target.place)
    }

    /// The content of a file that an example names, as JSON where it is (or YAML that stands for it), else as text.
    private mutating func externalValue(_ reference: String, at place: Place, media: MediaRange?) -> JSON? {
        switch store.contents(of: reference, from: place.source) {
        case .success(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                report(
                    .externalExample, "'\(reference)' is not text, so the example is left out",
                    remedy: "Only examples that are text can be shown.", at: place)
                return nil
            }
            guard media?.kind ?? .json == .json else { return .string(text) }
            let isDocument = [".json", ".yaml", ".yml"].contains { reference.hasSuffix($0) }
            guard media != nil || isDocument else { return (try? JSON(parsing: bytes)) ?? .string(text) }
            let (file, problems) = DocumentReader.read(bytes, name: reference, uri: reference)
            guard let file else {
                for problem in problems {
                    report(
                        .externalExample,
                        "'\(reference)' is left out: \(problem.message), on line \(problem.place?.line ?? 1)",
                        remedy: problem.remedy, at: place)
                }
                return nil
            }
            return file.root
        case .failure(let fault):
            report(.externalExample, fault.message, remedy: fault.remedy, at: place)
            return nil
        }
    }
}

extension WireShape {
    /// Whether bodies of that kind are text that a schema must tell how to read.
    static func isNeeded(_ kind: MediaRange.Kind) -> Bool {
        switch kind {
        case .form, .multipart, .text, .xml: true
        case .json, .jsonLines, .eventStream, .binary: false
        }
    }
}
