// Every style both ways, by the tables of the specification.

import HTTPExchange
import ContractSamples
import JSONValues
@testable import SourceDocuments
@testable import OpenAPIContract
import HTTPTypes
import Testing

/// One row: a declaration, a value, and its text on the wire.
struct StyleCase: CustomTestStringConvertible, Sendable {
    let location: String
    let style: String
    let explode: Bool
    let schema: String
    let value: String
    let wire: String

    var testDescription: String { "\(location) \(style)\(explode ? " exploded" : "") \(value)" }

    static let list = "{type: array, items: {type: string}}"
    static let numbers = "{type: array, items: {type: integer}}"
    static let rgb = "{type: object, properties: {R: {type: integer}, G: {type: integer}, B: {type: integer}}}"
    static let colors = #"["blue","black","brown"]"#
    static let rgbValue = #"{"R":100,"G":200,"B":150}"#

    /// [OpenAPI 3.1.1, section 4.8.12.4](https://spec.openapis.org/oas/v3.1.1.html#style-examples), with the value `color`.
    static let path: [StyleCase] = [
        StyleCase(
            location: "path", style: "simple", explode: false, schema: "{type: string}", value: #""blue""#, wire: "blue"
        ),
        StyleCase(
            location: "path", style: "simple", explode: false, schema: list, value: colors, wire: "blue,black,brown"),
        StyleCase(
            location: "path", style: "simple", explode: false, schema: rgb, value: rgbValue, wire: "R,100,G,200,B,150"),
        StyleCase(
            location: "path", style: "simple", explode: true, schema: rgb, value: rgbValue, wire: "R=100,G=200,B=150"),
        StyleCase(
            location: "path", style: "label", explode: false, schema: "{type: string}", value: #""blue""#, wire: ".blue"
        ),
        StyleCase(
            location: "path", style: "label", explode: false, schema: list, value: colors, wire: ".blue,black,brown"),
        StyleCase(
            location: "path", style: "label", explode: true, schema: list, value: colors, wire: ".blue.black.brown"),
        StyleCase(
            location: "path", style: "label", explode: false, schema: rgb, value: rgbValue, wire: ".R,100,G,200,B,150"),
        StyleCase(
            location: "path", style: "label", explode: true, schema: rgb, value: rgbValue, wire: ".R=100.G=200.B=150"),
        StyleCase(
            location: "path", style: "matrix", explode: false, schema: "{type: string}", value: #""blue""#,
            wire: ";color=blue"),
        StyleCase(
            location: "path", style: "matrix", explode: false, schema: list, value: colors,
            wire: ";color=blue,black,brown"),
        StyleCase(
            location: "path", style: "matrix", explode: true, schema: list, value: colors,
            wire: ";color=blue;color=black;color=brown"),
        StyleCase(
            location: "path", style: "matrix", explode: false, schema: rgb, value: rgbValue,
            wire: ";color=R,100,G,200,B,150"),
        StyleCase(
            location: "path", style: "matrix", explode: true, schema: rgb, value: rgbValue, wire: ";R=100;G=200;B=150"),
        StyleCase(
            location: "path", style: "simple", explode: false, schema: list, value: #"["a,b","c/d","é"]"#,
            wire: "a%2Cb,c%2Fd,%C3%A9"),
    ]

