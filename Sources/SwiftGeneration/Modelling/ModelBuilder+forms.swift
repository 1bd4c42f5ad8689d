// Forms: their fields, of which files are content with a name and a type of its own.

import HTTPExchange
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ModelBuilder {
    /// The type of a multipart body.
    mutating func multipart(_ media: MediaType, _ context: Context) -> SwiftType {
        guard let schema = media.schema else { return .dictionary(.json) }
        let normalized = NormalizedSchema(schema).schema
        var constraints = Constraints([normalized])
        if !constraints.groups.isEmpty, hasFiles(media) {
            constraints.joinAlternatives()
            let message = "the alternatives of a form with files are one struct: which members go together is not held"
            report(.clientUnexpressed, message, media.place)
        }
        guard constraints.groups.isEmpty, constraints.conditions.isEmpty else { return usage(schema, context).type }
        guard constraints.kinds == [.object] else {
            if !constraints.kinds.isEmpty {
                let message = "a multipart body that is no object: its parts go by names here"
                report(.clientUnexpressed, message, media.place)
            }
            return .dictionary(.json)
        }
        if constraints.members.isEmpty, constraints.required.isEmpty {
            let parts = Constraints(constraints.additional)
            if parts.format == "binary" {
                report(.clientUnexpressed, "files by any name: the parts of this form are text or JSON", media.place)
            }
            return .dictionary(parts.scalarType == .string ? .string : .json)
        }
        if constraints.hasAdditional {
            report(.clientLeftOut, "parts besides the properties of the form are left out", media.place)
            constraints.hasAdditional = false
            constraints.additional = []
        }
        return declare(Origin(schemas: [normalized], part: "multipart"), context, constraints) { modeller, id in
            var structure = modeller.structure(constraints, id)
            structure.additional = nil
            for index in structure.properties.indices {
                let wire = structure.properties[index].wire
                guard let member = constraints.members.first(where: { $0.name == wire }) else { continue }
                let encoding = media.encoding.first { $0.property == wire }
                if let type = Self.fileType(member, encoding) { structure.properties[index].type = type }
                let isFile = [.file, .array(.file)].contains(structure.properties[index].type)
                structure.properties[index].partType = encoding?.contentType.flatMap { isFile ? $0 : Self.partType($0) }
                if structure.properties[index].presence == .field { structure.properties[index].presence = .optional }
            }
            for property in structure.properties {
                let encoding = media.encoding.first { $0.property == property.wire }
                structure.properties += modeller.headers(of: property, encoding, in: id)
            }
            return .structure(structure)
        }
    }

    /// Header fields of a part are members beside it.
    private mutating func headers(of property: Property, _ encoding: PropertyEncoding?, in id: TypeID) -> [Property] {
        let own = ["content-type", "content-disposition"]
        return (encoding?.headers ?? []).filter { !own.contains($0.name.lowercased()) }.map { header in
            let wire = "\(property.wire) \(header.name)"
            let context = Context(scope: .type(id), wire: wire)
            let type = (header.schema ?? header.content?.schema).map { usage($0, context).type.withoutNull } ?? .string
            let isRequired = header.required && property.presence == .required
            var made = Property(
                wire: wire, type: headerType(type, header), presence: isRequired ? .required : .optional)
            made.partHeader = PartHeader(property: property.wire, name: header.name)
            made.documentation.paragraphs = ["The header `\(header.name)` of the part `\(property.wire)`."]
            return made
        }
    }

    /// Whether a part of the form is a file.
    func hasFiles(_ media: MediaType) -> Bool {
        guard media.media?.kind == .multipart, let schema = media.schema else { return false }
        var constraints = Constraints([NormalizedSchema(schema).schema])
        constraints.joinAlternatives()
        return constraints.members.contains { member in
            Self.fileType(member, media.encoding.first { $0.property == member.name }) != nil
        }
    }

    /// The first of a list of media types that says exactly what a part is.
    private static func partType(_ list: String) -> String? {
        list.split(separator: ",").map { String($0).trimmed(of: [" "]) }.first { !$0.isEmpty && !$0.contains("*") }
    }

    /// Bytes: `format: binary`, no type at all, or a media type without an encoding; also as one of several alternatives.
    private static func fileType(_ member: Constraints.Member, _ encoding: PropertyEncoding?) -> SwiftType? {
        let constraints = Constraints(member.schemas)
        if constraints.isListOfBytes { return .array(.file) }
        let branches = constraints.groups.flatMap(\.branches).map { Constraints([NormalizedSchema($0).schema]) }
        if branches.contains(where: \.isListOfBytes) { return .array(.file) }
        if branches.contains(where: { $0.format == "binary" }) { return .file }
        let contentType = encoding?.contentType ?? member.schemas.compactMap { $0.node.contentMediaType }.first
        let isImage = contentType.map { !$0.hasSuffix("json") && !$0.hasPrefix("text/") } ?? false
        let isText = constraints.kinds == [.string] || constraints.kinds.isEmpty && constraints.groups.isEmpty
        return constraints.isBytes || isImage && isText && constraints.contentEncoding == nil ? .file : nil
    }
}

extension PropertyEncoding {
    /// How the property is written in a form of pairs, where not as usual.
    var queryStyle: String? {
        switch (style, explode) {
        case (.deepObject, _): "deepObject"
        case (.spaceDelimited, _): "spaces"
        case (.pipeDelimited, _): "pipes"
        case (.form, false): "formList"
        case (.form, true): "form"
        case (nil, _) where contentType?.hasSuffix("json") ?? false: "json"
        default: nil
        }
    }
}

extension Constraints {
    fileprivate var isListOfBytes: Bool {
        guard kinds == [.array], !items.isEmpty else { return false }
        let element = Constraints(items)
        return element.isBytes || element.groups.flatMap(\.branches).contains { Constraints([$0]).format == "binary" }
    }

    /// Takes the members of all alternatives as members that may be there, and those that every alternative requires as required.
    fileprivate mutating func joinAlternatives() {
        let all = groups
        groups = []
        for group in all {
            let branches = group.branches.map { branch in
                var constraints = Constraints([branch])
                constraints.joinAlternatives()
                return constraints
            }
            for member in branches.flatMap(\.members) {
                for schema in member.schemas { addMember(member.name, schema) }
            }
            require(
                (branches.first?.required ?? []).filter { name in branches.allSatisfy { $0.required.contains(name) } })
        }
    }
}
