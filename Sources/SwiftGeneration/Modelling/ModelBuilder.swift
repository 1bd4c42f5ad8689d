// Turns schemas into declarations and the types that name them.

import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

/// Collects the declarations of a client while the contract is read.
struct ModelBuilder {
    let contract: Contract
    var declarations: [Declaration] = []
    var diagnostics: [Diagnostic] = []
    /// Declarations that stand in a path, a query, a header or a cookie.
    var parameters: Set<TypeID> = []
    /// What was declared for which schemas in which scope.
    private var known: [Key: TypeID] = [:]
    /// Declarations that are not finished yet: a schema that contains itself leads back to them.
    private var declaring: [Origin: TypeID] = [:]
    /// The same of several schemas at once.
    private var combining: Set<Origin> = []
    private var reading: Set<Schema> = []
    /// The types of schemas that have a name in the contract.
    private var resolvedUsages: [Schema: Usage] = [:]

    private struct Key: Hashable {
        let origin: Origin
        let scope: TypeScope
    }

    /// Where a type is wanted, and what it would be called there.
    struct Context {
        var scope: TypeScope
        /// The name in the contract of what has the type.
        var wire: String
        var words: Words

        init(scope: TypeScope, wire: String, words: Words? = nil) {
            self.scope = scope
            self.wire = wire
            self.words = words ?? Words(wire)
        }

        func element() -> Context { Context(scope: scope, wire: wire + "[]", words: words.singular) }
    }

    init(_ contract: Contract) { self.contract = contract }

    // MARK: Types

    /// The type of a value that fits a schema.
    mutating func usage(_ schema: Schema, _ context: Context) -> Usage {
        let normalized = NormalizedSchema(schema)
        var usage = usageOfNormalized(normalized.schema, context)
        usage.isNullable = usage.isNullable || normalized.isNullable
        return usage
    }

    /// The type of a value that fits all of several schemas.
    mutating func usage(_ schemas: [Schema], _ context: Context) -> Usage {
        let constraining = schemas.filter { !$0.hasNoEffectOnType }
        let normalized = constraining.map(NormalizedSchema.init)
        if let first = normalized.first, normalized.allSatisfy({ $0.schema == first.schema }) {
            return usage(constraining[0], context)
        }
        guard !normalized.isEmpty else { return schemas.first.map { usage($0, context) } ?? Usage(type: .json) }
        let origin = Origin(schemas: constraining)
        guard combining.insert(origin).inserted else {
            // An object that is met within itself is declared by then.
            if declaring[origin] != nil { return usage(Constraints(constraining), origin, context) }
            return cycle(constraining[0], context)
        }
        defer { combining.remove(origin) }
        return usage(Constraints(constraining), origin, context)
    }

    /// The schemas that a declaration is made of, and which part of them it is.
    struct Origin: Hashable {
        var schemas: [Schema]
        var part = ""

        /// The schema, where it is the whole of one.
        var onlySchema: Schema? { schemas.count == 1 && part.isEmpty ? schemas.first : nil }

        func part(_ name: String) -> Origin { Origin(schemas: schemas, part: part + "/" + name) }
    }

    private mutating func usageOfNormalized(_ schema: Schema, _ context: Context) -> Usage {
        if let usage = resolvedUsages[schema] { return usage }
        guard reading.insert(schema).inserted else { return cycle(schema, context) }
        defer { reading.remove(schema) }
        guard let name = Self.globalName(schema.place) else {
            return usage(Constraints([schema]), Origin(schemas: [schema]), context)
        }
        // The schema has one type wherever it is used.
        let own = Context(scope: .file, wire: name.wire, words: name.words)
        let usage =
            schema.node.subtypes.map { subtypes($0, of: schema, own) }
            ?? usage(Constraints([schema]), Origin(schemas: [schema]), own)
        resolvedUsages[schema] = usage
        return usage
    }

    /// A schema that is met again while it is being read.
    private mutating func cycle(_ schema: Schema, _ context: Context) -> Usage {
        if let id = declaring[Origin(schemas: [schema])] {
            return Usage(type: .declared(id), isNullable: Constraints([schema]).allowsNull)
        }
        let message = "\(context.wire) contains itself without an object between: it is free-form JSON"
        report(.clientUnexpressed, message, schema)
        return Usage(type: .json)
    }

    /// The type of values that satisfy these constraints.
    mutating func usage(_ constraints: Constraints, _ origin: Origin, _ context: Context) -> Usage {
        var constraints = constraints
        let isNullable = constraints.takeNull()
        if let type = alternatives(&constraints, origin, context) {
            return Usage(type: type.type, isNullable: isNullable || type.isNullable)
        }
        for (keyword, owner) in constraints.unexpressed {
            report(.clientUnexpressed, "\(keyword) has no counterpart in a type: values are not held to it", owner)
        }
        return Usage(type: simpleType(constraints, origin, context), isNullable: isNullable)
    }

