// A response is serialised once, with the framing that its body needs.

import HTTPExchange
import HTTPTypes
import Testing

@Suite struct PreparedResponseTests {
    @Test func keepsFieldsInOrderAndFramesTheBody() {
        var headers: HTTPFields = [.contentType: "text/plain", .setCookie: "a=1"]
        headers.append(HTTPField(name: .setCookie, value: "b=2"))
        let prepared = PreparedResponse(Response(status: 200, headers: headers, body: Array("héllo".utf8)))
        #expect(
            String(decoding: prepared.head, as: UTF8.self)
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 6\r\n"
        )
        #expect(!prepared.hasDate)
    }

    @Test func framingOfTheResponseItselfIsDropped() {
        let prepared = PreparedResponse(
            Response(
                status: 201,
                headers: [.contentLength: "99", .transferEncoding: "chunked", .connection: "close", .date: "yesterday"])
        )
        #expect(
            String(decoding: prepared.head, as: UTF8.self)
                == "HTTP/1.1 201 Created\r\nDate: yesterday\r\nContent-Length: 0\r\n")
        #expect(prepared.hasDate)
    }

    @Test(arguments: [(204, "No Content"), (304, "Not Modified"), (103, "Early Hints")])
    func statusesWithoutContentHaveNeitherBodyNorLength(status: Int, phrase: String) {
        let prepared = PreparedResponse(Response(status: status, body: [1, 2, 3]))
        #expect(String(decoding: prepared.head, as: UTF8.self) == "HTTP/1.1 \(status) \(phrase)\r\n")
        #expect(prepared.response.body == [])
    }

    @Test(arguments: [(599, "HTTP/1.1 599 \r\n"), (-1, "HTTP/1.1 100 Continue\r\n"), (70_000, "HTTP/1.1 999 \r\n")])
    func everyStatusHasThreeDigits(status: Int, line: String) {
        #expect(String(decoding: PreparedResponse(Response(status: status)).head, as: UTF8.self).hasPrefix(line))
    }
}
