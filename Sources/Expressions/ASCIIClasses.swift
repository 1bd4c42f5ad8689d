// Classes of ASCII bytes, shared by the grammars of expressions.

import JSONValues

/// Whether the byte is `0` to `9`; false at the end of a text.
package func isDigit(_ byte: UInt8?) -> Bool { byte?.isDigit ?? false }

/// Whether the byte is a letter or an underscore, with which names start.
package func isNameStart(_ byte: UInt8) -> Bool { byte.isLetter || byte == UInt8(ascii: "_") }

/// The value of a hexadecimal digit of either case.
package func hexValue(_ byte: UInt8) -> UInt8? {
    byte.isDigit ? byte - UInt8(ascii: "0") : byte.isHexDigit ? (byte | 0x20) - UInt8(ascii: "a") + 10 : nil
}
