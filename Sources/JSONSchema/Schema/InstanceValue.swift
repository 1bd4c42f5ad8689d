// What the validator asks of an instance, so that a tree and a document that was never made into one are judged alike.

import JSONValues

/// A value within an instance.
protocol InstanceValue {
    var kind: JSONKind { get }
    /// Members of an object or elements of an array, 0 for anything else.
    var count: Int { get }
    var number: JSONNumber? { get }
    var string: String? { get }
    /// The UTF-8 of the string; empty for anything else.
    func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
    /// The length of the string in Unicode code points.
    var scalarCount: Int { get }
    /// The value as a tree.
    var json: JSON { get }
    /// How many values this is with all that are in it, roughly.
    var valueCount: Int { get }

    /// Whether it is known, and need not be asked, that whatever all the schemas around it assert holds of it.
    var isUnchanged: Bool { get }
    /// The same without anything that is known of it.
    var alone: Self { get }

    func equals(_ json: JSON) -> Bool
    /// The member of that name, where this is an object that has one.
    func member(_ name: String) -> Self?
    /// Calls the body with each element until it says false.
    func forEachElement(_ body: (Int, Self) -> Bool)
    /// Calls the body with position, name in UTF-8 and value of each member until it says false.
    func forEachMember(_ body: (Int, UnsafeBufferPointer<UInt8>, Self) -> Bool)
}

extension InstanceValue {
    var isUnchanged: Bool { false }
    var alone: Self { self }
}

extension JSONKind {
    /// The type that `type` calls it by; numbers are `number`, whether or not they are integers.
    var types: TypeSet {
        switch self {
        case .null: .null
        case .false, .true: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}

extension JSON: InstanceValue {
    var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool(let value): value ? .true : .false
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

    func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var string = string ?? ""
        return string.withUTF8(body)
    }

    var scalarCount: Int { string?.scalarCount ?? 0 }
    var json: JSON { self }

    var valueCount: Int {
        var count = 0
        var pending = [self]
        while let value = pending.popLast() {
            count += 1
            switch value {
            case .array(let array): pending += array
            case .object(let object): pending += object.lazy.map(\.value)
            case .null, .bool, .number, .string: break
            }
        }
        return count
    }

    func equals(_ json: JSON) -> Bool { self == json }
    func member(_ name: String) -> JSON? { self[name] }

    func forEachElement(_ body: (Int, JSON) -> Bool) {
        guard case .array(let array) = self else { return }
        for (index, element) in array.enumerated() where !body(index, element) { return }
    }

    func forEachMember(_ body: (Int, UnsafeBufferPointer<UInt8>, JSON) -> Bool) {
        guard case .object(let object) = self else { return }
        let (names, values) = (object.names.names, object.values)
        for index in values.indices {
            var name = names[index]
            guard name.withUTF8({ body(index, $0, values[index]) }) else { return }
        }
    }
}

extension JSONCursor: InstanceValue {
    func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { body(utf8) }

    var scalarCount: Int {
        isASCII ? utf8.count : utf8.scalarCount
    }

    var json: JSON { JSON(self) }

    func equals(_ json: JSON) -> Bool {
        switch (kind, json) {
        case (.null, .null), (.true, .bool(true)), (.false, .bool(false)): true
        case (.string, .string(let string)): utf8.elementsEqual(string.utf8)
        case (.number, .number(let number)): self.number == number
        case (.array, .array), (.object, .object): self.json == json
        case (.null, _), (.true, _), (.false, _), (.string, _), (.number, _), (.array, _), (.object, _): false
        }
    }

    func member(_ name: String) -> JSONCursor? { self[name] }

    func forEachElement(_ body: (Int, JSONCursor) -> Bool) {
        var position = 0
        for element in elements {
            guard body(position, element) else { return }
            position += 1
        }
    }

    func forEachMember(_ body: (Int, UnsafeBufferPointer<UInt8>, JSONCursor) -> Bool) {
        var position = 0
        for (key, value) in members {
            guard body(position, key.utf8, value) else { return }
            position += 1
        }
    }
}

extension String {
    /// How many Unicode scalars it has, from its bytes.
    package var scalarCount: Int {
        var text = self
        return text.withUTF8 { $0.scalarCount }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Every scalar has one byte that is no continuation.
    fileprivate var scalarCount: Int {
        var count = 0
        for byte in self where byte & 0xC0 != 0x80 { count += 1 }
        return count
    }
}
