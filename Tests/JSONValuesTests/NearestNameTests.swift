// How far a misspelt name is from the one that was meant.

import JSONValues
import Testing

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("same", "same", 0), ("staus", "status", 1),
        ("sumary", "summery", 2),
        ("kitten", "sitting", 3), ("abcd", "abdc", 1), ("abcdef", "badcfe", 3), ("ca", "abc", 3), ("abab", "baba", 2),
    ])
    func edits(_ left: String, _ right: String, _ edits: Int) {
        #expect(editDistance(Array(left.utf8), Array(right.utf8)) == edits)
        #expect(editDistance(Array(right.unicodeScalars), Array(left.unicodeScalars)) == edits)
    }

    @Test(arguments: [
        ("sumary", "summary"), ("SUMMARY", "summary"), ("sumamry", "summary"), ("tag", "tags"), ("colour", nil),
        ("", nil),
    ])
    func nearest(_ name: String, _ expected: String?) {
        #expect(nearestName(to: name, among: ["description", "summary", "tags"]) == expected)
    }

    @Test(arguments: [("", "", 1), ("same", "SAME", 1), ("abcd", "abdc", 0.75), ("abc", "xyz", 0), ("Ім'я", "ім'я", 1)])
    func similarities(_ left: String, _ right: String, _ expected: Double) {
        #expect(similarity(of: left, to: right) == expected)
    }
}
