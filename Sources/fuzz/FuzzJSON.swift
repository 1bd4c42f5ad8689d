// What must hold for any bytes that are taken for JSON.

import JSONValues

func fuzzJSON(_ bytes: UnsafeBufferPointer<UInt8>) {
    let document: JSONDocument
    do throws(JSONError) {
        document = try JSONDocument(parsing: bytes, limits: JSONLimits(duplicateKeys: .lastWins))
    } catch {
        precondition(0...bytes.count ~= error.offset && error.line > 0 && error.column > 0, "\(error)")
        precondition(!error.message.isEmpty)
        return
    }
    let tree = JSON(document)
    document.withRoot { precondition(same($0, tree), "the document and its tree differ") }

    let strict = try? JSON(parsing: bytes)
    precondition((strict == nil) == !document.duplicateKeys.isEmpty, "duplicate keys are refused, nothing else is")
    if let strict { precondition(strict == tree && strict.hashValue == tree.hashValue) }

    for style in [JSONStyle.compact, .pretty] {
        let text = tree.serialized(style)
        do throws(JSONError) {
            let again = try JSON(parsing: text)
            precondition(again == tree && again.hashValue == tree.hashValue, "written and read again: \(text)")
            precondition(again.serialized(style) == text)
        } catch {
            preconditionFailure("written but not read: \(error)")
        }
    }
}

/// Walks both, by position and by name.
private func same(_ cursor: JSONCursor, _ value: JSON) -> Bool {
    switch value {
    case .null: return cursor.kind == .null
    case .bool(let value): return cursor.kind == (value ? .true : .false)
    case .number(let number): return cursor.number?.text == number.text
    case .string(let string): return cursor.utf8.elementsEqual(string.utf8)
    case .array(let array):
        return cursor.kind == .array && cursor.count == array.count
            && zip(cursor.elements, array).allSatisfy { same($0, $1) }
    case .object(let object):
        return cursor.kind == .object && cursor.count == object.count
            && zip(cursor.members, object).allSatisfy { written, member in
                written.key.utf8.elementsEqual(member.key.utf8) && same(written.value, member.value)
                    && cursor[member.key].map { same($0, member.value) } == true
            }
    }
}
