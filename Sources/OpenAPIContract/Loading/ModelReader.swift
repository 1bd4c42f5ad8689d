// Builds the model out of documents: the part that every kind of object shares.

package import JSONValues
import JSONSchema
import SourceDocuments

/// Reads OpenAPI objects off JSON values, following references and collecting what is wrong.
struct ModelReader {
    let version: SpecificationVersion
    var store: DocumentStore
    var schemas: SchemaLibrary
    let root: Located
    /// In place of all servers; nil leaves those.
    let basePath: String?
    /// Objects that references share, by the file and the text of the reference.
    var parametersByReference: [String: Parameter] = [:]
    var responsesByReference: [String: ResponseParts] = [:]
    var bodiesByReference: [String: RequestBody] = [:]
    var callbacksByReference: [String: [Callback]] = [:]
    var headersByReference: [String: HeaderSpec] = [:]
    var examplesByReference: [String: Example] = [:]
    /// The places of the objects that are being read: what leads back to one of them has no end.
    var open = PlaceSet()
    /// The places that references have led to.
    var followed = PlaceSet()
    /// How many callbacks stand in each other.
    var callbackDepth = 0
    var operationIDs: Set<String> = []
    var externalValues: [Place: JSON] = [:]
    /// Schema problems that have been reported.
    var reportedProblems: Set<SchemaProblem> = []
    /// The places under `components` that hold no schemas, which one diagnostic tells of.
    var misfits = PlaceSet()

    init(
        root: SourceFile, version: SpecificationVersion, store: DocumentStore, schemas: SchemaLibrary,
        basePath: String? = nil
    ) {
        self.basePath = basePath
        self.version = version
        self.store = store
        self.schemas = schemas
        self.root = Located(json: root.root, source: root, pointer: .root)
    }

    mutating func report(
        _ code: DiagnosticCode, _ message: String, found: String? = nil, expected: String? = nil, remedy: String? = nil,
        severity: Diagnostic.Severity? = nil, at place: Place
    ) {
        let fallback = code == .wrongType || code == .invalidValue ? expected.map { "Write \($0)." } : nil
        store.diagnostics.append(
            Diagnostic(
                code, message, found: found, expected: expected, remedy: remedy ?? fallback, severity: severity,
                at: place))
    }
}

// MARK: References

extension ModelReader {
    /// What a value stands for: itself, or what its `$ref` leads to in the end.
    mutating func resolve(_ value: Located) -> Located? {
        var value = value
        var seen = PlaceSet()
        while let reference = value.json["$ref"]?.string {
            guard seen.insert(value.place) else {
                report(
                    .refCircular, "'\(reference)' leads back to itself",
                    remedy: "Put the object itself in one of the places.", at: value.place)
                return nil
            }
            guard
                let target = store.target(
                    of: reference, at: Place(source: value.source, pointer: value.pointer.appending("$ref")))
            else { return nil }
            value = Located(json: target.value, source: target.source, pointer: target.pointer)
            followed.insert(value.place)
        }
        return value
    }

    /// What stands in a field that may hold no reference in OpenAPI. Many documents have one there, and most programs follow it.
    mutating func resolveMisplaced(_ value: Located, _ what: String) -> Located? {
        guard let object = value.json.object, object["$ref"]?.string != nil else { return value }
        reportMisplaced(what, at: value)
        return resolve(value)
    }

    private mutating func reportMisplaced(_ what: String, at value: Located) {
        report(
            .refMisplaced, "\(what) cannot be a reference in OpenAPI; it is followed all the same",
            remedy: "Write out what it leads to.",
            at: Place(source: value.source, pointer: value.pointer.appending("$ref")))
    }

    /// A text that a misplaced reference leads to: a value of a document, or a whole file.
    private mutating func referredText(_ name: String, _ value: Located) -> String? {
        guard case .object(let object) = value.json, object.count == 1, let reference = object["$ref"]?.string else {
            return nil
        }
        reportMisplaced("'\(name)'", at: value)
        let isDocument = [".yaml", ".yml", ".json"].contains { reference.prefix { $0 != "#" }.hasSuffix($0) }
        if isDocument || reference.contains("#") { return resolve(value)?.json.string }
        switch store.contents(of: reference, from: value.source) {
        case .success(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .failure(let fault):
            report(.refUnresolved, fault.message, remedy: fault.remedy, at: value.place)
            return nil
        }
    }

    /// The key under which what a reference leads to is remembered; nil for a value that is no reference.
    func referenceKey(_ value: Located) -> String? {
        guard let reference = value.json["$ref"]?.string else { return nil }
        return value.source.uri + " " + reference
    }
}

extension ModelReader {
    /// Reads an object that can hold another of its kind, by references; nil where it leads back to itself.
    mutating func entering<Value>(_ value: Located, _ what: String, _ read: (inout ModelReader) -> Value?) -> Value? {
        let place = value.place
        guard open.insert(place) else {
            report(
                .refCircular, "\(what) leads back to itself; the inner one is left out",
                remedy: "Take the reference out.", severity: .warning, at: place)
            return nil
        }
        defer { open.remove(place) }
        return read(&self)
    }
}

// MARK: Fields

extension ModelReader {
    /// Reports a value that is not an object; the rest is not looked at then.
    mutating func object(_ value: Located, _ what: String) -> Located? {
        if case .object = value.json { return value }
        report(
            .wrongType, "\(what) must be an object", found: value.json.kindName, expected: "an object", at: value.place)
        return nil
    }

