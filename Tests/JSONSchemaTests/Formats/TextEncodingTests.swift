// Base64 and Punycode against the vectors of their RFCs.

import Testing

@testable import JSONSchema

@Suite struct TextEncodingTests {
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

    /// RFC 3492, section 7.1, in lower case.
    @Test(arguments: [
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
        ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"), ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
        ("-> $1.00 <-", "-> $1.00 <--"), ("bücher", "bcher-kva"), ("abc", "abc-"),
    ])
    func punycode(text: String, encoded: String) {
        #expect(Punycode.encode(Array(text.unicodeScalars)) == encoded)
        #expect(Punycode.decode(Array(encoded.utf8)).map { PatternParser.text($0) } == text)
    }

    @Test(arguments: ["é", "a-é", "99999999", "zzzzzzzzzzzzzzz", "-", "ab-!"])
    func notPunycode(text: String) { #expect(Punycode.decode(Array(text.utf8)).map { PatternParser.text($0) } != text) }
}
