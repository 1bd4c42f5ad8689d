// Formats and contents: what each asserts, and that each is on a switch.

import Testing

@testable import JSONValues
@testable import JSONSchema

@Suite struct SchemaAssertionTests {
    @Test(arguments: [
        (#"{"format": "date-time"}"#, #""2026-11-21T09:30:00Z""#, #""21 November""#),
        (#"{"type": "integer", "format": "int32"}"#, "2147483647", "2147483648"),
        (#"{"type": "integer", "format": "uint64"}"#, "18446744073709551615", "18446744073709551616"),
        (#"{"format": "uuid"}"#, #""2eb8aa08-aa98-11ea-b4aa-73b441d16380""#, #""2eb8aa08""#),
        (#"{"format": "byte"}"#, #""aGk=""#, #""aGk""#),
    ])
    func formatIsOnASwitch(schema: String, valid: String, invalid: String) throws {
        let asserted = try Schema.compiled(schema)
        #expect(try asserted.findings(valid) == [])
        #expect(try asserted.findings(invalid) == [" format"])
        #expect(try Schema.compiled(schema, assertions: .none).findings(invalid) == [])
        let others = SchemaAssertions(formats: [.email])
        #expect(try Schema.compiled(schema, assertions: others).findings(invalid) == [])
    }

    @Test func unknownFormatsAssertNothing() throws {
        #expect(try Schema.compiled(#"{"format": "postcode"}"#).findings(#""anything""#) == [])
    }

    private static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="

    @Test(arguments: [
        (#"{"contentEncoding": "base64"}"#, "aGk=", "a%k=", "contentEncoding"),
        (#"{"contentEncoding": "base64url"}"#, "-_-_", "+/+/", "contentEncoding"),
        (#"{"contentEncoding": "base64", "contentMediaType": "image/png"}"#, pixel, "aGk=", "contentMediaType"),
        (#"{"contentMediaType": "application/json"}"#, "[1]", "[1", "contentMediaType"),
        (
            #"{"contentMediaType": "application/vnd.a+json; charset=utf-8", "contentSchema": {"type": "array"}}"#,
            "[1]", "1",
            "contentSchema"
        ),
        (
            #"{"contentEncoding": "base64", "contentMediaType": "application/json", "contentSchema": {"type": "array"}}"#,
            "WzFd", "MQ==", "contentSchema"
        ),
    ])
    func contentIsOnASwitch(schema: String, valid: String, invalid: String, keyword: String) throws {
        let (valid, invalid) = (JSON.string(valid).serialized(), JSON.string(invalid).serialized())
        let asserted = try Schema.compiled(schema)
        #expect(try asserted.findings(valid) == [])
        #expect(try asserted.findings(invalid) == [" \(keyword)"])
        #expect(try Schema.compiled(schema, assertions: .none).findings(invalid) == [])
    }

    /// Without a media type a content schema has no meaning, and what is unknown asserts nothing.
    @Test(arguments: [
        #"{"contentSchema": false}"#, #"{"contentEncoding": "quoted-printable"}"#,
        #"{"contentMediaType": "text/html"}"#,
    ])
    func contentWithoutMeaning(schema: String) throws {
        #expect(try Schema.compiled(schema).findings(#""any = thing""#) == [])
    }
}
