// Requests as they go out: OpenAPI's table of style values, headers, forms.

import Foundation
import Testing

@testable import ClientRuntime

struct CallBuilderTests {
    // The "Style Examples" of OpenAPI 3.1.1, section 4.8.12.4, with the members of an object in the order of their names.
    static let array = JSONValue.array(["blue", "black", "brown"])
    static let object: JSONValue = ["B": 150, "G": 200, "R": 100]

    @Test(arguments: [
        (CallPath.Style.matrix, false, JSONValue.string("blue"), ";color=blue"),
        (.matrix, false, array, ";color=blue,black,brown"),
        (.matrix, false, object, ";color=B,150,G,200,R,100"),
        (.matrix, true, array, ";color=blue;color=black;color=brown"),
        (.matrix, true, object, ";B=150;G=200;R=100"),
        (.matrix, false, JSONValue.string(""), ";color"),
        (.matrix, true, JSONValue.array(["", "red"]), ";color;color=red"),
        (.matrix, true, JSONValue.object(["R": "", "G": 1]), ";G=1;R"),
        (.label, false, array, ".blue,black,brown"),
        (.label, true, array, ".blue.black.brown"),
        (.label, true, object, ".B=150.G=200.R=100"),
        (.simple, false, array, "blue,black,brown"),
        (.simple, false, object, "B,150,G,200,R,100"),
        (.simple, true, object, "B=150,G=200,R=100"),
        (.simple, false, "a/b ü", "a%2Fb%20%C3%BC"),
        (.json, false, object, "%7B%22B%22%3A150%2C%22G%22%3A200%2C%22R%22%3A100%7D"),
    ])
    func path(_ style: CallPath.Style, explode: Bool, value: JSONValue, text: String) throws {
        let call = try CallBuilder("test", "GET", "/x\(value, "color", style, explode: explode)")
        #expect(call.built().target == "/x" + text)
    }

    @Test(arguments: [
        (CallBuilder.QueryStyle.form, JSONValue.string("blue&=+ "), "color=blue%26%3D%2B%20"),
        (.form, .string(""), "color="),
        (.form, .uint(.max), "color=18446744073709551615"),
        (.form, array, "color=blue&color=black&color=brown"),
        (.form, object, "B=150&G=200&R=100"),
        (.formList, array, "color=blue,black,brown"),
        (.formList, object, "color=B,150,G,200,R,100"),
        (.spaces, array, "color=blue%20black%20brown"),
        (.spaces, object, "color=B%20150%20G%20200%20R%20100"),
        (.pipes, array, "color=blue%7Cblack%7Cbrown"),
        (.pipes, object, "color=B%7C150%7CG%7C200%7CR%7C100"),
        (.deepObject, object, "color%5BB%5D=150&color%5BG%5D=200&color%5BR%5D=100"),
        (.json, array, "color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D"),
    ])
    func query(_ style: CallBuilder.QueryStyle, value: JSONValue, text: String) throws {
        var call = try CallBuilder("test", "GET", "/x")
        try call.query("color", value, style)
        #expect(call.built().target == "/x?" + text)
    }

    @Test func aPathOfSeveralSegments() throws {
        let call = try CallBuilder("test", "GET", "/files/\("a b/c?d/", "path", spans: true)/raw")
        #expect(call.built().target == "/files/a%20b/c%3Fd//raw")
    }

    @Test func whatIsAbsentLeavesNoTrace() throws {
        var call = try CallBuilder("test", "GET", "/x?fixed=1")
        try call.query("a", String?.none)
        try call.header("B", Int?.none)
        try call.cookie("c", Bool?.none)
        try call.query("d", [String]())
        #expect(call.built().target == "/x?fixed=1")
        #expect(call.built().headers == ["Accept": "application/json"])
        try call.query("e", true)
        #expect(call.built().target == "/x?fixed=1&e=true")
    }

