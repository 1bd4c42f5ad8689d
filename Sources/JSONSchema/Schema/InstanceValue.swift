// What the validator asks of an instance, so that a tree and a document that was never made into one are judged alike.

/// A value within an instance.
protocol InstanceValue {
    var type: InstanceType { get }
    /// Members of an object or elements of an array, 0 for anything else.
    var count: Int { get }
    var number: JSONNumber? { get }
    /// The number, if it is written as a plain integer that fits.
    var plainInteger: Int64? { get }
    /// Whether the number is written without fraction and exponent.
    var isSpelledInteger: Bool { get }
    var string: String? { get }
    /// The length of the string in Unicode code points.
    var scalarCount: Int { get }
    /// The value as a tree.
    var json: JSON { get }

    func equals(_ json: JSON) -> Bool
    /// Calls the body with each element until it says false.
    func forEachElement(_ body: (Int, Self) -> Bool)
    /// Calls the body with position, name in UTF-8 and value of each member until it says false.
    func forEachMember(_ body: (Int, UnsafeBufferPointer<UInt8>, Self) -> Bool)
}

enum InstanceType: UInt8 {
    case null, boolean, number, string, array, object

    var types: TypeSet {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}

extension JSON: InstanceValue {
    var type: InstanceType {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    var count: Int {
        switch self {
        case .array(let array): array.count
        case .object(let object): object.count
        case .null, .bool, .number, .string: 0
        }
    }

    var plainInteger: Int64? {
        if case .number(let number) = self { Int64(number.text) } else { nil }
    }

    var isSpelledInteger: Bool {
        guard case .number(let number) = self else { return false }
        return !number.text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    }

    var scalarCount: Int { string?.unicodeScalars.count ?? 0 }
    var json: JSON { self }

    func equals(_ json: JSON) -> Bool { self == json }

    func forEachElement(_ body: (Int, JSON) -> Bool) {
        guard case .array(let array) = self else { return }
        for (index, element) in array.enumerated() where !body(index, element) { return }
    }

    func forEachMember(_ body: (Int, UnsafeBufferPointer<UInt8>, JSON) -> Bool) {
        guard case .object(let object) = self else { return }
        for (index, member) in object.enumerated() {
            var name = member.key
            guard name.withUTF8({ body(index, $0, member.value) }) else { return }
        }
    }
}
