// What the text of a parameter or form field can stand for, read off its schema.

import JSONValues
import JSONSchema
import Synchronization

/// The JSON types that a schema allows and the shapes of what is inside, as far as they decide how text is decoded. The verdict
/// is the schema's alone.
final class WireShape: Sendable {
    struct Kinds: OptionSet, Sendable {
        let rawValue: UInt8

        static let null = Kinds(rawValue: 1)
        static let boolean = Kinds(rawValue: 2)
        static let integer = Kinds(rawValue: 4)
        static let number = Kinds(rawValue: 8)
        static let string = Kinds(rawValue: 16)
        static let array = Kinds(rawValue: 32)
        static let object = Kinds(rawValue: 64)
        static let scalar: Kinds = [.boolean, .integer, .number, .string]
        static let any = Kinds(rawValue: 127)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(type: String) {
            self =
                switch type {
                case "null": .null
                case "boolean": .boolean
                case "integer": .integer
                case "number": [.number, .integer]
                case "string", "file": .string
                case "array": .array
                case "object": .object
                default: .any
                }
        }

        init(of value: JSON) {
            self =
                switch value {
                case .null: .null
                case .bool: .boolean
                case .number: [.number, .integer]
                case .string: .string
                case .array: .array
                case .object: .object
                }
        }
    }

    /// What a shape is read off.
    enum Origin: Sendable {
        case unknown
        case schema(Schema)
        /// All of them hold.
        case all([WireShape])
        /// Any of them may.
        case any([WireShape])
    }

    let kinds: Kinds
    /// A string's bytes are not text: `format: binary`, or an encoding.
    let isBinary: Bool
    let origin: Origin
    /// The parts of the shape, found when a text first has such a part: a recursive schema has no end of them.
    let parts = Mutex<[String: WireShape?]>([:])

    init(kinds: Kinds, isBinary: Bool, origin: Origin) {
        self.kinds = kinds
        self.isBinary = isBinary
        self.origin = origin
    }

    static let any = WireShape(kinds: .any, isBinary: false, origin: .unknown)

    /// Of a property that is not declared, what all others have.
    func property(_ name: String) -> WireShape { declared(name) ?? additional ?? .any }

    /// Arrays are meant: nothing else is allowed that could be told from one.
    var isArray: Bool { kinds.contains(.array) && kinds.isDisjoint(with: Kinds.scalar.union(.object)) }
    var isObject: Bool { kinds.contains(.object) && kinds.isDisjoint(with: Kinds.scalar.union(.array)) }
}

extension WireShape {
    /// The scalar that a text stands for: a number, a boolean or null where the schema has a place for one, else text.
    func scalar(_ text: String) -> JSON {
        if kinds == .any { return .string(text) }
        if !kinds.isDisjoint(with: [.integer, .number]), let number = JSONNumber(text) { return .number(number) }
        if kinds.contains(.boolean) {
            if text == "true" { return true }
            if text == "false" { return false }
        }
        if kinds.contains(.null), text == "null" || (text.isEmpty && !kinds.contains(.string)) { return .null }
        return .string(text)
    }
}