    @Test func reservedCharactersAreKeptWhereAllowed() throws {
        var call = try CallBuilder("test", "GET", "/x")
        try call.query("filter", "a/b?c=d&e#[f]", allowReserved: true)
        // What a caller has encoded, so that it does not separate, stays.
        try call.query("list", ["a%26b", "100%", "%zz%2525"], .formList, allowReserved: true)
        try call.query("deep", ["a": JSONValue.array(["b/c"])], .deepObject, allowReserved: true)
        #expect(
            call.built().target
                == "/x?filter=a/b?c=d&e%23%5Bf%5D&list=a%26b,100%25,%25zz%2525&deep%5Ba%5D%5B%5D=b/c")
    }

    @Test func headersAndCookies() throws {
        var call = try CallBuilder("test", "GET", "/x")
        try call.header("X-List", ["a", "b"])
        try call.header("X-Object", Self.object, explode: true)
        try call.header("X-Since", Date(timeIntervalSinceReferenceDate: 0))
        try call.cookie("session", "a b")
        try call.cookie("tags", ["x", "y"], explode: false)
        #expect(
            call.built().headers == [
                "Accept": "application/json", "X-List": "a,b", "X-Object": "B=150,G=200,R=100",
                "X-Since": "2001-01-01T00:00:00Z",
                "Cookie": "session=a%20b; tags=x,y",
            ])
    }

    @Test func refusesWhatWouldBeAnotherRequest() throws {
        var call = try CallBuilder("test", "GET", "/x")
        #expect(throws: WireFailure.self) { try CallBuilder("test", "GET", "/x/\("")") }
        #expect(throws: WireFailure.self) { try call.header("X", "a\r\nSet-Cookie: b") }
        #expect(throws: WireFailure.self) { try call.query("x", Double.nan) }
        #expect(throws: WireFailure.self) { try call.query("x", ["a": JSONValue.array([[1]])]) }
    }

    @Test func numbersKeepTheirDigits() throws {
        var call = try CallBuilder("test", "GET", "/x")
        try call.query("a", UInt64.max)
        try call.query("b", Decimal(string: "19.90"))
        try call.query("c", 1e300)
        try call.query("d", 2.0)
        try call.query("e", 0.1)
        #expect(call.built().target == "/x?a=18446744073709551615&b=19.9&c=1e%2B300&d=2&e=0.1")
    }

    @Test func forms() throws {
        struct Charge: Codable {
            var amount: UInt64
            var expand: [String]
            var note: String
            var address: [String: String]
        }
        var call = try CallBuilder("test", "POST", "/x")
        let charge = Charge(amount: .max, expand: ["a", "b"], note: "a b+c", address: ["city": "Kyiv"])
        try call.form(charge, ["address": .deepObject, "expand": .deepObject])
        let built = call.built()
        #expect(built.headers["content-type"] == "application/x-www-form-urlencoded")
        guard case .data(let data) = built.body else { throw WireFailure("$", "no body") }
        #expect(
            String(decoding: data, as: UTF8.self)
                == "address%5Bcity%5D=Kyiv&amount=18446744073709551615&expand%5B%5D=a&expand%5B%5D=b&note=a+b%2Bc")
    }

    /// What has members of its own is JSON unless a style is given, and elements of lists that have are told apart by numbers.
    @Test func formsWithinForms() throws {
        let value: JSONValue = ["card": ["n": 1], "lines": [["a": "b"], ["a": "c"]]]
        #expect(
            try FormBody.text(value, [:])
                == "card=%7B%22n%22%3A1%7D&lines=%7B%22a%22%3A%22b%22%7D&lines=%7B%22a%22%3A%22c%22%7D")
        #expect(
            try FormBody.text(value, ["card": .form, "lines": .deepObject])
                == "n=1&lines%5B0%5D%5Ba%5D=b&lines%5B1%5D%5Ba%5D=c")
    }

    @Test(arguments: [
        ("a.PNG", nil, "image/*", "image/png"), ("a.png", nil, "application/pdf, image/png", "image/png"),
        ("a", nil, "application/pdf, image/png", "application/pdf"), ("a", "image/avif", "image/*", "image/avif"),
        ("a.csv", nil, "*/*", "text/csv"), (nil, nil, "*/*", "application/octet-stream"),
        ("a.png", nil, "text/*", "text/plain"),
    ])
    func filesSayWhatTheyAre(_ name: String?, _ own: String?, _ taken: String, _ expected: String) throws {
        let content = FileContent(Data(), filename: name, contentType: own)
        #expect(try MultipartPart.file("f", content, taken).map(\.contentType) == [expected])
    }

    @Test func aFileOfAnUnknownKindIsNotSent() {
        #expect(throws: WireFailure.self) { try MultipartPart.file("f", FileContent(Data()), "image/*") }
    }

    @Test func multipart() throws {
        let content = FileContent(Data("counterpart-25".utf8), filename: "a\"b.txt", contentType: "text/plain")
        let parts =
            try MultipartPart.file("file", content) + MultipartPart.text("tags", ["x", "y"])
            + MultipartPart.json("meta", JSONValue.object(["n": 1]))
        let body = MultipartBytes(parts)
        #expect(body.boundary == "counterpart-27")
        let boundary = body.boundary
        guard case .data(let data) = body.body else { return #expect(Bool(false), "data without a file is one piece") }
        #expect(
            String(decoding: data, as: UTF8.self) == """
                --\(boundary)\r
                Content-Disposition: form-data; name="file"; filename="a%22b.txt"\r
                Content-Type: text/plain\r
                \r
                counterpart-25\r
                --\(boundary)\r
                Content-Disposition: form-data; name="tags"\r
                \r
                x\r
                --\(boundary)\r
                Content-Disposition: form-data; name="tags"\r
                \r
                y\r
                --\(boundary)\r
                Content-Disposition: form-data; name="meta"\r
                Content-Type: application/json\r
                \r
                {"n":1}\r
                --\(boundary)--\r

                """)
    }
}
