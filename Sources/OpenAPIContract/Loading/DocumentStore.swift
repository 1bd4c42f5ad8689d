// The files of one contract while it loads, and the references between them.

import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments

/// Files by URI. Every file that any reference leads to is read once; a reference that leads nowhere is reported once.
struct DocumentStore {
    let files: ContractFiles
    private(set) var sources: [String: SourceFile] = [:]
    /// In the order in which they were met.
    private(set) var order: [SourceFile] = []
    var diagnostics: [Diagnostic] = []
    /// Places of references that have been reported, so that nobody reports them again.
    private(set) var broken = PlaceSet()
    private var failures: [String: DiagnosticCode] = [:]
    /// By the URI that they say, out of the first so many files.
    var named: [String: NamedSchema] = [:]
    var namedUpTo = 0

    init(files: ContractFiles) { self.files = files }

    mutating func readRoot(_ path: String) -> SourceFile? {
        do {
            return add(try files.read(path), path: path, uri: path)
        } catch {
            let name = files.name(of: path)
            let (code, message, remedy): (DiagnosticCode, String, String) =
                switch error {
                case .missing: (.noSuchFile, "there is no file '\(name)'", "Check the path.")
                case .folder: (.noSuchFile, "'\(name)' is a folder", "Name the file in it.")
                case .outside: (.refOutside, "'\(name)' lies outside the contract's folder", "Move it there.")
                case .tooLarge: (.tooLarge, "'\(name)' is larger than any contract", "Name an OpenAPI document.")
                case .unreadable(let reason):
                    (.unreadable, "'\(name)' cannot be read: \(reason)", "Check its permissions.")
                }
            diagnostics.append(Diagnostic(code, message, remedy: remedy, at: nil))
            return nil
        }
    }

    private mutating func add(_ bytes: [UInt8], path: String, uri: String) -> SourceFile? {
        let (file, found) = DocumentReader.read(bytes, name: files.name(of: path), uri: uri)
        diagnostics += found
        guard var file else { return nil }
        if let upgraded = SwaggerUpgrade.document(file.root) { file = file.standing(for: upgraded) }
        sources[uri] = file
        order.append(file)
        return file
    }

    /// A value that a reference leads to.
    struct Target {
        let source: SourceFile
        let pointer: JSONPointer
        let value: JSON
    }

    /// Follows one reference from a place. Nil where it leads nowhere, which is then reported.
    mutating func target(of reference: String, at place: Place) -> Target? {
        let resolved = URIReference(reference).resolved(against: URIReference(place.source.uri))
        if let named = schema(named: resolved.document) {
            return target(of: resolved, in: named, written: reference, at: place)
        }
        guard let source = source(resolved, written: reference, at: place) else { return nil }
        guard let fragment = resolved.decodedFragment else {
            report(
                .refUnresolved, "'\(reference)' is not valid percent-encoded text",
                remedy: "Write '%25' where a percent sign is meant.", at: place)
            return nil
        }
        if fragment.isEmpty { return Target(source: source, pointer: .root, value: source.root) }
        guard fragment.hasPrefix("/"), let pointer = try? JSONPointer(parsing: fragment) else {
            return anchor(fragment, in: source, written: reference, at: place)
        }
        guard let value = source.root[pointer: pointer] else {
            reportMissing(pointer, in: source, written: reference, at: place)
            return nil
        }
        return Target(source: source, pointer: pointer, value: value)
    }

    /// `#name`: schemas alone have such anchors, and the schema compiler finds them.
    private mutating func anchor(_ name: String, in source: SourceFile, written: String, at place: Place) -> Target? {
        if let found = DocumentStore.find(anchor: name, in: source.root, at: .root) {
            return Target(source: source, pointer: found.0, value: found.1)
        }
        report(
            .refUnresolved, "'\(written)' leads nowhere: no schema has the anchor '\(name)'",
            remedy: name.contains("/")
                ? "A pointer begins with a slash: '#/\(name)'." : "Write a pointer: '#/components/schemas/\(name)'.",
            at: place)
        return nil
    }

    static func find(anchor: String, in value: JSON, at pointer: JSONPointer) -> (JSONPointer, JSON)? {
        switch value {
        case .object(let object):
            if object["$anchor"]?.string == anchor || object["$dynamicAnchor"]?.string == anchor {
                return (pointer, value)
            }
            for (key, child) in object {
                if let found = find(anchor: anchor, in: child, at: pointer.appending(key)) { return found }
            }
            return nil
        case .array(let array):
            for (index, child) in array.enumerated() {
                if let found = find(anchor: anchor, in: child, at: pointer.appending(index)) { return found }
            }
            return nil
        case .null, .bool, .number, .string: return nil
        }
    }

