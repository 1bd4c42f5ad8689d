// Content codings, on bytes that Python's zlib and gzip have written.

import JSONValues
import JSONSchema
import HTTPExchange
import Testing

@Suite struct ContentCodingTests {
    private static let text = #"{"token":"tok-abcdef","n":[1,2,3]}"#
    static let gzip =
        "H4sIAAAAAAACA6tWKsnPTs1TsgLRuolJySmpaUo6SkCBaEMdIx3j2FoAZFEGRiIAAAA="
    static let zlib =
        "eJyrVirJz07NU7IC0bqJSckpqWlKOkpAgWhDHSMd49haAMKNCmo="
    static let raw =
        "q1Yqyc9OzVOyAtG6iUnJKalpSjpKQIFoQx0jHePYWgA="
    static let members =
        "H4sIAAAAAAACA6tWKsnPTs1TslICAN2V2DcKAAAAH4sIAAAAAAACAyvJz9ZNTEpOSU1T0lHKU7KKNtQx0jGOrQUADqYz2RgAAAA="
    static let twice =
        "H4sIAAAAAAACA5Pv5mAAASbm1WFaJ8/7nQ3exHRxV6fnSc2VmV5WXg6NGc6yyrKPb0QxpASyuSkBVQIAExgspzIAAAA="
    /// 20 MB, packed twice.
    static let blanks =
        "H4sIAAAAAAACA+3boQ5BARgF4HsRTEATBKogaIqNIiuySZJnwExSlBs9gGJ4A2+gmU3wAJIgMXY9hd19Xzr5xLP/ryyzQSyVvh9ncZhWo3ettMkFAAAAQMJNL/N0GIfq59zt9QEAAICkGxbymd8o8BqUO+oAAACAxFu0msXfhcBjMs6oAwAAABIvet5W8RTQPn3O213oawIAAP7cNXXYr0dBvRF+Ab1JRJMKTAAA"
    private static func bytes(_ base64: String) throws -> [UInt8] { try #require(Base64.standard.decode(base64)) }

    @Test(arguments: [
        ("gzip", gzip), ("x-gzip", gzip), ("GZIP", gzip), ("deflate", zlib), ("deflate", raw), ("gzip, gzip", twice),
        ("identity, gzip", gzip), ("gzip", members),
    ])
    func isTakenOff(coding: String, packed: String) throws {
        let decoded = ContentCoding.decode(try Self.bytes(packed), codings: [coding], limit: 1_000)
        #expect(decoded == .plain(Array(Self.text.utf8)))
    }

    @Test func whatHasNoneStays() {
        #expect(ContentCoding.decode([1, 2], codings: [], limit: 1) == .plain([1, 2]))
        #expect(ContentCoding.decode([], codings: ["gzip"], limit: 1) == .plain([]))
    }

    @Test func whatCannotBeReadSaysWhy() throws {
        let gzip = try Self.bytes(Self.gzip)
        func decoded(_ body: [UInt8], _ codings: String...) -> ContentCoding.Decoded {
            ContentCoding.decode(body, codings: codings, limit: 1_000)
        }
        #expect(decoded([1], "br") == .opaque(.unknown(coding: "br")))
        #expect(decoded(gzip, "br, gzip") == .opaque(.unknown(coding: "br")))
        #expect(
            decoded(gzip, "gzip, gzip", "gzip,gzip, gzip") == .opaque(.unknown(coding: "gzip, gzip, gzip, gzip, …")))
        #expect(decoded([1, 2, 3], "gzip") == .opaque(.broken(coding: "gzip")))
        #expect(decoded([1, 2, 3], "deflate") == .opaque(.broken(coding: "deflate")))
        #expect(decoded(gzip + [7], "x-gzip") == .opaque(.broken(coding: "x-gzip")))
        for count in 1..<gzip.count {
            #expect(decoded(Array(gzip.prefix(count)), "gzip") == .opaque(.broken(coding: "gzip")))
        }
    }

    @Test func aBombIsDefused() throws {
        let bomb = try Self.bytes(Self.blanks)
        #expect(
            ContentCoding.decode(bomb, codings: ["gzip, gzip"], limit: 100_000) == .opaque(.tooLarge(limit: 100_000)))
    }
}
