// The names of the keywords, which stand apart from the cases.

import Testing

@testable import JSONValues
@testable import JSONSchema

@Suite struct KeywordNameTests {
    @Test(arguments: KeywordName.allCases)
    func textIsThatOfTheCase(name: KeywordName) {
        #expect(name.text == "\(name)" || name.text == "$\(name)")
    }

    @Test func coreKeywordsHaveADollar() {
        let plain = KeywordName.allCases.filter { !$0.text.hasPrefix("$") && $0.vocabulary == .core }
        #expect(plain == [.definitions])
        #expect(KeywordName.allCases.filter { $0.text.hasPrefix("$") && $0.vocabulary != .core } == [])
    }

    /// Only what the dialect knows is a keyword; anything else annotates.
    @Test func dialectsDiffer() {
        func names(_ dialect: Dialect) -> Set<String> { Set(KeywordName.table(of: dialect).keys) }
        #expect(names(.openAPI31).subtracting(names(.draft202012)) == ["discriminator"])
        #expect(
            names(.openAPI30).subtracting(names(.draft4)) == ["nullable", "discriminator", "readOnly", "writeOnly"])
        #expect(names(.draft4).subtracting(names(.draft202012)) == ["id", "additionalItems"])
    }
}
