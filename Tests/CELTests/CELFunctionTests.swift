// Functions, where the published suite says nothing of them.

import Expressions
import JSONValues
import JSONSchema
import Testing

@testable import CEL

@Suite struct CELFunctionTests {
    private static func evaluated(_ source: String) throws -> String {
        let value = try CELExpression(parsing: source, environment: CELEnvironment()).evaluate([:])
        return try value.json().serialized()
    }

    @Test(arguments: [
        ("'aaa'.replace('a', 'aa')", #""aaaaaa""#), ("'abc'.replace('', '-')", #""-a-b-c-""#),
        ("'abc'.replace('', '-', 2)", #""-a-bc""#), ("'abab'.replace('ab', '', 1)", #""ab""#),
        ("'abc'.replace('c', 'd', 0)", #""abc""#), ("'aXbX'.split('X')", #"["a","b",""]"#),
        ("'abc'.split('')", #"["a","b","c"]"#),
        ("'abc'.split('', 2)", #"["a","bc"]"#), ("'a,b,c'.split(',', 2)", #"["a","b,c"]"#), ("''.split(',')", #"[""]"#),
        ("'é€😀'.charAt(2)", #""😀""#), ("'é€😀'.substring(1, 3)", #""€😀""#), ("'é€😀'.reverse()", #""😀€é""#),
        ("'aaaaab'.indexOf('aab')", "3"), ("'aab'.lastIndexOf('a', 0)", "0"), ("'abc'.indexOf('', 3)", "3"),
        ("'abc'.indexOf('abcd')", "-1"), ("'  \t'.trim()", #""""#), ("'aabaabaaab'.contains('aabaaa')", "true"),
        ("['c', 'a', 'b'].sort()", #"["a","b","c"]"#), ("[3, 1u, 2.5].sort()", "[1,2.5,3]"),
        ("[{'n': 2, 'i': 0}, {'n': 1, 'i': 1}, {'n': 2, 'i': 2}].sortBy(x, x.n).map(x, x.i)", "[1,0,2]"),
        ("[1, 2, 3, 4].slice(1, 3)", "[2,3]"), ("[].slice(0, 0)", "[]"),
        ("[1, 1u, 1.0, 'a', 'a', [1], [1]].distinct()", #"[1,"a",[1]]"#),
        ("[[1], [2, [3]], []].flatten()", "[1,2,[3]]"), ("[1, 2].reverse()", "[2,1]"), ("lists.range(3)", "[0,1,2]"),
        ("[1, 2].first().value() + [].last().orValue(5)", "6"), ("math.sqrt(2.25)", "1.5"),
        ("math.greatest([3, 1])", "3"),
        ("['a', 'b'].transformMap(i, v, v + string(i))", #"{"0":"a0","1":"b1"}"#),
        ("{'a': 1}.transformMapEntry(k, v, {string(v): k})", #"{"1":"a"}"#),
        ("{'b': 2, 'a': 1}.map(k, k)", #"["b","a"]"#),
        ("{'b': 2, 'a': 1}.transformList(k, v, v)", "[2,1]"), ("optional.of(1).orValue(1 / 0)", "1"),
        ("optional.of(1).or(optional.of(1 / 0)).value()", "1"), ("cel.bind(x, 1 / 0, true || x > 0)", "true"),
        ("cel.bind(x, 1, [1, 2].map(y, cel.bind(z, x + y, z * z)))", "[4,9]"), ("'2026'.matches('^[0-9]{4}$')", "true"),
        ("matches('ab', 'b')", "true"), ("'%d%%'.format([5])", #""5%""#), ("'%x'.format([-255])", #""-ff""#),
        ("'%s'.format([{'b': [1.0], 'a': b'x'}])", #""{a: x, b: [1]}""#), ("isCIDR('10.0.0.0/33')", "false"),
        ("string(ip('2001:0:0:1:0:0:0:1'))", #""2001:0:0:1::1""#), ("string(ip('::'))", #""::""#),
        ("string(cidr('2001:db8::ff/120').masked())", #""2001:db8::/120""#),
        ("string(ip('1:2:3:4:5:6:7::'))", #""1:2:3:4:5:6:7:0""#),
        ("duration('90s').getMinutes()", "1"), ("string(1e21)", #""1e+21""#), ("string(-0.0)", #""-0""#),
        ("double('1e3') == 1000.0 && double('.5') == 0.5", "true"), ("uint('5') + uint(2.9)", "7"),
        ("[1, 2] + [3] == [1, 2, 3] && 'a' + 'b' == 'ab' && b'a' + b'b' == b'ab'", "true"),
        ("type(1) == int && type([]) == type([1]) && type(type(1)) == type", "true"), ("dyn([1, 'a']).size()", "2"),
    ])
    func gives(source: String, json: String) throws { #expect(try Self.evaluated(source) == json) }

    @Test(arguments: [
        "'a'.charAt(2)", "'a'.substring(-1)", "[1].slice(0, 2)", "[1, 'a'].sort()", "lists.range(-1)",
        "math.greatest([])", "double('0x1p3')", "double('inf')", "double('1e')", "uint('+5')", "int('1.0')", "int('')",
        "base64.decode('a')", "'%q'.format([1])", "'%'.format([])", "'%.1001f'.format([1.0])", "'%d'.format([1.5])",
        "ip('1.2.3')", "ip('01.2.3.4')", "ip('1::2::3')", "ip('12345::')", "ip(':')", "cidr('10.0.0.0/08')",
        "cidr('10.0.0.0')",
        "string(b'\\xff')", "timestamp('2026-02-30T00:00:00Z')", "duration('1d')", "bool('yes')", "1 / 0", "1 % 0",
        "1u - 2u",
    ])
    func fails(source: String) throws {
        let expression = try CELExpression(parsing: source, environment: CELEnvironment())
        #expect(throws: ExpressionError.self) { try expression.evaluate([:]) }
    }

    @Test func aPatternThatIsKnownIsTakenForNoOther() throws {
        let environment = CELEnvironment(variables: ["patterns": .list(.string)])
        let expression = try CELExpression(
            parsing: "patterns.map(p, 'caf\u{E9}'.matches(p))", environment: environment)
        // The second and the third are canonically equivalent, which is not the same to a pattern.
        let patterns = ["^c", "\u{E9}$", "e\u{301}$", "\u{E9}$", "^a"].map { CELValue.string($0) }
        let found = try expression.evaluate(["patterns": .list(CELList.values(patterns))]).json()
        #expect(found == [true, true, false, true, false])
    }

    @Test func aFunctionOfTheHost() throws {
        struct Refused: Error, CustomStringConvertible { let description = "there is none" }
        var environment = CELEnvironment(variables: ["x": .uint], numbers: .adapting)
        environment.declare(
            CELFunction("next", overloads: [.global(.uint, result: .uint), .member(.uint, result: .uint)]) {
                arguments in
                guard case .uint(let number) = arguments[0], number < 10 else { throw Refused() }
                return .uint(number + 1)
            })
        let expression = try CELExpression(parsing: "next(x) + x.next() + next(1)", environment: environment)
        #expect(expression.type == .uint)
        #expect(try expression.evaluate(["x": .uint(3)]) == .uint(10))
        do {
            _ = try expression.evaluate(["x": .uint(10)])
            Issue.record("has a value")
        } catch {
            #expect(error.description == "1:1: next(): there is none")
        }
    }

    /// What C's printf says, which rounds half to even on the exact value.
    @Test(
        arguments: [
            (0.1, 3, "0.100", "1.000e-01"), (1 / 3, 3, "0.333", "3.333e-01"), (2.5, 0, "2", "2e+00"),
            (1.5, 0, "2", "2e+00"),
            (0.5, 0, "0", "5e-01"), (-0.0, 3, "-0.000", "-0.000e+00"), (9.995, 0, "10", "1e+01"),
            (9.995, 20, "9.99499999999999921840", "9.99499999999999921840e+00"),
            (1e22, 3, "10000000000000000000000.000", "1.000e+22"),
            (Double.leastNonzeroMagnitude, 20, "0.00000000000000000000", "4.94065645841246544177e-324"),
            (123456789.987654321, 3, "123456789.988", "1.235e+08"),
            (1e-7, 10, "0.0000001000", "1.0000000000e-07"), (999.9996, 3, "1000.000", "1.000e+03"),
            (-12.34, 1, "-12.3", "-1.2e+01"),
        ] as [(Double, Int, String, String)])
    func decimals(value: Double, precision: Int, fixed: String, scientific: String) {
        #expect(DecimalExpansion(value).fixed(precision) == fixed)
        #expect(DecimalExpansion(value).scientific(precision) == scientific)
    }

    @Test func theLargestNumberHasAllItsDigits() {
        let digits = DecimalExpansion(.greatestFiniteMagnitude).fixed(0)
        #expect(digits.count == 309 && Double(digits) == .greatestFiniteMagnitude)
        #expect(DecimalExpansion(.greatestFiniteMagnitude).scientific(3) == "1.798e+308")
        #expect(Double(DecimalExpansion(.leastNonzeroMagnitude).fixed(1074)) == .leastNonzeroMagnitude)
    }
}
