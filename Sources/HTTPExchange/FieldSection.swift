// The fields of a request as bytes, with what stands where.

import HTTPTypes
import Synchronization

/// The part of a head that follows the request line, the empty line at its end included. Never changed: a request whose fields are set gets
/// another. The requests of a connection share one for as long as the client sends the same fields, which is what apps do.
final class FieldSection: Sendable {
    struct Line: BitwiseCopyable {
        let name: UInt32
        let nameCount: UInt32
        let value: UInt32
        let valueCount: UInt32
        let field: KnownField
    }

    let bytes: [UInt8]
    /// Where each field stands in the bytes.
    let lines: [Line]
    private let known: KnownFields
    /// How many bytes of content it announces.
    let content: Int
    private let made = AtomicLazyReference<Fields>()

    private final class Fields: Sendable {
        let fields: HTTPFields
        init(_ fields: HTTPFields) { self.fields = fields }
    }

    init(_ bytes: [UInt8], _ lines: [Line], known: KnownFields, content: Int) {
        self.bytes = bytes
        self.lines = lines
        self.known = known
        self.content = content
    }

    /// As they would stand on the wire.
    convenience init(_ fields: HTTPFields) {
        var bytes: [UInt8] = []
        var lines: [Line] = []
        var known = KnownFields()
        bytes.reserveCapacity(2 + fields.count * 48)
        lines.reserveCapacity(fields.count)
        for field in fields {
            let name = bytes.count
            bytes += field.name.rawName.utf8
            let nameCount = bytes.count - name
            bytes += ": ".utf8
            let value = bytes.count
            field.withUnsafeBytesOfValue { bytes += $0 }
            let number = bytes.withUnsafeBytes {
                KnownField(named: UnsafeRawBufferPointer(rebasing: $0[name..<(name + nameCount)]))
            }
            known.insert(number)
            lines.append(
                Line(
                    name: UInt32(name), nameCount: UInt32(nameCount), value: UInt32(value),
                    valueCount: UInt32(bytes.count - value), field: number))
            bytes += "\r\n".utf8
        }
        bytes += "\r\n".utf8
        self.init(bytes, lines, known: known, content: 0)
        _ = made.storeIfNil(Fields(fields))
    }

    @inline(__always)
    func has(_ field: KnownField) -> Bool { known.contains(field) }

    /// Where the value of a field stands that has one line; nil for one that has none, or several.
    @inline(__always)
    func onlyValue(of field: KnownField) -> Range<Int>? {
        guard known.contains(field), !known.isRepeated(field) else { return nil }
        for line in lines where line.field == field { return line.valueRange }
        return nil
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Made when they are first asked for.
    var fields: HTTPFields {
        if let made = made.load() { return made.fields }
        var fields = HTTPFields()
        fields.reserveCapacity(lines.count)
        bytes.withUnsafeBytes { bytes in
            for line in lines {
                // What has been read has names that are tokens.
                guard let name = FieldNames.name(UnsafeRawBufferPointer(rebasing: bytes[line.nameRange])) else {
                    continue
                }
                fields.append(HTTPField(name: name, value: bytes.text(line.valueRange)))
            }
        }
        return made.storeIfNil(Fields(fields)).fields
    }
}

extension FieldSection.Line {
    var nameRange: Range<Int> { Int(name)..<Int(name + nameCount) }
    var valueRange: Range<Int> { Int(value)..<Int(value + valueCount) }
}