    // MARK: Declarations

    /// The declaration for an origin, made once in its scope.
    mutating func declare(
        _ origin: Origin, _ context: Context, _ constraints: Constraints,
        _ make: (inout ModelBuilder, TypeID) -> Declaration.Kind
    ) -> SwiftType {
        let key = Key(origin: origin, scope: context.scope)
        if let id = known[key] ?? declaring[origin] { return .declared(id) }
        let id = TypeID(index: declarations.count)
        known[key] = id
        declaring[origin] = id
        defer { declaring[origin] = nil }
        let schema = origin.onlySchema
        var declaration = Declaration(wire: context.wire, candidates: [context.words.upperCamel], scope: context.scope)
        declaration.documentation = Documentation(constraints)
        declaration.schema = schema
        declaration.place = origin.schemas.first.flatMap(place)
        if context.scope == .file, let name = schema.flatMap({ Self.globalName($0.place) }) {
            declaration.candidates += [(name.words.words + [name.kind]).map { Words($0).upperCamel }.joined()]
            declaration.rank = name.rank
        } else {
            declaration.candidates = Self.nestedCandidates(context.words)
        }
        // A title that only repeats the name says nothing.
        declaration.documentation.paragraphs.removeAll { declaration.candidates.contains(Words($0).upperCamel) }
        declarations.append(declaration)
        declarations[id.index].kind = make(&self, id)
        return .declared(id)
    }

    private static func nestedCandidates(_ words: Words) -> [String] {
        let name = words.upperCamel
        return name == "Type" ? ["Kind", "TypeKind"] : [name]
    }

    /// The name of a schema that stands where the whole contract can refer to it.
    struct GlobalName {
        let wire: String
        let words: Words
        /// The suffix that distinguishes it from a schema of the same name.
        let kind: String
        let rank: Int
    }

    static func globalName(_ place: SchemaPlace) -> GlobalName? {
        let tokens = place.pointer.tokens
        if let name = place.name { return GlobalName(wire: name, words: Words(name), kind: "Model", rank: 0) }
        guard tokens.count >= 3, tokens[0] == "components" else { return nil }
        let rest = tokens.dropFirst(3)
        let kinds = ["responses": "Response", "parameters": "Parameter", "requestBodies": "Body", "headers": "Header"]
        guard let kind = kinds[tokens[1]], rest.last == "schema",
            rest.count == 1 || rest.count == 3 && rest.first == "content"
        else { return nil }
        return GlobalName(wire: "\(tokens[1])/\(tokens[2])", words: Words(tokens[2]), kind: kind, rank: 2)
    }

    // MARK: Diagnostics

    func place(_ schema: Schema) -> Place? { contract.place(ofSchema: schema.place.description) }

    mutating func report(_ code: DiagnosticCode, _ message: String, _ schema: Schema, remedy: String? = nil) {
        report(code, message, place(schema), remedy: remedy)
    }

    mutating func report(_ code: DiagnosticCode, _ message: String, _ place: Place?, remedy: String? = nil) {
        let diagnostic = Diagnostic(code, message, remedy: remedy, at: place)
        if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }
}

extension Documentation {
    init(_ constraints: Constraints) {
        paragraphs = [constraints.title, constraints.description].compactMap(\.self).filter { !$0.isEmpty }
        if paragraphs.count == 2, paragraphs[1].lowercased().hasPrefix(paragraphs[0].lowercased()) {
            paragraphs.removeFirst()
        }
        isDeprecated = constraints.isDeprecated
    }
}

extension Constraints {
    /// Whether null is among the values.
    var allowsNull: Bool {
        var copy = self
        return copy.takeNull()
    }

    /// Takes null from the values, and says whether it was there.
    mutating func takeNull() -> Bool {
        var found = isNullable
        if isTyped, types.contains(.null), types != .all, types != .null {
            // `enum` without null beside a nullable type: the standard says no, those who write it say yes.
            types.remove(.null)
            found = true
        }
        if let values, values.count > 1 || !isTyped, values.contains(where: \.isNull),
            values.contains(where: { !$0.isNull })
        {
            self.values = values.filter { !$0.isNull }
            found = true
        }
        for index in groups.indices where groups[index].branches.contains(where: { !$0.isNull }) {
            let branches = groups[index].branches.filter { !$0.isNull }
            if branches.count < groups[index].branches.count { found = true }
            groups[index].branches = branches
        }
        return found
    }
}

extension SchemaNode {
    /// The schemas that a value of this one can be of.
    var subtypes: Discriminator? {
        for case .subtypes(let discriminator) in keywords where !discriminator.mapping.isEmpty { return discriminator }
        return nil
    }
}
