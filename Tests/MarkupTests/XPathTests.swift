// XPath beside libxml2's.

import Foundation
import Markup
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

private let document = """
    <?xml version="1.0"?>
    <!-- orders -->
    <shop xmlns="urn:shop" xmlns:p="urn:people" xml:lang="en-GB">
      <order id="1" status="paid"><item sku="A-1" count="2">Tea &amp; milk</item><item sku="B-2" count="10">Cup</item>
        <total currency="EUR">12.50</total></order>
      <?print now?>
      <order id="2" status="open"><item sku="A-1" count="1"><![CDATA[Tea <loose>]]></item><total currency="USD">-3</total>
        <p:customer p:id="7"><p:name>Zoë  Müller</p:name><p:order/></p:customer></order>
      <order id="3"><!-- nothing --></order>
      <plain xmlns=""><order id="4"/><name>x</name><name>13</name><name> 5 </name></plain>
    </shop>
    """

private func judged(_ expression: String) throws -> [XMLNode] {
    let judge = try XMLDocument(xmlString: document, options: [.nodePreserveWhitespace])
    return try judge.nodes(forXPath: expression)
}

/// A node as both sides can name it: its kind, its name and its text, and how many elements stand before it.
private func named(_ tree: XMLTree, _ place: Int) -> String {
    let node = tree.nodes[place]
    return "\(node.kind) \(node.kind == .comment ? "" : node.name.written) \(tree.text(of: place))"
}

private func named(_ node: XMLNode) -> String {
    let kind: XMLTree.Kind =
        switch node.kind {
        case .document: .root
        case .attribute: .attribute
        case .text: .text
        case .comment: .comment
        case .processingInstruction: .instruction
        default: .element
        }
    let name = kind == .comment || kind == .text || kind == .root ? "" : node.name ?? ""
    return "\(kind) \(name) \(text(of: node))"
}

/// The string-value: Foundation's takes in comments and instructions.
private func text(of node: XMLNode) -> String {
    guard node.kind == .element || node.kind == .document else { return node.stringValue ?? "" }
    let own = (node.children ?? []).filter { $0.kind == .element || $0.kind == .text }
    return own.map(text).joined()
}

/// SplitMix64: the same expressions in every run.
private struct Draws: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite struct XPathTests {
    let tree: XMLTree