    private mutating func source(_ reference: URIReference, written: String, at place: Place) -> SourceFile? {
        let uri = reference.document
        if uri == place.source.uri { return place.source }
        if let known = sources[uri] { return known }
        // OpenAPI 3.2 lets a document say its own URI, by which others may refer to it.
        if let named = order.first(where: { $0.root["$self"]?.string == uri }) {
            sources[uri] = named
            return named
        }
        if let code = failures[uri] {
            if code == .refUnresolved {
                report(
                    code, "'\(written)' leads to a file that is not there",
                    remedy: "Paths start from the folder of the file that the reference stands in.", at: place)
            }
            return nil
        }
        if let path = files.path(ofURL: uri) {
            sources[uri] = source(URIReference(path), written: written, at: place)
            return sources[uri]
        }
        if let scheme = reference.scheme, scheme != "file" {
            fail(
                uri, .refNetwork, "'\(written)' leads to the network, which is never asked",
                remedy: "Save that document beside this one and refer to the file.", at: place)
            return nil
        }
        return read(uri, path: Percent.decoded(reference.path), written: written, at: place)
    }

    private mutating func read(_ uri: String, path: String, written: String, at place: Place) -> SourceFile? {
        do {
            let bytes = try files.read(path)
            let before = diagnostics.count
            guard let file = add(bytes, path: path, uri: uri) else {
                failures[uri] = diagnostics.count > before ? diagnostics[before].code : .unreadable
                return nil
            }
            return file
        } catch {
            switch error {
            case .folder:
                fail(
                    uri, .refUnresolved, "'\(written)' leads to a folder", remedy: "Name a file in it.", at: place)
            case .missing:
                let schemas = place.source.root["components"]?["schemas"]?.object
                fail(
                    uri, .refUnresolved, "'\(written)' leads nowhere: there is no file '\(files.name(of: path))'",
                    remedy: schemas?[written] == nil
                        ? "Paths start from the folder of the file that the reference stands in."
                        : "Write '#/components/schemas/\(written)' for the schema.", at: place)
            case .outside:
                fail(
                    uri, .refOutside, "'\(written)' leads outside the contract's folder",
                    remedy: "Move the file into the folder, or allow its folder with --allow-ref.", at: place)
            case .tooLarge:
                fail(
                    uri, .tooLarge, "'\(written)' leads to a file larger than any contract",
                    remedy: "Refer to an OpenAPI document, or to a schema.", at: place)
            case .unreadable(let reason):
                fail(
                    uri, .unreadable, "'\(files.name(of: path))' cannot be read: \(reason)",
                    remedy: "Check its permissions.", at: place)
            }
            return nil
        }
    }

    /// Reads a file that a reference may lead to. That it is not there is no fault.
    mutating func readIfThere(_ reference: URIReference) {
        let uri = reference.document
        guard reference.scheme == nil, reference.authority == nil, sources[uri] == nil, failures[uri] == nil else {
            return
        }
        let path = Percent.decoded(reference.path)
        guard let bytes = try? files.read(path) else { return }
        _ = add(bytes, path: path, uri: uri)
    }

    private mutating func fail(
        _ uri: String, _ code: DiagnosticCode, _ message: String, remedy: String, at place: Place
    ) {
        failures[uri] = code
        report(code, message, remedy: remedy, at: place)
    }

    private mutating func reportMissing(_ pointer: JSONPointer, in source: SourceFile, written: String, at place: Place)
    {
        var value = source.root
        var remedy: String?
        for token in pointer.tokens {
            if let next = value[pointer: JSONPointer([token])] {
                value = next
                continue
            }
            if let names = value.object?.keys, let nearest = nearestName(to: token, among: names) {
                remedy = "Did you mean '\(nearest)'?"
            }
            break
        }
        report(
            .refUnresolved, "'\(written)' leads nowhere",
            remedy: remedy ?? "Add what it names, or mend the reference.", at: place)
    }

    /// Every URI that a reference spelt a file with.
    var spellings: [(uri: String, source: SourceFile)] {
        sources.sorted { $0.key < $1.key }.map { (uri: $0.key, source: $0.value) }
    }

    func isBroken(at place: Place) -> Bool { broken.contains(place) }

    /// Where a schema stands in the files.
    func place(of place: SchemaPlace) -> Place? {
        sources[place.document].map { Place(source: $0, pointer: place.pointer) }
    }

    mutating func report(_ code: DiagnosticCode, _ message: String, remedy: String, at place: Place) {
        guard broken.insert(place) else { return }
        diagnostics.append(Diagnostic(code, message, remedy: remedy, at: place))
    }
}
