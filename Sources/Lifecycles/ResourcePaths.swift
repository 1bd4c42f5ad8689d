// Where in a contract resources are made, listed and asked for: which property of an answer is the id that a path takes.

import ContractCollections
package import JSONValues
import SourceDocuments
package import OpenAPIContract
import HTTPTypes

/// The paths whose last parameter names a resource, by the path that lists or makes them.
package struct ResourcePaths: Sendable {
    /// Where the resources of one kind are.
    package struct Child: Sendable {
        /// `/pets/{}`
        package let key: String
        /// What the id may be called in an answer, the likeliest first; plain.
        let idNames: [String]
        /// The path's parameter, plain.
        let parameterName: String
        /// What the resources are called, plain: `pet`.
        package let resourceName: String
        /// What others call the id: `petid`.
        package let referenceName: String
        /// Whether the parameter is called like an id: another, `{domain}`, may take the resource's name as well.
        var isParameterAnID: Bool { parameterName.hasSuffix("id") || parameterName.hasSuffix("key") }
        /// Where a list's answer has the resources.
        package let listPointer: JSONPointer
    }

    private var children: [String: [Child]] = [:]
    private var referenceNames: [String: String] = [:]
    private var resourceNames: Set<String> = []

    /// Those of a contract.
    package init(_ contract: Contract) {
        let collections = contract.findCollections()
        for operation in contract.operations {
            var segments = operation.path.segments[...]
            if segments.last?.isEmpty == true { segments = segments.dropLast() }
            guard let last = segments.last, case .parameter(let name, false)? = last.first,
                let key = operation.path.resourceKey, let slash = key.lastIndex(of: "/")
            else { continue }
            let suffix = key[slash...].dropFirst("/{}".count)
            let listKey = key[..<slash] + suffix
            guard children[String(listKey)]?.contains(where: { $0.key == key }) != true else { continue }
            let collection = collections.first { $0.operations.contains { $0.path.resourceKey == key } }
            let resource = EnglishNoun.singular(
                of: (listKey.split(separator: "/").last { $0 != "{}" } ?? "").comparableName)
            var names = [collection?.idProperty, name].compactMap(\.self).map(\.comparableName)
            if let first = names.last, first.hasPrefix(resource), first.count > resource.count {
                names.append(String(first.dropFirst(resource.count)))
            }
            names += ["id", resource + "id", "uuid"]
            referenceNames[key] = resource + "id"
            resourceNames.insert(resource)
            children[String(listKey), default: []].append(
                Child(
                    key: key, idNames: names, parameterName: name.comparableName, resourceName: resource,
                    referenceName: resource + "id", listPointer: collection?.listPointer ?? .root
                ))
        }
        // What can be made and listed, but not asked for one by one.
        for create in contract.operations where create.method == .post && children(of: create.path).isEmpty {
            let key = create.path.key
            guard contract.operations.contains(where: { $0.method == .get && $0.path.key == key }) else { continue }
            let resource = EnglishNoun.singular(
                of: (key.split(separator: "/").last { $0 != "{}" } ?? "").comparableName)
            children[key] = [
                Child(
                    key: key + "/{}", idNames: ["id", resource + "id", "uuid"], parameterName: "id",
                    resourceName: resource,
                    referenceName: resource + "id", listPointer: .root)
            ]
        }
    }

    /// What others call the id of the resources at a path.
    package func referenceName(of key: String) -> String? { referenceNames[key] }

    /// Whether resources are called so: `room` of `/rooms/{id}`.
    package func isResourceName(_ name: String) -> Bool { resourceNames.contains(name.comparableName) }

    /// The resources that are made or listed under a path.
    package func children(of path: PathTemplate) -> [Child] {
        let key = path.key
        return children[key] ?? children[key.hasSuffix("/") ? String(key.dropLast()) : key + "/"] ?? []
    }
}

extension ResourcePaths.Child {
    package func id(in resource: JSON) -> JSON? { idMember(of: resource)?.value }

    /// The member that says which resource it is.
    func idMember(of resource: JSON) -> JSONObject.Member? {
        guard case .object(let members) = resource else { return nil }
        let hasOtherNames = members["name"] != nil || members["slug"] != nil
        for name in idNames where matchesParameter(name) || isParameterAnID || !hasOtherNames {
            for (key, value) in members where key.comparableName == name {
                if value.string?.isEmpty == false || value.number != nil { return (key, value) }
            }
        }
        return nil
    }

    /// What a resource is called for people, which a path may take as well where its parameter is not called like an id.
    package func name(in resource: JSON) -> JSON? {
        guard !isParameterAnID, case .object(let members) = resource else { return nil }
        return ["slug", "name"].lazy.compactMap { members[$0] }.first { $0.string?.isEmpty == false }
    }

    /// What a creation asks its resource to be called, in terms of its path.
    package func nameAsked(in body: JSON) -> JSON? {
        guard case .object(let members) = body else { return nil }
        let own = members.first { key, value in
            (value.string?.isEmpty == false || value.number != nil)
                && (matchesParameter(key.comparableName) || key.comparableName == parameterName)
        }
        return own?.value ?? name(in: body)
    }

    /// Whether a property is called like the path's parameter: `codespace_name` or `name` of codespaces.
    private func matchesParameter(_ name: String) -> Bool {
        name == parameterName || resourceName + name == parameterName
    }

    /// The resource that an answer to a creation shows, by itself or in an envelope; nil for a list, of which any may have been made.
    package func resource(in answer: JSON) -> JSON? {
        if id(in: answer) != nil { return answer }
        guard let members = answer.object else { return nil }
        return members.first { isEnvelope(of: $0.key, members) && id(in: $0.value) != nil }?.value
    }

    /// Whether an object has nothing but a resource, or calls it so: what else has an id in it is something else.
    private func isEnvelope(of name: String, _ members: JSONObject) -> Bool {
        let name = name.comparableName
        if name == resourceName || ["data", "item", "result", "payload"].contains(name) { return true }
        return members.count { $0.value.object != nil } == 1 && members.count <= 3
    }

    /// Whether an answer is a list, or has one, that these resources may be in.
    package func isList(_ answer: JSON) -> Bool {
        if answer[pointer: listPointer]?.array != nil || answer.array != nil { return true }
        guard case .object(let members) = answer else { return false }
        return members.contains { $0.value.array != nil }
    }

    /// The resources in an answer: it is one, lists them, or holds the list.
    package func resources(in answer: JSON) -> [JSON] {
        if case .array(let resources)? = answer[pointer: listPointer] { return resources }
        if case .array(let resources) = answer { return resources }
        if id(in: answer) != nil { return [answer] }
        guard case .object(let members) = answer else { return [] }
        for (name, value) in members {
            if isEnvelope(of: name, members), id(in: value) != nil { return [value] }
            if case .array(let resources) = value, resources.contains(where: { id(in: $0) != nil }) { return resources }
        }
        return []
    }

    /// Whether an answer shows resources of which it does not say which they are: what is not in it cannot be told then.
    func hasNameless(in answer: JSON) -> Bool {
        let isPlainList = answer[pointer: listPointer]?.array != nil || answer.array != nil
        let resources = resources(in: answer)
        guard !isPlainList, resources.isEmpty else { return resources.contains { id(in: $0) == nil } }
        return answer.object?.contains { $0.value.array?.isEmpty == false } == true
    }
}
