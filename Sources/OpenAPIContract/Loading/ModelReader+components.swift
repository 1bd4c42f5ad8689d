// What stands under `components`, that which no operation uses included.

import JSONValues
import SourceDocuments

extension ModelReader {
    /// The schemas. Of the other kinds those are read that nothing has referred to, so that their problems are known too.
    mutating func readComponents() -> [Contract.NamedSchema] {
        guard let field = root["components"], let components = object(field, "'components'") else { return [] }
        checkFields(of: components, .components)
        for (_, group) in components.members { checkNames(of: group) }
        for (_, value) in unused("parameters", of: components) { _ = readParameter(value) }
        for (_, value) in unused("responses", of: components) { _ = readResponse(value) }
        for (_, value) in unused("requestBodies", of: components) { _ = readRequestBody(value) }
        for (name, value) in unused("headers", of: components) { _ = readHeader(value, name: name) }
        for (name, value) in unused("examples", of: components) { _ = readExample(value, name: name, media: nil) }
        for (name, value) in unused("links", of: components) { _ = readLink(value, name: name) }
        return map("schemas", of: components).compactMap { name, schema in
            compile(schema).map { Contract.NamedSchema(name: name, schema: $0) }
        }
    }

    /// References to names of other characters must be escaped, which tools forget (OpenAPI 3.1, section 4.8.7.1).
    private mutating func checkNames(of group: Located) {
        for (name, component) in group.members
        where !name.hasPrefix("x-") && (name.isEmpty || !name.utf8.allSatisfy(ModelReader.isNameByte)) {
            report(
                .invalidValue, "'\(name)' is no name for a component", expected: "letters, digits, '.', '-' and '_'",
                remedy: "Rename it, and what refers to it.", at: component.keyPlace)
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Components that no reference has led to.
    private mutating func unused(_ kind: String, of components: Located) -> [(name: String, value: Located)] {
        map(kind, of: components).filter { !$0.name.hasPrefix("x-") && !followed.contains($0.value.place) }
    }

    /// One word on all schemas under `components` that are no schemas at all: they are one mistake.
    mutating func reportMisfits() {
        guard let schemas = root["components"]?["schemas"]?.members else { return }
        let misfits = schemas.filter { _, schema in
            switch schema.json {
            case .object, .bool: false
            case .null, .number, .string, .array: true
            }
        }
        guard let first = misfits.first, misfits.count > 1 else { return }
        for misfit in misfits { self.misfits.insert(misfit.value.place) }
        let list = misfits.prefix(8).map { "'\($0.name)' on line \($0.value.place.line) is \($0.value.json.kindName)" }
        let more = misfits.count > 8 ? " and \(misfits.count - 8) more" : ""
        report(
            .invalidSchema, "\(misfits.count) schemas are no schemas: \(list.joined(separator: ", "))\(more)",
            expected: "an object or a boolean",
            remedy: "Write what each of them describes, or '{}' for any value.", at: first.value.place)
    }
}