    static let query: [StyleCase] = [
        StyleCase(
            location: "query", style: "form", explode: true, schema: "{type: string}", value: #""blue""#,
            wire: "color=blue"),
        StyleCase(
            location: "query", style: "form", explode: true, schema: "{type: string}", value: #""a b&c=d+e""#,
            wire: "color=a%20b%26c%3Dd%2Be"),
        StyleCase(
            location: "query", style: "form", explode: true, schema: list, value: colors,
            wire: "color=blue&color=black&color=brown"),
        StyleCase(
            location: "query", style: "form", explode: false, schema: list, value: colors,
            wire: "color=blue,black,brown"),
        StyleCase(
            location: "query", style: "form", explode: true, schema: rgb, value: rgbValue, wire: "R=100&G=200&B=150"),
        StyleCase(
            location: "query", style: "form", explode: false, schema: rgb, value: rgbValue,
            wire: "color=R,100,G,200,B,150"),
        StyleCase(
            location: "query", style: "spaceDelimited", explode: false, schema: list, value: colors,
            wire: "color=blue%20black%20brown"),
        StyleCase(
            location: "query", style: "pipeDelimited", explode: false, schema: list, value: colors,
            wire: "color=blue%7Cblack%7Cbrown"),
        StyleCase(
            location: "query", style: "spaceDelimited", explode: true, schema: list, value: colors,
            wire: "color=blue&color=black&color=brown"),
        StyleCase(
            location: "query", style: "pipeDelimited", explode: true, schema: numbers, value: "[1,2]",
            wire: "color=1&color=2"),
        StyleCase(
            location: "query", style: "deepObject", explode: true, schema: rgb, value: rgbValue,
            wire: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
        StyleCase(
            location: "query", style: "deepObject", explode: true, schema: numbers, value: "[7,8]",
            wire: "color%5B0%5D=7&color%5B1%5D=8"),
        StyleCase(
            location: "query", style: "form", explode: false, schema: numbers, value: "[18446744073709551615,1.0]",
            wire: "color=18446744073709551615,1.0"),
        StyleCase(
            location: "query", style: "form", explode: true, schema: "{type: boolean}", value: "true",
            wire: "color=true"),
        StyleCase(
            location: "query", style: "form", explode: true, schema: "{type: [string, integer]}", value: "5",
            wire: "color=5"),
        StyleCase(
            location: "query", style: "form", explode: true, schema: "{type: string}", value: #""5""#, wire: "color=5"),
    ]

    static let headers: [StyleCase] = [
        StyleCase(
            location: "header", style: "simple", explode: false, schema: "{type: integer}", value: "5", wire: "5"),
        StyleCase(
            location: "header", style: "simple", explode: false, schema: list, value: colors, wire: "blue,black,brown"),
        StyleCase(
            location: "header", style: "simple", explode: true, schema: rgb, value: rgbValue, wire: "R=100,G=200,B=150"),
        StyleCase(
            location: "header", style: "simple", explode: false, schema: "{type: string}", value: #""100% of it""#,
            wire: "100% of it"),
    ]

    static let cookies: [StyleCase] = [
        StyleCase(
            location: "cookie", style: "form", explode: true, schema: "{type: integer}", value: "5", wire: "color=5"),
        StyleCase(
            location: "cookie", style: "form", explode: false, schema: list, value: colors,
            wire: "color=blue,black,brown"),
    ]

    func contract() throws -> Contract {
        try Contract.sample(
            document(
                """
                /colors\(location == "path" ? "/{color}" : ""):
                  get:
                    parameters:
                      - {name: color, in: \(location), required: true, style: \(style), explode: \(explode), schema: \(schema)}
                    responses: {'200': {description: fine}}
                """))
    }
}

@Suite struct ParameterStyleTests {
    @Test(arguments: StyleCase.path + StyleCase.query + StyleCase.headers + StyleCase.cookies)
    func goesBothWays(_ row: StyleCase) throws {
        let contract = try row.contract()
        let operation = contract.operations[0]
        let value = try JSON.text(row.value)
        let request = operation.encode(values: [(operation.parameters[0], value)])
        let wire: String? =
            switch row.location {
            case "path": String(request.path.dropFirst("/colors/".count))
            case "query": request.query.map(String.init)
            case "header": HTTPField.Name("color").flatMap { request.headers[$0] }
            default: request.headers[.cookie]
            }
        #expect(wire == row.wire)
        let judged = try contract.judged(.get, request.target, headers: request.headers)
        #expect(judged.parameters.map { $0.value.serialized() } == [value.serialized()])
        #expect(judged.violations.map(\.message) == [])
    }

    /// Delimiters of the query itself stay encoded ([RFC 6570, section 3.2.3](https://www.rfc-editor.org/rfc/rfc6570#section-3.2.3)).
    @Test func reservedCharactersGoAsTheyAreWhereAllowed() throws {
        let contract = try Contract.sample(
            document(
                """
                /a:
                  get:
                    parameters:
                      - {name: u, in: query, allowReserved: true, schema: {type: string}}
                      - {name: l, in: query, allowReserved: true, explode: false, schema: {type: array, items: {type: string}}}
                    responses: {'200': {description: fine}}
                """))
        let operation = contract.operations[0]
        let values: [JSON] = [#"https://x.y/z?a=b:c@d!$()*+,;[]#&' %é"#, ["a/b", "c,d"]]
        let request = operation.encode(values: zip(operation.parameters, values).map { (parameter: $0, value: $1) })
        #expect(request.target == "/a?u=https://x.y/z?a=b:c@d!$()*%2B,;%5B%5D%23%26'%20%25%C3%A9&l=a/b,c%2Cd")
        #expect(try contract.judged(.get, request.target).parameters.map(\.value) == values)
    }

    /// What other clients write for the same values.
    @Test(arguments: [
        ("pipeDelimited", false, StyleCase.list, "color=blue|black%7cbrown", StyleCase.colors),
        ("spaceDelimited", false, StyleCase.list, "color=blue+black%20brown", StyleCase.colors),
        ("deepObject", true, StyleCase.rgb, "color[R]=100&color[G]=200&color[B]=150", StyleCase.rgbValue),
        ("deepObject", true, StyleCase.list, "color[]=blue&color[]=black&color[]=brown", StyleCase.colors),
        ("form", true, StyleCase.list, "color[]=blue&color[]=black&color[]=brown", StyleCase.colors),
        ("form", true, "{anyOf: [{type: integer}, {type: array, items: {type: integer}}]}", "color=3", "3"),
        ("form", true, "{anyOf: [{type: integer}, {type: array, items: {type: integer}}]}", "color=3&color=4", "[3,4]"),
        (
            "deepObject", true, "{anyOf: [{type: object, properties: {gt: {type: integer}}}, {type: integer}]}",
            "color[gt]=3", #"{"gt":3}"#
        ),
        (
            "deepObject", true, "{anyOf: [{type: object, properties: {gt: {type: integer}}}, {type: integer}]}",
            "color=3", "3"
        ),
        (
            "deepObject", true,
            "{type: object, properties: {a: {type: object, properties: {b: {type: array, items: {type: integer}}}}}}",
            "color[a][b][]=1&color[a][b][]=2", #"{"a":{"b":[1,2]}}"#
        ),
        ("form", false, StyleCase.list, "color=", "[]"),
        ("form", true, "{type: string}", "color=+%2B", #"" +""#),
        ("form", true, "{}", "color=5", #""5""#),
        ("form", true, "{type: string}", "color=%FF", "\"\u{FFFD}\""),
        ("form", true, "{type: string}", "color=50%", #""50%""#),
    ])
    func isLenientWithWhatItReads(_ style: String, _ explode: Bool, _ schema: String, _ query: String, _ value: String)
        throws
    {
        let row = StyleCase(
            location: "query", style: style, explode: explode, schema: schema, value: value, wire: query)
        let judged = try row.contract().judged(.get, "/colors?" + query)
        #expect(judged.parameters.map { $0.value.serialized() } == [value])
        #expect(judged.violations.map(\.message) == [])
    }

    @Test(arguments: [
        ("{type: integer}", "color=five", "type"), ("{type: integer}", "color=1.5", "type"),
        ("{type: integer}", "color=", "type"),
        ("{type: integer}", "color=05", "type"), ("{type: integer, maximum: 9}", "color=10", "maximum"),
        ("{type: integer}", "color=1&color=2", "type"), ("{type: boolean}", "color=yes", "type"),
        ("{type: array, items: {type: integer}}", "color=1&color=x", "type"),
        ("{type: string, enum: [a, b]}", "color=c", "enum"), ("{type: string, pattern: '^a'}", "color=b", "pattern"),
        ("{type: integer, format: uint64, maximum: 18446744073709551615}", "color=18446744073709551616", "maximum"),
    ])
    func refusesWhatTheSchemaDoes(_ schema: String, _ query: String, _ keyword: String) throws {
        let row = StyleCase(location: "query", style: "form", explode: true, schema: schema, value: "", wire: query)
        let judged = try row.contract().judged(.get, "/colors?" + query)
        #expect(judged.violations.map(\.check) == [.invalidParameter])
        #expect(judged.violations.map(\.keyword) == [keyword])
    }

    @Test(arguments: ["label", "matrix"])
    func aMissingPrefixIsRefused(_ style: String) throws {
        let row = StyleCase(
            location: "path", style: style, explode: false, schema: "{type: string}", value: "", wire: "")
        let judged = try row.contract().judged(.get, "/colors/blue")
        #expect(judged.violations.map(\.check) == [.invalidParameter])
    }

    @Test func missingParametersAreFoundInEveryPlace() throws {
        for location in ["query", "header", "cookie"] {
            let row = StyleCase(
                location: location, style: location == "header" ? "simple" : "form", explode: false, schema: "{}",
                value: "", wire: "")
            let judged = try row.contract().judged(.get, "/colors")
            #expect(judged.violations.map(\.check) == [.missingParameter])
            #expect(judged.violations.first?.place?.line == 7)
        }
    }
}