    init() throws { tree = try #require(XMLTree(parsing: Array(document.utf8))) }

    @Test(arguments: [
        "/", "/*", "//*", "/*/*", "//@*", "//@id", "//text()[normalize-space()]", "//comment()",
        "//processing-instruction()",
        "//processing-instruction('print')", "//processing-instruction('other')", "//node()[self::comment()]",
        "//*[local-name()='order']", "//*[local-name()='order'][2]", "//*[local-name()='order'][last()]",
        "(//*[local-name()='order'])[position() < 3]", "//plain", "//plain/order/@id", "//name[. = 'x']",
        "//name[2]/..",
        "//name[. > 4]", "//name[number() = 5]", "//*[@count > 1 and @sku != 'C']", "//*[@count]/@sku | //@status",
        "//*[@sku='A-1']/ancestor::*", "//*[@sku='A-1']/ancestor::*[1]", "//*[@sku='A-1']/ancestor-or-self::*/@id",
        "//*[@sku='B-2']/preceding::*", "//*[@sku='B-2']/following::*", "//*[@id='2']/preceding-sibling::*[1]",
        "//*[@id='2']/following-sibling::*/@id", "//*[@sku='B-2']/preceding::*[2]", "//@sku/following::*[1]",
        "//@id/..", "//*[@id='1']/descendant::text()[2]", "//*[@id = '1']/descendant-or-self::*/@*",
        "/descendant::*[4]", "//*[not(@*)]", "//*[count(*) = 3]", "//*[lang('en')]/@id",
        "//*[lang('de')]", "//name[starts-with(., '1')]", "//name[contains(., 'x')]", "//*[string-length(@id) = 1][3]",
        "//*[translate(@status, 'paid', 'PAID') = 'PAID']", "//*[@id mod 2 = 1]/@id", "//*[@id = count(//order)]",
        "id('1')", "//*[@id = //@count]", "//name[true()]", "//name[false() or 2]",
        "//name[position()=2]",
        "//*[namespace-uri() = 'urn:people']", "//*[name() = 'p:order']", "//*[self::plain]", "//div", "//*[div]",
        "//*[@id='3']/node()", "//plain/*[-1 < - -1]", "//*[@id=1 or @id=2]/@id", "/*/@*[. = 'en-GB']", "//name/text()",
    ])
    func selectsWhatLibxml2Selects(_ expression: String) throws {
        guard case .nodes(let found) = try XPath(parsing: expression).value(in: tree) else {
            Issue.record("no nodes")
            return
        }
        let expected = try judged(expression)
        #expect(found.map { named(tree, $0) } == expected.map(named), "\(expression)")
    }

    @Test(arguments: [
        "1 + 2 * 3", "7 mod -3", "-7 mod 3", "1 div 3", "1 div 0", "-1 div 0", "0 div 0", "0.1 + 0.2",
        "100000 * 1000000",
        "2 - -2", "1 = 1.0", "'a' = \"a\"", "1 < 2 = true()", "3 > 2 > 1", "'5' + 1", "'x' + 1", "true() + true()",
        "count(//*)", "sum(//name)", "sum(//@count)", "string(//@count)", "string(//nothing)", "concat('a', 1, true())",
        "substring('12345', 2, 3)", "substring('12345', 1.5, 2.6)", "substring('12345', 0, 3)",
        "substring('12345', 0 div 0)",
        "substring('12345', -42, 1 div 0)", "substring('12345', -1 div 0, 1 div 0)", "substring('Zoë', 3)",
        "substring-before('1999/04/01', '/')", "substring-after('1999/04/01', '/')", "substring-after('abc', '')",
        "substring-before('abc', 'x')", "string-length('Zoë')", "string-length()", "normalize-space('  a   b ')",
        "translate('--aaa--', 'abc-', 'ABC')", "translate('bar', 'abca', 'AB')", "floor(-1.5)", "ceiling(1.2)",
        "round(2.5)",
        "round(-2.5)", "round(1 div 0)", "boolean('')", "boolean('false')", "boolean(//nothing)", "not(//order)",
        "number('  12.5 ')", "number('+1')", "number('.5')", "number('-.5')", "number('5.')",

        "number(true())", "number(//name[3])", "//@id = 3", "//@id != 3", "not(//@id = 9)", "//@count < //@id",
        "//@id = //name",
        "//nothing = false()", "//order = true()", "local-name(//*[2])", "name(//@*[local-name() = 'id'][last()])",
        "namespace-uri(//*[name() = 'p:name'])",
        "starts-with('abc', '')", "contains('abc', 'bc')", "1000000000000000000000", "0.0000001", "- 0", "-(-(3))",
        "'and' and 'or'", "(1 or 0) and not(0)", "1 != 2 != 3", "lang('en')",
    ])
    func computesWhatLibxml2Computes(_ expression: String) throws {
        let compiled = try XPath(parsing: expression)
        let found: [XMLNode]
        switch try compiled.value(in: tree) {
        case .boolean(let value): found = try judged("/self::node()[(\(expression)) = \(value)()]")
        case .text(let text): found = try judged("/self::node()[string(\(expression)) = \"\(text)\"]")
        case .number(let number) where number.isFinite && number != 0:
            // libxml2 writes fifteen digits, and large numbers with an exponent.
            let (one, two) = (number * (1 - 1e-12), number * (1 + 1e-12))
            let (low, high) = (XPathValue.text(of: min(one, two)), XPathValue.text(of: max(one, two)))
            found = try judged("/self::node()[(\(expression)) >= \(low) and (\(expression)) <= \(high)]")
        case .number(let number):
            found = try judged("/self::node()[string(\(expression)) = \"\(XPathValue.text(of: number))\"]")
        case .nodes: found = []
        }
        #expect(found.count == 1, "\(expression)")
    }

    /// As section 4.2 has them, where libxml2 writes others.
    @Test(arguments: [
        (1e20, "100000000000000000000"), (1.5e-7, "0.00000015"), (-0.1, "-0.1"), (1e21, "1000000000000000000000"),
        (123456789.125, "123456789.125"), (-2.5e22, "-25000000000000000000000"), (-0.0, "0"), (.infinity, "Infinity"),
    ])
    func numbersAreWrittenWithoutExponent(_ number: Double, _ text: String) {
        #expect(XPathValue.text(of: number) == text)
    }

    /// Where libxml2 goes beyond the recommendation, which knows no exponents (section 4.4).
    @Test func numbersHaveNoExponents() {
        for text in ["1e3", "-", "+1", "1.2.3"] { #expect(XPathValue.number(of: text).isNaN) }
    }

    /// Expressions out of all that the grammar has.
    @Test func agreesWithLibxml2OnRandomExpressions() throws {
        var generator = Draws(state: 1)
        var count = 0
        for _ in 0..<1_500 {
            let expression = "//" + Self.steps(&generator, 3)
            guard case .nodes(let found) = try XPath(parsing: expression).value(in: tree) else { continue }
            let expected = try judged(expression).map(named)
            count += expected.isEmpty ? 0 : 1
            #expect(found.map { named(tree, $0) } == expected, "\(expression)")
        }
        #expect(count > 100)
    }

    private static func steps(_ generator: inout Draws, _ depth: Int) -> String {
        let axes = [
            "child::", "descendant::", "parent::", "ancestor::", "following::", "preceding::", "following-sibling::",
            "preceding-sibling::", "self::", "descendant-or-self::", "ancestor-or-self::", "", "", "@",
        ]
        let count = Int.random(in: 1...3, using: &generator)
        return (0..<count).map { index in
            // What follows an attribute is, for libxml2, what follows its element, without the element's content (section 2.2 has it).
            let axis = axes.dropLast(index < count - 1 ? 1 : 0).randomElement(using: &generator) ?? ""
            let test = ["*", "*", "node()", "name", "order", "text()"].randomElement(using: &generator) ?? ""
            let predicates = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                "[\(predicate(&generator, depth - 1))]"
            }
            return axis + (axis == "@" ? ["*", "id", "count"].randomElement(using: &generator) ?? "" : test)
                + predicates.joined()
        }.joined(separator: ["/", "//"].randomElement(using: &generator) ?? "")
    }

    private static func predicate(_ generator: inout Draws, _ depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &generator) {
        case 0: return "\(Int.random(in: 1...3, using: &generator))"
        case 1: return "last()"
        case 2: return "@id"
        case 3: return "position() mod 2 = 1"
        case 4: return "@count > 1"
        case 5: return "string-length(.) < 9"
        case 6: return steps(&generator, depth - 1)
        case 7: return "not(\(predicate(&generator, depth - 1)))"
        case 8: return "\(predicate(&generator, depth - 1)) and \(predicate(&generator, depth - 1))"
        case 9: return "\(predicate(&generator, depth - 1)) or \(predicate(&generator, depth - 1))"
        case 10:
            return "count(\(steps(&generator, depth - 1))) \(["=", "<", "!="].randomElement(using: &generator) ?? "") 2"
        default: return "\(steps(&generator, depth - 1)) = \(steps(&generator, depth - 1))"
        }
    }

