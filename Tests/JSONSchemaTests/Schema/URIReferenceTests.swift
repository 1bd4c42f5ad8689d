// References resolved against a base: the examples of RFC 3986, section 5.4, and paths of files.

import Testing

@testable import JSONSchema

@Suite struct URIReferenceTests {
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("", "http://a/b/c/d;p?q"), (";x", "http://a/b/c/;x"), ("g;x?y", "http://a/b/c/g;x?y"),
        (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
    ])
    func resolves(reference: String, target: String) {
        let base = URIReference("http://a/b/c/d;p?q")
        #expect(URIReference(reference).resolved(against: base).document == target)
    }

    @Test(arguments: [
        ("openapi.yaml", "schemas/pet.yaml", "schemas/pet.yaml"),
        ("api/openapi.yaml", "./schemas/pet.yaml", "api/schemas/pet.yaml"),
        ("api/paths/pets.yaml", "../schemas/pet.yaml", "api/schemas/pet.yaml"),
        ("openapi.yaml", "../shared/pet.yaml", "../shared/pet.yaml"),
        ("../api/openapi.yaml", "../../pet.yaml", "../../pet.yaml"),
        ("/tmp/api/openapi.yaml", "pet.yaml", "/tmp/api/pet.yaml"),
        ("urn:example:a", "#b", "urn:example:a"),
    ])
    func resolvesPaths(base: String, reference: String, target: String) {
        #expect(URIReference(reference).resolved(against: URIReference(base)).document == target)
    }

    @Test(arguments: [
        ("a#", ""), ("a", ""), ("a#/b~1c", "/b~1c"), ("#/a%20b%25", "/a b%"), ("#%C3%A9", "é"), ("#%zz", "%zz"),
        ("#%2", "%2"), ("#%FF", nil), ("#%+1", "%+1"),
    ])
    func decodesFragments(text: String, fragment: String?) {
        #expect(URIReference(text).decodedFragment == fragment)
    }
}