    mutating func text(_ name: String, of value: Located) -> String? {
        guard let field = value[name] else { return nil }
        switch field.json {
        case .string(let text): return text
        // `version: 1.0` is a number to YAML, and what was meant is plain.
        case .number(let number):
            return number.text
        case .null, .bool, .array, .object:
            if field.json["$ref"] != nil { return referredText(name, field) }
            report(
                .wrongType, "'\(name)' must be text", found: field.json.kindName, expected: "text",
                severity: field.json.isNull ? .warning : .error, at: field.place)
            return nil
        }
    }

    mutating func flag(_ name: String, of value: Located) -> Bool? {
        guard let field = value[name] else { return nil }
        if case .bool(let flag) = field.json { return flag }
        if let text = field.json.string, let flag = ModelReader.flagsAsText[text.lowercased()] {
            report(
                .wrongType, "'\(name)' is the text '\(text)', which is taken for \(flag)", expected: "true or false",
                remedy: "Write \(flag), without quotes.", severity: .warning, at: field.place)
            return flag
        }
        report(
            .wrongType, "'\(name)' must be true or false", found: field.json.kindName, expected: "true or false",
            severity: field.json.isNull ? .warning : .error, at: field.place)
        return nil
    }

    /// Words that YAML 1.1 took for true and false, and YAML 1.2 takes for text.
    private static let flagsAsText = [
        "true": true, "yes": true, "on": true, "false": false, "no": false, "off": false,
    ]

    /// The members of a map field; reports a field that is none.
    mutating func map(_ name: String, of value: Located) -> [(name: String, value: Located)] {
        guard let field = value[name] else { return [] }
        if field.json.isNull {
            report(.wrongType, "'\(name)' is empty", expected: "an object", severity: .warning, at: field.place)
            return []
        }
        guard let map = resolveMisplaced(field, "'\(name)'") else { return [] }
        return object(map, "'\(name)'")?.members ?? []
    }

    mutating func list(_ name: String, of value: Located) -> [Located] {
        guard let field = value[name].flatMap({ resolveMisplaced($0, "'\(name)'") }) else { return [] }
        if case .array = field.json { return field.elements }
        report(
            .wrongType, "'\(name)' must be a list", found: field.json.kindName, expected: "a list",
            severity: field.json.isNull ? .warning : .error, at: field.place)
        return []
    }

    /// Reports fields of which an object has one at most.
    mutating func checkExclusive(_ names: [String], of value: Located, _ what: String) {
        let given = names.filter { value[$0] != nil }
        guard given.count > 1, let last = given.last.flatMap({ value[$0] }) else { return }
        report(
            .invalidValue, "\(what) has both '\(given[0])' and '\(given[1])'", remedy: "Keep one of them.",
            at: last.keyPlace)
    }

    /// Reports members that the object does not have, with the one that was probably meant.
    mutating func checkFields(of value: Located, _ kind: ObjectKind) {
        let fields = kind.fields
        for (name, _) in value.json.object ?? JSONObject() where !fields.contains(name) && !name.hasPrefix("x-") {
            let nearest = nearestName(to: name, among: fields)
            report(
                .unknownField, "\(kind.rawValue) has no field '\(name)'",
                remedy: nearest.map { "Did you mean '\($0)'?" } ?? "Remove it, or start its name with 'x-'.",
                at: Place(source: value.source, keyOf: value.pointer.appending(name)))
        }
    }
}

// MARK: Schemas

extension ModelReader {
    /// Compiles the schema that stands in a field.
    mutating func schema(_ name: String, of value: Located) -> Schema? {
        value[name].flatMap { compile($0) }
    }

    mutating func compile(_ value: Located) -> Schema? {
        do {
            return try schemas.compile(value.source.schemaURI(of: value.pointer))
        } catch {
            for problem in error.problems where reportedProblems.insert(problem).inserted { report(problem) }
            return nil
        }
    }

    /// Reports what is wrong with the schemas but clear enough for them to be used.
    mutating func reportSchemaWarnings() {
        for warning in schemas.warnings where reportedProblems.insert(warning).inserted { report(warning) }
    }

    private mutating func report(_ problem: SchemaProblem) {
        let place = store.place(of: problem.place) ?? root.place
        guard !misfits.contains(place) else { return }
        switch problem.kind {
        case .unknownDocument, .unresolved:
            // Finding the references has reported those that stand in documents.
            let reference = Place(source: place.source, pointer: place.pointer.appending("$ref"))
            guard !store.isBroken(at: place), !store.isBroken(at: reference) else { return }
            report(
                .refUnresolved, problem.message.withoutPeriod, found: problem.found, expected: problem.expected,
                remedy: "Add what it names, or mend the reference.", at: place)
        case .endless:
            // What leads back to itself, and nowhere else, asks for nothing: whatever it describes is taken as it comes.
            report(
                .invalidSchema, "the schema consists of itself: its references lead back to it, so any value is taken",
                remedy: "Say in one of the places what it is.", severity: .warning, at: place)
        case .malformed, .unknownDialect, .pattern:
            report(
                .invalidSchema, problem.message.withoutPeriod, found: problem.found, expected: problem.expected,
                remedy: problem.expected.isEmpty ? nil : "Write \(problem.expected).",
                severity: problem.severity == .warning ? .warning : nil, at: place)
        }
    }
}

extension SourceFile {
    /// A place in this file as the schema compiler names it.
    package func schemaURI(of pointer: JSONPointer) -> String {
        uri + "#" + pointer.fragment
    }
}

extension String {
    /// Reports put messages into sentences of their own.
    fileprivate var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