    @Test(arguments: [
        "", "//", "/a[", "/a]", "a b", "$x", "namespace::a", "foo()", "count()", "count(1)", "substring('a')", "'open",
        "a::b", "@@a", "1.5e-3", "1 +", "..a", "(1", "text(1)", "!a", "a | 1", "/a/'b'", "5[", "//a[1",
    ])
    func refusesWhatIsNoExpression(_ text: String) throws {
        #expect(throws: XPathError.self) { _ = try XPath(parsing: text).value(in: tree) }
    }

    @Test func boundsDepthAndWork() throws {
        let nested = String(repeating: "(", count: 5_000) + "1" + String(repeating: ")", count: 5_000)
        #expect(throws: XPathError.self) { _ = try XPath(parsing: nested) }
        let many = repeatElement("a", count: 7_000).joined(separator: "|")
        #expect(throws: XPathError.self) { _ = try XPath(parsing: many) }
        // The deepest trees that are read: all operators in one row, and groups in each other.
        let row = repeatElement("1", count: 257).joined(separator: "+")
        #expect(try XPath(parsing: row).value(in: tree) == .number(257))
        #expect(throws: XPathError.self) { _ = try XPath(parsing: "(\(row))+1") }
        let groups = String(repeating: "(", count: 80) + row + String(repeating: ")", count: 80)
        #expect(try XPath(parsing: groups).value(in: tree) == .number(257))
        // A long text that is asked for again and again.
        let long = "<a><t>\(String(repeating: "x", count: 1_000_000))</t>\(String(repeating: "<b/>", count: 1_000))</a>"
        #expect(throws: XPathError.self) {
            _ = try XPath(parsing: "//b[/a/t = 'x']").value(in: try #require(XMLTree(parsing: Array(long.utf8))))
        }
        let negated = try XPath(parsing: String(repeating: "-", count: 15_000) + "1").value(in: tree)
        #expect(negated == .number(1))
        #expect(throws: XPathError.self) {
            _ = try XPath(parsing: "//b[count(//b[. = //b]) > 0]").value(
                in: try #require(XMLTree(parsing: Array("<a>\(String(repeating: "<b/>", count: 4_000))</a>".utf8))))
        }
    }

    @Test(arguments: [
        ("//p:name", 1), ("//p:*", 3), ("//*[@p:id]", 1), ("//@p:*", 1), ("//q:*", 0), ("//*[.//@p:id]", 3),
        ("//p:order/..", 1), ("//@xml:lang", 1),
    ])
    func prefixesOfTheDocumentAreKnown(_ expression: String, _ count: Int) throws {
        guard case .nodes(let found) = try XPath(parsing: expression).value(in: tree) else { return }
        #expect(found.count == count)
    }

    @Test func documentsOfTooManyNodesAreNotRead() {
        func document(_ count: Int) -> [UInt8] { Array("<a>\(String(repeating: "<b/>", count: count))</a>".utf8) }
        #expect(XMLTree(parsing: document(499_990)) != nil)
        #expect(XMLTree(parsing: document(500_001)) == nil)
    }

    /// Names of a document whose prefixes are others than the expression's.
    @Test func prefixesStandForNamespaces() throws {
        let path = try XPath(parsing: "/s:shop/s:order[c:customer]/@id")
        #expect(try path.texts(in: tree, namespaces: ["s": "urn:shop", "c": "urn:people"]) == ["2"])
        #expect(try path.texts(in: tree, namespaces: ["s": "urn:shop"]).isEmpty)
        #expect(
            try XPath(parsing: "//p:name").texts(in: tree) == [
                "<p:name xmlns=\"urn:shop\" xmlns:p=\"urn:people\">Zoë  Müller</p:name>"
            ])
    }
}
