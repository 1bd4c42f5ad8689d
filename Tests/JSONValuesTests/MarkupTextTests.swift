// Text in markup is read as it was, and is never markup itself.

import JSONValues
import Testing

@Suite struct MarkupTextTests {
    @Test(arguments: [
        ("a < b && c > \"d\"", "a &lt; b &amp;&amp; c &gt; &quot;d&quot;"), ("&amp;", "&amp;amp;"), ("'", "'"),
        ("line\nand\ttab\r", "line\nand\ttab\r"), ("\u{0}\u{1B}[31m\u{FFFE}", "\u{FFFD}\u{FFFD}[31m\u{FFFD}"),
        ("\u{1F600} Ї", "\u{1F600} Ї"), ("", ""),
    ])
    func isEscaped(_ text: String, _ markup: String) { #expect(MarkupText.escaped(text) == markup) }

    @Test func breaksAndQuotesAsAsked() {
        #expect(MarkupText.escaped("a\r\n\"b\"", breaks: true) == "a&#13;&#10;&quot;b&quot;")
        #expect(MarkupText.escaped("<\"b\">", quotes: false) == "&lt;\"b\"&gt;")
    }
}
