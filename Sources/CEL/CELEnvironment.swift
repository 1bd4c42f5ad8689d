// What an expression may name, and by which rules it is read.

package import JSONValues

/// The variables and functions of an expression, with the rules by which it is checked and evaluated.
package struct CELEnvironment: Sendable {
    /// Declared variables; names may have dots in them.
    package var variables: [String: CELType]
    private(set) var functions: [String: CELFunction]
    /// The namespace in which names are looked up first, outward from its innermost part.
    package var container = ""
    /// How numbers of different types are compared and computed.
    package var numbers = Numbers.exact
    /// What becomes of types that do not fit.
    package var checking = Checking.strict
    /// How large expressions may be, and how much they may cost.
    package var limits = CELLimits.standard

    /// How strictly the types of numbers are told apart.
    package enum Numbers: Hashable, Sendable {
        /// As the standard has it: `1 + 1u` has no meaning.
        case exact
        /// A literal takes the type of what it meets, equality is known between all numbers, and where the types of
        /// numbers come to light only in evaluation, as those of JSON do, they are computed with by their values.
        case adapting
    }

    /// How strictly types are checked before anything is evaluated.
    package enum Checking: Hashable, Sendable {
        /// Names and types must fit before anything is evaluated.
        case strict
        /// What does not fit fails when it is evaluated.
        case deferred
    }

    /// - Parameter timeZones: where names of zones such as `Europe/Kyiv` are looked up.
    package init(
        variables: [String: CELType] = [:], numbers: Numbers = .exact, timeZones: CELTimeZones = .system
    ) {
        self.variables = variables
        self.numbers = numbers
        functions = CELFunction.standard.merging(CELFunction.times(timeZones)) { _, new in new }
    }

    /// Adds a function, in the place of one of the same name.
    package mutating func declare(_ function: CELFunction) { functions[function.name] = function }

    /// The meaning of the first of the names that `name` may stand for that has one.
    func first<Meaning>(of name: String, absolute: Bool, _ meaning: (String) -> Meaning?) -> Meaning? {
        if !absolute, !container.isEmpty {
            let parts = container.split(separator: ".")
            for last in parts.indices.reversed() {
                if let found = meaning(parts[...last].joined(separator: ".") + "." + name) { return found }
            }
        }
        return meaning(name)
    }

    /// Types as values.
    static let types: [String: CELType] = [
        "bool": .bool, "int": .int, "uint": .uint, "double": .double, "string": .string, "bytes": .bytes,
        "list": .list(.dyn), "map": .map(key: .dyn, value: .dyn), "null_type": .null, "type": .type(nil),
        "optional_type": .optional(.dyn), "google.protobuf.Timestamp": .timestamp,
        "google.protobuf.Duration": .duration, "net.IP": .address, "net.CIDR": .network,
    ]
}

/// The values of an expression's variables.
package struct CELBindings: Sendable {
    private var names: JSONKeys
    /// One for each of the names; nil for those that have no value.
    private(set) var values: [CELValue?]

    package init() { (names, values) = (JSONObject().names, []) }

    /// Names are unique.
    package init(_ values: some Sequence<(String, CELValue)>) {
        self.init()
        for (name, value) in values { self[name] = value }
    }

    /// - Parameter values: one for each of the names, or nil where it has none yet.
    package init(_ names: JSONKeys, _ values: [CELValue?]) { (self.names, self.values) = (names, values) }

    package subscript(name: String) -> CELValue? {
        get { self[JSONMemberName(name)] }
        set { self[JSONMemberName(name)] = newValue }
    }

    /// The same for a name that is asked for often.
    package subscript(name: JSONMemberName) -> CELValue? {
        get { find(name).flatMap { values[$0] } }
        set {
            if let known = find(name) {
                values[known] = newValue
            } else if let newValue, let longer = JSONKeys(names.names + [name.text]) {
                names = longer
                values.append(newValue)
            }
        }
    }

    /// Where the variable of that name stands among the values.
    func find(_ name: JSONMemberName) -> Int? { name.position(in: names) }
}

extension CELBindings: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, CELValue)...) { self.init(elements) }
}
