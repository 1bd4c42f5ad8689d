// Which property of a resource holds what the last parameter of its path asks for.

import OpenAPIContract
import JSONValues
import JSONSchema

/// Chooses by names, and among those that are as likely by type.
struct IDNames {
    /// Plain, of the parameter: `petid`.
    private let name: String
    /// What one resource of the collection is called: `pet`.
    private let singular: String
    private let plural: String
    private let parameter: Parameter?

    init(_ parameter: Parameter?, of collection: String) {
        self.parameter = parameter
        name = (parameter?.name ?? "id").comparableName
        plural = collection.comparableName
        singular = EnglishNoun.singular(of: plural)
    }

    /// Names that a resource is known by, the likeliest first.
    private static let usual = [
        "id", "uuid", "guid", "gid", "sid", "slug", "key", "login", "username", "number", "name", "code", "sha",
        "token",
        "handle", "reference", "identifier",
    ]
    private static let numbers = ["id", "number", "index", "position"]
    /// What people are known by.
    private static let people = ["login", "username", "handle", "screenname", "nickname", "userlogin", "slug", "name"]
    private static let asPeople: Set<String> = [
        "user", "username", "login", "owner", "member", "collaborator", "assignee", "author", "account", "handle",
        "screenname", "nickname",
    ]

    /// `petId` of pets is `petId`, `pet_id` or `id`; `issue_number` of issues is `number`, `username` is `login`. Nil where no
    /// property is like it.
    func property(among properties: [(name: String, schema: Schema)]) -> String? {
        let plain = properties.map { (plain: $0.name.comparableName, name: $0.name, schema: $0.schema) }
        let scalars = plain.filter { !$0.schema.types.isDisjoint(with: .scalars) }
        func first(_ wanted: [String], typed: Bool = false) -> String? {
            wanted.lazy.compactMap { word in
                scalars.first { $0.plain == word && (!typed || takes($0.schema)) }?.name
            }.first
        }
        let parts = [singular, plural].filter { name.hasPrefix($0) && name.count > $0.count }
        if let same = first([name]) { return same }
        // `/users/{username}` asks for a login, and not for the name that the user has besides.
        if Self.asPeople.contains(name), let person = first(Self.people, typed: true) { return person }
        if let same = first(parts.map { String(name.dropFirst($0.count)) }) { return same }
        if name.hasPrefix("idor"), let id = first(["id"]) { return id }
        if let shown = scalars.filter({ $0.schema.showsExample(of: parameter?.schema) }).only { return shown.name }
        // `/promotion_codes/{promotion_code}` says what it is, and not that it is a code.
        if name != singular, let ending = Self.usual.filter(name.hasSuffix).max(by: { $0.count < $1.count }) {
            if let property = first([ending, singular + ending], typed: true) { return property }
            // A name is not the number that its resource has besides.
            if ending.hasSuffix("name") { return first(["name", "slug", "login", singular], typed: true) }
        }
        let likely = isNumber ? Self.numbers : Self.usual
        return first(["id", singular + "id"] + likely + [singular], typed: true)
    }

    /// What a resource has that the parameter asks for instead of its id: `tag_name` for `/releases/tags/{tag}`, `email` for
    /// `/users/by-email/{value}`. Nil where no property is called like the parameter, or like the word before it.
    func key(among properties: [(name: String, schema: Schema)], after literal: String) -> String? {
        let scalars = properties.filter { !$0.schema.types.isDisjoint(with: .scalars) }
            .map { (plain: $0.name.comparableName, name: $0.name) }
        var word = literal.comparableName
        if let by = word.firstRange(of: "by"), by.upperBound < word.endIndex { word = String(word[by.upperBound...]) }
        let asked = [name, word, EnglishNoun.singular(of: word)].filter {
            !$0.isEmpty && $0 != plural && $0 != singular
        }
        let wanted =
            asked
            + asked.filter { $0.hasPrefix(singular) && $0 != singular }.map { String($0.dropFirst(singular.count)) }
        let endings = ["", "name", "id", "code", "slug", "key", "number", "address"]
        for ending in endings {
            for word in wanted {
                if let same = scalars.first(where: { $0.plain == word + ending || $0.plain == singular + word + ending }
                ) {
                    return same.name
                }
            }
        }
        return nil
    }

    private var isNumber: Bool {
        guard let types = parameter?.schema?.types else { return false }
        return types.isDisjoint(with: .string)
    }

    /// Whether the parameter can ask for values of the property.
    private func takes(_ property: Schema) -> Bool {
        guard let parameter, let schema = parameter.schema else { return true }
        let types = property.types
        if schema.types.isDisjoint(with: .string) { return !types.isDisjoint(with: [.integer, .number]) }
        guard let example = property.conjuncts.lazy.compactMap(\.node.examples.first).first else { return true }
        // What an example shows is written into the path as it is.
        return example.object == nil && example.array == nil
    }
}

extension Schema {
    /// Whether an example of the parameter is one of the property too: `example.com` of a domain's name.
    fileprivate func showsExample(of parameter: Schema?) -> Bool {
        func shown(_ schema: Schema) -> [JSON] {
            schema.conjuncts.flatMap(\.node.examples).filter { !($0.string ?? "").isEmpty }
        }
        let asked = parameter.map(shown) ?? []
        return !asked.isEmpty && shown(self).contains(where: asked.contains)
    }
}

extension Array {
    /// The one element; nil where there are several or none.
    fileprivate var only: Element? { count == 1 ? self[0] : nil }
}

extension TypeSet {
    static let scalars: TypeSet = [.string, .integer, .number]
}
