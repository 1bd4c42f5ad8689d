// `Retry-After` as seconds and as a date.

import HTTPExchange
import HTTPTypes
import Testing

@Suite struct RetryAfterTests {
    @Test(
        arguments: [
            ("0", nil, Duration.zero), ("120", nil, .seconds(120)), ("soon", nil, nil), ("-1", nil, nil),
            ("", nil, nil),
            ("1.5", nil, nil), ("99999999999999999999", nil, nil),
            ("Sun, 06 Nov 1994 08:50:07 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", .seconds(30)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", .zero),
            ("Tue, 01 Mar 2096 00:00:00 GMT", "Wed, 29 Feb 2096 23:59:59 GMT", nil),
            ("Thu, 01 Mar 2096 00:00:00 GMT", "Wed, 29 Feb 2096 23:59:59 GMT", .seconds(1)),
            ("Sun, 06 Nov 1994 08:50:07 GMT", nil, nil),
            ("Sun, 06 Nov 1994 08:50:07 GMT", "yesterday", nil),
            ("Mon, 06 Nov 1994 08:50:07 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 31 Feb 1994 08:50:07 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", nil),
        ] as [(String, String?, Duration?)])
    func asks(_ value: String, _ date: String?, _ expected: Duration?) throws {
        var response = Response(status: 503)
        response.headers[try #require(HTTPField.Name("Retry-After"))] = value
        if let date { response.headers[try #require(HTTPField.Name("Date"))] = date }
        #expect(response.retryAfter == expected)
    }

    @Test(arguments: [0, 784_111_777, 951_782_400, 4_107_542_400, 1_709_164_800, 253_402_300_799])
    func aDateReadsAsItIsWritten(_ seconds: Int) {
        let date = HTTPDate(secondsSince1970: seconds)
        #expect(HTTPDate("\(date)") == date)
    }
}
