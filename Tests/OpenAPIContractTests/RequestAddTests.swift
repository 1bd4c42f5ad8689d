// What a request gets besides the parameters of its operation.

import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@Suite struct RequestAddTests {
    @Test(arguments: [
        (Parameter.Location.query, "/a", "k e", "v&w", "/a?k%20e=v%26w", ""),
        (.query, "/a?", "k", "v", "/a?k=v", ""), (.query, "/a?b=1", "k", "ї", "/a?b=1&k=%D1%97", ""),
        (.header, "/a", "X-Key", "v w", "/a", "X-Key: v w"), (.header, "/a", "no name", "v", "/a", ""),
        (.cookie, "/a", "sid", "1", "/a", "Cookie: sid=1"), (.path, "/a", "id", "1", "/a", ""),
    ])
    func adds(
        _ location: Parameter.Location, _ target: String, _ name: String, _ value: String, _ expected: String,
        _ headers: String
    ) {
        var request = Request(target: target)
        request.add(name, value, in: location)
        #expect(request.target == expected)
        #expect(request.headers.map { "\($0.name): \($0.value)" }.joined() == headers)
    }

    @Test func replacesWhatIsThere() throws {
        var request = Request(target: "/", headers: [.authorization: "a", .cookie: "sid=1; lang=uk"])
        request.add("authorization", "b", in: .header)
        request.add("sid", "2", in: .cookie)
        #expect(request.headers[.authorization] == "b")
        #expect(request.headers[.cookie] == "lang=uk; sid=2")
    }
}
