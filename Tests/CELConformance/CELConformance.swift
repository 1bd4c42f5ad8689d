// CEL's published suite (github.com/google/cel-spec): every case of every file that needs no protobuf messages.

import Testing

@Suite(.enabled(if: SuiteFile.isPresent, "the suite's file is not there: set COUNTERPART_CONFORMANCE"))
struct CELConformance {
    /// Cases that are left out, each with its reason. One that passes does not belong here.
    static let excluded = [
        "parse/bytes_literals/triple_single_quoted_unescaped_punctuation": strayBackslash,
        "parse/bytes_literals/triple_double_quoted_unescaped_punctuation": strayBackslash,
    ]

    private static let strayBackslash = """
        The expected bytes hold a backslash that the expression does not: in the suite's textproto file it is the escape \
        of the question mark, which the conversion to JSON took for a backslash and a question mark.
        """

    /// The language and its standard library.
    static let language = [
        "basic", "bindings_ext", "comparisons", "conversions", "fields", "fp_math", "integer_math", "lists", "logic",
        "macros", "macros2", "optionals", "parse", "plumbing", "string", "string_ext", "timestamps",
    ]

    /// What hosts add to it.
    static let extensions = ["block_ext", "encoders_ext", "math_ext", "namespace", "network_ext", "type_deduction"]

    @Test(arguments: [("CEL", language), ("CEL extensions", extensions)])
    func cases(suite: String, files: [String]) throws {
        var (passed, total) = (0, 0)
        for test in try CELCase.all() where files.contains(test.file) {
            total += 1
            do {
                try test.run()
                passed += 1
                #expect(Self.excluded[test.name] == nil, "\(test.name) passes: take it off the list")
            } catch {
                #expect(Self.excluded[test.name] != nil, "\(test.name): \(test.expression): \(error)")
            }
        }
        print("conformance: \(suite) \(passed)/\(total)")
        #expect(total > 0 && passed * 100 >= total * 97)
    }

    @Test func everyFileIsRun() throws {
        let files = Set(try CELCase.all().map(\.file))
        #expect(files == Set(Self.language + Self.extensions))
    }
}
