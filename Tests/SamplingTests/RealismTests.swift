// Values look like what their names and formats say.

import Foundation
import JSONValues
import RegularExpressions
import JSONSchema
import Testing

@testable import Sampling

@Suite struct RealismTests {
    /// A property, its schema, and what its values look like.
    @Test(arguments: [
        ("email", #"{"type": "string"}"#, "^[a-z]+\\.[a-z]+@example\\.com$"),
        ("first_name", #"{"type": "string"}"#, "^[A-Z][a-z]+$"),
        ("fullName", #"{"type": "string"}"#, "^[A-Z][a-z]+ [A-Z][a-z]+$"),
        ("name", #"{"type": "string"}"#, "^[A-Z][a-z]+ [a-z]+$"),
        ("price", #"{"type": "number"}"#, "^[0-9]{1,3}(\\.[0-9]{1,2})?$"),
        ("user_id", #"{"type": "integer", "format": "uint64"}"#, "^[1-9][0-9]{0,4}$"),
        ("amount", #"{"type": "integer", "minimum": 1}"#, "^[1-9][0-9]{0,2}$"),
        ("photo_url", #"{"type": "string"}"#, "^https://example\\.com/[a-z]+/[0-9]{4}$"),
        ("avatar", #"{"type": "string", "format": "uri"}"#, "^https://images\\.example\\.com/.*\\.png$"),
        ("createdAt", #"{"type": "string", "format": "date-time"}"#, "^2026-(09|10|11)-[0-9]{2}T[0-9:]{8}Z$"),
        ("expires_at", #"{"type": "string", "format": "date-time"}"#, "^(2026-1[12]|2027-01)-[0-9]{2}T[0-9:]{8}Z$"),
        ("birth_date", #"{"type": "string", "format": "date"}"#, "^(19[789]|200)[0-9]-[0-9]{2}-[0-9]{2}$"),
        ("short_description", #"{"type": "string"}"#, "^[A-Z][a-z ]{20,}\\.$"),
        ("countryCode", #"{"type": "string"}"#, "^[A-Z]{2}$"),
        ("uuid", #"{"type": "string"}"#, "^[0-9a-f]{8}-[0-9a-f]{4}-4"),
        ("phone", #"{"type": "string"}"#, "^\\+1 555"),
        (
            "colors", #"{"type": "array", "items": {"type": "string"}}"#,
            "^\\[\"(black|white|red|blue|green|grey|yellow|brown)\""
        ),
        ("sid", #"{"type": "string", "pattern": "^AC[0-9a-f]{32}$"}"#, "^AC[0-9a-f]{32}$"),
    ])
    func byName(name: String, schema: String, expected: String) throws {
        let sampler = Sampler(
            try compiled(#"{"type": "object", "required": ["\#(name)"], "properties": {"\#(name)": \#(schema)}}"#))
        let pattern = try Pattern(expected)
        for seed in 0..<60 {
            let value = try #require(sampler.sample(seed: UInt64(seed)).value?[name])
            let text = value.string ?? value.serialized()
            #expect(pattern.matches(in: text), "\(text)")
        }
    }

    @Test(arguments: Format.allCases)
    func formats(format: Format) throws {
        var generator = SeededGenerator(seed: 11)
        var sample = TextSample(generator: generator, clock: SamplingOptions.standard.clock)
        let texts = (0..<100).map { _ in sample.text(format, nil) }
        #expect(texts.filter { !format.accepts($0) } == [])
        #expect(Set(texts).count > 2, "\(generator.next())")
    }

    /// A regular expression, and the lengths that its texts are to have.
    @Test(arguments: [
        ("^[a-z]+$", 0...5), ("^[a-z]+$", 40...40), ("^(a|bb|ccc){2,4}$", 5...7), ("^\\p{Lu}\\p{Ll}+$", 3...9),
        ("x", 4...4),
        ("^\\d{3}-\\d{4}$", 8...8), ("^[^a-zA-Z0-9]{4}$", 4...4), ("^(['\"]).*\\1$", 2...30), ("\\bfoo\\b", 3...10),
        ("^(?!ab)[ab]{2}$", 2...2), ("^[\\u4e00-\\u9fa5]{2,5}$", 3...4), ("^\\S+@\\S+\\.\\S+$", 5...20),
        ("^(?=.*[!@#$])(?=.*\\d).{6,}$", 6...20), ("^$|^[A-Z]{2}$", 1...2),
    ])
    func patterns(pattern: String, length: ClosedRange<Int>) throws {
        let text =
            #"{"type": "string", "pattern": \#(JSON.string(pattern).serialized()), "minLength": \#(length.lowerBound), "maxLength": \#(length.upperBound)}"#
        let sampler = Sampler(try compiled(text))
        let texts = (0..<60).map { sampler.sample(seed: $0).value?.string }
        #expect(!texts.contains(nil))
    }

    /// Where `COUNTERPART_PICTURES` names a folder, the pictures go there, for a decoder that is not ours.
    @Test func everyPictureIsDifferentAndWhole() throws {
        let sampler = Sampler(
            try compiled(
                #"{"type": "object", "required": ["photo"], "properties": {"photo": {"type": "string", "format": "byte"}}}"#
            ))
        let pictures = try (0..<100 as Range<UInt64>).map { seed in
            let text = try #require(sampler.sample(seed: seed).value?["photo"]?.string)
            return [UInt8](try #require(Data(base64Encoded: text)))
        }
        #expect(Set(pictures).count == 100)
        for picture in pictures { #expect(try chunks(of: picture) == ["IHDR", "PLTE", "IDAT", "IEND"]) }
        guard let folder = ProcessInfo.processInfo.environment["COUNTERPART_PICTURES"] else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (seed, picture) in pictures.enumerated() {
            try Data(picture).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(seed).png"))
        }
    }

    /// The types of a file's chunks, whose checksums must be right.
    private func chunks(of file: [UInt8]) throws -> [String] {
        #expect(Array(file.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
        var types: [String] = []
        var rest = file[8...]
        while !rest.isEmpty {
            let length = Int(number(rest))
            let body = rest.dropFirst(4).prefix(4 + length)
            // Bit by bit, as the definition has it.
            var remainder: UInt32 = ~0
            for byte in body {
                remainder ^= UInt32(byte)
                for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
            }
            #expect(number(rest.dropFirst(8 + length)) == ~remainder)
            types.append(String(decoding: body.prefix(4), as: UTF8.self))
            rest = rest.dropFirst(12 + length)
        }
        return types
    }

    static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Inflated by zlib, which no one here wrote. Skipped where there is no Python to ask it through.
    @Test(.enabled(if: python != nil, "no python3 at /usr/bin or /usr/local/bin"))
    func zlibInflatesThePictures() throws {
        let pictures = (0..<20 as Range<UInt64>).map { seed in
            var generator = SeededGenerator(seed: seed)
            return Base64.standard.encode(PNG.picture(&generator))
        }
        let script = """
            import base64, struct, sys, zlib
            for line in sys.argv[1:]:
                data = base64.b64decode(line)
                start = data.index(b"IDAT")
                size = struct.unpack(">I", data[start - 4:start])[0]
                print(len(zlib.decompress(data[start + 4:start + 4 + size])))
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = ["-c", script] + pictures
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == String(repeating: "24\n", count: 20))
    }
}

@Suite struct SeededGeneratorTests {
    /// The first numbers of the reference implementation (https://prng.di.unimi.it/splitmix64.c) for the seed 1234567.
    @Test func splitMix64() {
        var generator = SeededGenerator(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
        #expect(expected.map { _ in generator.next() } == expected)
    }

    @Test func forksAreApart() {
        let generator = SeededGenerator(seed: 1)
        let firsts = (0..<1000).map { salt -> UInt64 in
            var fork = generator.forked(UInt64(salt))
            return fork.next()
        }
        #expect(Set(firsts).count == 1000)
    }
}
