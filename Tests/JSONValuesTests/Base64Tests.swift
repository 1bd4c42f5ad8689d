// Base64 against the vectors of its RFC.

import JSONValues
import Testing

@Suite struct Base64Tests {
    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64(text: String, encoded: String) {
        #expect(Base64.standard.encode(Array(text.utf8)) == encoded)
        #expect(Base64.standard.decode(encoded) == Array(text.utf8))
        let unpadded = String(encoded.prefix { $0 != "=" })
        #expect(Base64.urlSafe.encode(Array(text.utf8)) == unpadded)
        #expect(Base64.urlSafe.decode(unpadded) == Array(text.utf8))
    }

    @Test func everyByteComesBack() {
        let bytes = (0...255).map { UInt8($0) }
        for length in 0...256 {
            #expect(Base64.standard.decode(Base64.standard.encode(bytes.prefix(length))) == Array(bytes.prefix(length)))
            #expect(Base64.urlSafe.decode(Base64.urlSafe.encode(bytes.suffix(length))) == Array(bytes.suffix(length)))
        }
    }
}
