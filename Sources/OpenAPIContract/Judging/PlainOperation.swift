// The requests of one operation that are certainly right, told from their bytes.

import JSONSchema
import HTTPExchange
import HTTPTypes

/// A value of a parameter, as far as it can be told without making one.
package enum PlainValue: Sendable {
    case absent
    case integer(Int128)
    case boolean(Bool)
    /// Where the text stands.
    case text(start: Int, count: Int)
}

/// An operation without content whose parameters are a text, a whole number or a boolean each, in its path or its query.
///
/// It says of a request that it keeps to the contract, or nothing: then `Contract.judge` has to be asked, which is the judge. What is
/// escaped, stands twice or is in brackets, nothing is said of.
package final class PlainOperation: Sendable {
    private enum Kind: Sendable {
        case text, integer, boolean
    }

    private struct Slot: Sendable {
        let kind: Kind
        let check: PlainCheck
        let required: Bool
        /// Of a parameter of the path, which of the path's it is; nil for those of the query.
        let capture: Int?
        /// Where its name stands among the names.
        let name: Range<Int>
    }

    static let mostParameters = 16

    package let operation: Operation
    private let credentials: PlainCredentials
    private let slots: [Slot]
    private let names: [UInt8]

    /// Nil for all other operations.
    init?(_ operation: Operation, in contract: Contract) {
        guard operation.method == .get, operation.body == nil, operation.scalars != nil,
            operation.parameters.count <= Self.mostParameters,
            let credentials = PlainCredentials(operation.security, in: contract)
        else { return nil }
        self.operation = operation
        self.credentials = credentials
        var slots: [Slot] = []
        var names: [UInt8] = []
        for parameter in operation.parameters {
            guard let (kind, check) = Self.kind(of: parameter) else { return nil }
            let capture = operation.path.parameterNames.firstIndex(of: parameter.name)
            if parameter.location == .path, capture == nil { return nil }
            let start = names.count
            names += parameter.name.utf8
            slots.append(
                Slot(
                    kind: kind, check: check, required: parameter.required,
                    capture: parameter.location == .path ? capture : nil, name: start..<names.count))
        }
        self.slots = slots
        self.names = names
    }

    private static func kind(of parameter: Parameter) -> (Kind, PlainCheck)? {
        guard !parameter.shape.isBinary else { return nil }
        guard parameter.schema != nil else { return parameter.shape.kinds == .any ? (.text, .text) : nil }
        guard let check = parameter.check.flatMap({ PlainCheck($0) }) else { return nil }
        let kinds = parameter.shape.kinds
        if kinds == .any || kinds == .string { return (.text, check) }
        if kinds == .boolean { return (.boolean, check) }
        return !kinds.isEmpty && kinds.isSubset(of: [.integer, .number]) ? (.integer, check) : nil
    }

    package var parameters: [Parameter] { operation.parameters }

    /// Whether the request certainly keeps to the contract; its values are then in the order of the parameters.
    /// - Parameters:
    ///   - captures: where the path's parameters stand in the message.
    ///   - values: room for one of each parameter.
    func read(
        _ get: PlainGet, _ captures: UnsafeMutableBufferPointer<Range<Int>>,
        into values: UnsafeMutableBufferPointer<PlainValue>
    ) -> Bool {
        guard credentials.areCertain(in: get) else { return false }
        return slots.withUnsafeBufferPointer { slots in
            for index in slots.indices {
                guard let capture = slots[index].capture else {
                    values[index] = .absent
                    continue
                }
                guard capture < captures.count,
                    let value = Self.value(
                        slots, index, UnsafeRawBufferPointer(rebasing: get.bytes[captures[capture]]),
                        at: captures[capture].lowerBound)
                else { return false }
                values[index] = value
            }
            guard readQuery(get, slots, into: values) else { return false }
            for index in slots.indices where slots[index].required {
                if case .absent = values[index] { return false }
            }
            return true
        }
    }

    private func readQuery(
        _ get: PlainGet, _ slots: UnsafeBufferPointer<Slot>, into values: UnsafeMutableBufferPointer<PlainValue>
    ) -> Bool {
        let bytes = get.bytes
        var start = get.pathEnd + 1
        while start < get.target.upperBound {
            var end = start
            var equals: Int?
            while end < get.target.upperBound, bytes[end] != UInt8(ascii: "&") {
                switch bytes[end] {
                case UInt8(ascii: "=") where equals == nil: equals = end
                case UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "["): return false
                default: break
                }
                end += 1
            }
            let name = start..<(equals ?? end)
            if let index = index(of: name, in: bytes, slots) {
                guard case .absent = values[index] else { return false }
                let text = min(name.upperBound + 1, end)..<end
                guard
                    let value = Self.value(
                        slots, index, UnsafeRawBufferPointer(rebasing: bytes[text]), at: text.lowerBound)
                else { return false }
                values[index] = value
            } else if name.count > 1, bytes[start] == UInt8(ascii: "_"), bytes[start + 1] == UInt8(ascii: "_") {
                // It may be meant for whoever answers.
                return false
            }
            start = end + 1
        }
        return true
    }

    @inline(__always)
    private func index(of name: Range<Int>, in bytes: UnsafeRawBufferPointer, _ slots: UnsafeBufferPointer<Slot>)
        -> Int?
    {
        names.withUnsafeBufferPointer { names in
            for index in slots.indices where slots[index].name.count == name.count && slots[index].capture == nil {
                let start = slots[index].name.lowerBound
                var offset = 0
                while offset < name.count, names[start + offset] == bytes[name.lowerBound + offset] { offset += 1 }
                if offset == name.count { return index }
            }
            return nil
        }
    }

    @inline(__always)
    private static func value(
        _ slots: UnsafeBufferPointer<Slot>, _ index: Int, _ text: UnsafeRawBufferPointer, at start: Int
    ) -> PlainValue? {
        switch slots[index].kind {
        case .text: slots[index].check.accepts(ascii: text) ? .text(start: start, count: text.count) : nil
        case .integer: integer(text).flatMap { slots[index].check.accepts($0) ? .integer($0) : nil }
        case .boolean:
            if !slots[index].check.takesBooleans {
                nil
            } else if text.elementsEqual("true".utf8) {
                .boolean(true)
            } else if text.elementsEqual("false".utf8) {
                .boolean(false)
            } else {
                nil
            }
        }
    }

    /// Nil for what is written otherwise than JSON writes integers (RFC 8259, section 6), and for what 64 bits do not hold.
    private static func integer(_ text: UnsafeRawBufferPointer) -> Int128? {
        let isNegative = text.first == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        guard start < text.count, text.count - start <= 20, text.count - start == 1 || text[start] != UInt8(ascii: "0")
        else { return nil }
        var magnitude: UInt64 = 0
        for index in start..<text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            guard !overflow, !carry else { return nil }
            magnitude = sum
        }
        // Of minus zero, and of what int64 does not hold, nothing is said.
        guard !isNegative || (1...UInt64(Int64.max)).contains(magnitude) else { return nil }
        return isNegative ? -Int128(magnitude) : Int128(magnitude)
    }
}
