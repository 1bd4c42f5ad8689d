// Punycode against the vectors of its RFC.

import Testing

@testable import JSONSchema

@Suite struct PunycodeTests {
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
        #expect(Punycode.decode(Array(encoded.utf8)).map { String(String.UnicodeScalarView($0)) } == text)
    }

    @Test(arguments: ["é", "a-é", "99999999", "zzzzzzzzzzzzzzz", "-", "ab-!"])
    func notPunycode(text: String) {
        #expect(Punycode.decode(Array(text.utf8)).map { String(String.UnicodeScalarView($0)) } != text)
    }
}
