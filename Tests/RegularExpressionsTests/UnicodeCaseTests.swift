// The table of case folding against the standard library's mappings, over all of Unicode.

import Testing

@testable import RegularExpressions

@Suite struct UnicodeCaseTests {
    /// The library's mappings and the table may be of different versions of Unicode: what both know is compared.
    @Test func foldsAsTheStandardLibraryMaps() {
        let known = ScalarSet.inhabitedPlanes.filter { scalar in
            scalar.properties.age.map { ($0.major, $0.minor) <= UnicodeCase.version } ?? false
        }
        let expected = orbits(of: known, by: mapped)
        let table = orbits(of: known) { UnicodeCase.folded($0.value) }
        #expect(expected.count > 2600)
        for (scalar, orbit) in expected where table[scalar] != orbit {
            Issue.record("U+\(String(scalar, radix: 16)): \(table[scalar] ?? []) should be \(orbit)")
        }
        #expect(table.count == expected.count)
        let all = Set(known.map(\.value))
        for (scalar, orbit) in table {
            let closed = UnicodeCase.closed(ScalarSet([scalar...scalar])).ranges.joined()
            #expect(closed.filter(all.contains) == orbit)
        }
    }

    @Test(arguments: [
        ("", ""), ("0-9", "0-9"), ("a", "A a"), ("K", "K k \u{212A}"), ("\u{212A}", "K k \u{212A}"),
        ("0-Z", "0-Z a-z ſ \u{212A}"), ("а-я", "А-я \u{1C80}-\u{1C86}"), ("ǅ", "Ǆ-ǆ"), ("ı", "ı"), ("İ", "İ"),
        ("Ā", "Ā-ā"), ("ΐ", "ΐ \u{1FD3}"),
    ])
    func closesSets(set: String, expected: String) {
        #expect(UnicodeCase.closed(ranges(set)) == ranges(expected))
    }

    @Test func everythingIsClosed() {
        #expect(UnicodeCase.closed(.everything) == .everything)
        #expect(UnicodeCase.closed(ScalarSet("aK").inverted) == .everything)
    }

    /// Upper and lower case mappings lead to the same folds as `CaseFolding.txt` but for these.
    private func mapped(_ scalar: Unicode.Scalar) -> UInt32 {
        switch scalar {
        case "ı": return scalar.value  // Folds to `i` in Turkic languages alone (status T).
        case "\u{1FD3}": return 0x390  // These three have mappings to several scalars.
        case "\u{1FE3}": return 0x3B0
        case "\u{FB05}": return 0xFB06
        default:
            let upper = single(scalar.properties.uppercaseMapping) ?? scalar
            return (single(upper.properties.lowercaseMapping) ?? upper).value
        }
    }

    private func single(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }

    /// Each scalar that is not alone, with all that fold as it does.
    private func orbits(of scalars: [Unicode.Scalar], by fold: (Unicode.Scalar) -> UInt32) -> [UInt32: [UInt32]] {
        let groups = Dictionary(grouping: scalars, by: fold).values.filter { $0.count > 1 }
        return Dictionary(
            uniqueKeysWithValues: groups.flatMap { group in group.map { ($0.value, group.map(\.value)) } })
    }

    /// Scalars and ranges of them, between spaces.
    private func ranges(_ text: String) -> ScalarSet {
        ScalarSet(
            text.split(separator: " ").compactMap { range in
                guard let first = range.unicodeScalars.first, let last = range.unicodeScalars.last else { return nil }
                return first.value...last.value
            })
    }
}
