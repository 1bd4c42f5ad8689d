// Finds the place a reference leads to.

import JSONValues

extension SchemaCompiler {
    /// Why a reference leads nowhere; it becomes a problem at the place that has the reference.
    struct LocateFailure: Error {
        var severity = SchemaProblem.Severity.error
        let kind: SchemaProblem.Kind
        let found: String
        let expected: String
        let message: String

        func problem(at place: SchemaPlace) -> SchemaProblem {
            SchemaProblem(
                severity: severity, kind: kind, place: place, found: found, expected: expected, message: message)
        }
    }

    /// The place that a reference written in a resource leads to.
    mutating func locate(_ text: String, in resource: ResourceID) -> Result<LocationID, LocateFailure> {
        if let known = index.resources[resource]?.targets[text] { return .success(known) }
        let base = index.resources[resource]?.uri ?? URIReference("")
        let result = locate(URIReference(text).resolved(against: base), written: text)
        if case .success(let location) = result { index.resources[resource]?.targets[text] = location }
        return result
    }

    mutating func locate(_ reference: URIReference, written: String) -> Result<LocationID, LocateFailure> {
        let document = reference.document
        if index.resourcesByURI[document] == nil, let metaschema = Metaschemas.document(document) {
            add(metaschema, uri: document, dialect: nil)
        }
        guard let id = index.resourcesByURI[document], let resource = index.resources[id] else {
            let known = index.resourcesByURI.keys.sorted().prefix(8).joined(separator: ", ")
            return .failure(
                LocateFailure(
                    kind: .unknownDocument, found: document, expected: "one of \(known)",
                    message: "\(written) refers to \(document), which is not among the documents."))
        }
        guard let fragment = reference.decodedFragment else {
            return .failure(unresolved(written, in: document, because: "its fragment is not UTF-8"))
        }
        if fragment.isEmpty { return .success(resource.root) }
        guard fragment.hasPrefix("/") else {
            if let location = resource.anchors[fragment] { return .success(location) }
            return .failure(unresolved(written, in: document, because: "there is no anchor \(fragment)"))
        }
        guard let pointer = try? JSONPointer(parsing: fragment) else {
            return .failure(unresolved(written, in: document, because: "its fragment is not a JSON Pointer"))
        }
        var location = resource.root
        for (depth, token) in pointer.tokens.enumerated() {
            guard let next = child(token, of: location) else {
                let reached = JSONPointer(Array(pointer.tokens.prefix(depth)))
                let nearest = nearestMember(to: token, of: location).map { "; the nearest is \($0)" } ?? ""
                let parent = reached.tokens.isEmpty ? "the root" : "\(reached)"
                return .failure(
                    unresolved(written, in: document, because: "\(parent) has no \(token)\(nearest)"))
            }
            location = next
        }
        return .success(location)
    }

    /// The place of a member or an element, made when it is first asked for.
    mutating func child(_ token: String, of parent: LocationID) -> LocationID? {
        if let known = known(token, of: parent) { return known }
        switch state.locations[Int(parent)].value {
        case .object(let object): return object[token].map { place($0, token: token, in: parent) }
        case .array(let array):
            guard let position = Int(token), String(position) == token, array.indices.contains(position) else {
                return nil
            }
            return place(array[position], token: token, in: parent)
        case .null, .bool, .number, .string: return nil
        }
    }

    /// The place of a value that is known to stand there.
    mutating func place(_ value: JSON, token: String, in parent: LocationID) -> LocationID {
        if let known = known(token, of: parent) { return known }
        let id = LocationID(state.locations.count)
        let resource = state.locations[Int(parent)].resource
        let namesake = index.children.updateValue(id, forKey: SchemaCompiler.hash(token, of: parent))
        state.locations.append(
            .init(parent: parent, token: token, value: value, resource: resource, namesake: namesake))
        return id
    }

    private func known(_ token: String, of parent: LocationID) -> LocationID? {
        var candidate = index.children[SchemaCompiler.hash(token, of: parent)]
        while let id = candidate {
            let location = state.locations[id]
            if location.parent == parent, sameUTF8(location.token, token) { return id }
            candidate = location.namesake
        }
        return nil
    }

    private static func hash(_ token: String, of parent: LocationID) -> Int {
        parent << 32 | Int(JSONHash.standard(token))
    }

    private func unresolved(_ written: String, in document: String, because reason: String) -> LocateFailure {
        LocateFailure(
            kind: .unresolved, found: written, expected: "a place in \(document)",
            message: "\(written) leads nowhere: \(reason).")
    }

    /// The member whose name is most like a misspelt one.
    private func nearestMember(to name: String, of location: LocationID) -> String? {
        guard case .object(let object) = state.locations[Int(location)].value else { return nil }
        return nearestName(to: name, among: object.lazy.map(\.key).prefix(2_000))
    }
}
