// Plain text from what WordPress renders.

import Testing

@testable import ReferenceClient

@Suite struct HTMLTextTests {
    @Test(arguments: [
        ("", ""), ("Рушник", "Рушник"), ("&#171;Рушник&#187; &amp; Co", "«Рушник» & Co"), ("&#x41;&#X42;", "AB"),
        ("&laquo;Сорочка&raquo; &#8211; біла", "«Сорочка» – біла"), ("AT&T", "AT&T"), ("&unknown; &", "&unknown; &"),
        ("&#0;&#1114112;&#55296;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&#150;", "–"), ("&amp;lt;", "&lt;"),
        ("&#;&#x;", "&#;&#x;"), ("a&nbsp;b", "a\u{A0}b"),
    ])
    func references(html: String, text: String) {
        #expect(HTMLText.decodingReferences(html) == text)
    }

    @Test(arguments: [
        ("<p>One</p>\n<p>Two  three</p>\n", "One\nTwo three"), ("a<br />b<br>c", "a\nb\nc"),
        ("<a href=\"x>y\" title='<'>link</a> text", "link text"), ("1 < 2 &lt; 3", "1 < 2 < 3"),
        ("<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->", "Text"), ("cut <a href=", "cut <a href="),
        ("<script>alert('<p>')</script>after", "after"), ("<STYLE>p{}</STYLE>x", "x"), ("<style>p{}", ""),
        ("<ul><li>тканина: льон</li><li>нитки</li></ul>", "тканина: льон\nнитки"), ("<!-- open", ""),
    ])
    func plain(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }
}
