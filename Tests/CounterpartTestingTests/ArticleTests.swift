// What the article on testing shows is what is compiled and run here.

import Foundation
import Testing

@Suite struct ArticleTests {
    @Test(arguments: ["CartTests", "TypedCartTests"])
    func theArticleShowsTheSuiteThatRuns(_ name: String) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let article = tests.appending(
            path: "../../Sources/CounterpartCommand/Counterpart.docc/Testing-an-app.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        let suite = try String(contentsOf: tests.appending(path: "\(name).swift"), encoding: .utf8)
        // Without the line that says what the file is for.
        let shown = try #require(suite.firstRange(of: "\n\n")).upperBound
        #expect(text.contains("```swift\n\(suite[shown...])```"))
    }
}
