// What an expression may name, and by which rules it is read.

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
    private(set) var values: [(String, CELValue)] = []

    package init() {}

    /// Names are unique.
    package init(_ values: some Sequence<(String, CELValue)>) { self.values = Array(values) }

    /// Few enough to be looked through faster than they are hashed.
    package subscript(name: String) -> CELValue? {
        get { find(name).map { values[$0].1 } }
        set {
            switch (find(name), newValue) {
            case (let index?, let value?): values[index].1 = value
            case (let index?, nil): values.remove(at: index)
            case (nil, let value?): values.append((name, value))
            case (nil, nil): break
            }
        }
    }
}

extension CELBindings {
    /// Where the variable of that name stands among the values.
    func find(_ name: String) -> Int? {
        for index in values.indices where values[index].0 == name { return index }
        return nil
    }
}

extension CELBindings: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, CELValue)...) { values = elements }
}
