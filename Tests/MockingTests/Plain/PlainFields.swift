// Field lines as clients send them, and as none should.

enum PlainFields {
    static let clients: [(name: String, fields: String)] = [
        ("wrk", ""), ("curl", "User-Agent: curl/8.5.0\r\nAccept: */*"),
        (
            "URLSession",
            "Accept: */*\r\nUser-Agent: Sneakers/1 CFNetwork/1568.200.51 Darwin/24.1.0\r\nAccept-Language: en-GB,en;q=0.9\r\n"
                + "Accept-Encoding: gzip, deflate\r\nConnection: keep-alive"
        ),
        (
            "an app",
            "Accept: application/json\r\nAuthorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln\r\nX-Request-ID: 5f0e2a7c\r\n"
                + "Accept-Encoding: br;q=1.0, gzip;q=0.9, deflate;q=0.8\r\nAccept-Language: en-GB;q=1.0\r\n"
                + "User-Agent: Sneakers/3.14 (app.sneakers; build:7; iOS 18.1.0) Alamofire/5.10.2\r\nX-App-Version: 3.14.0"
        ),
        (
            "httpx",
            "Accept: */*\r\nAccept-Encoding: gzip, deflate\r\nConnection: keep-alive\r\nUser-Agent: python-httpx/0.28.1\r\n"
                + "Cookie: session=abc; theme=dark"
        ),
        (
            "fetch",
            "Connection: keep-alive\r\nsec-ch-ua-platform: \"macOS\"\r\nUser-Agent: Mozilla/5.0\r\nsec-ch-ua-mobile: ?0\r\n"
                + "Accept: */*\r\nOrigin: http://localhost:5173\r\nSec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors\r\n"
                + "Sec-Fetch-Dest: empty\r\nReferer: http://localhost:5173/\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"
                + "Priority: u=1, i"
        ),
        (
            "a browser's page",
            "Upgrade-Insecure-Requests: 1\r\nCache-Control: max-age=0\r\nDNT: 1\r\nSec-Fetch-User: ?1\r\n"
                + "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
        ),
    ]

    static let odd: [String] = [
        "Accept: application/json", "ACCEPT: Application/JSON", "accept: application/json, text/plain, */*",
        "Accept: application/*", "Accept: text/csv", "Accept: text/csv, application/json;q=0.5", "Accept: text/*;q=0.9",
        "Accept: application/json;q=0", "Accept: application/xml", "Accept: */*;q=0", "Accept: garbage", "Accept: ,",
        "Accept: application/json;q=nan", "Accept: application/json;q=2, text/csv",
        "Accept: image/png;q=0.1, */*;q=0.05",
        "Accept: application/json; charset=utf-8", "Accept: application/json;v=2",
        "Accept: application/json\r\nAccept: */*",
        "Accept:", "Accept: application/json ", "Authorization: Bearer abc", "authorization: bEARER   abc",
        "Authorization: Bearer", "Authorization: Bearer invalid", "Authorization: Bearerabc", "Authorization: Bearer  ",
        "Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic !", "Authorization: Digest x=1",
        "Authorization: Bearer a\r\nAuthorization: Bearer b", "X-Key: k", "X-KEY: invalid", "X-Key: k\r\nx-key: l",
        "X-Key:", "X-Api-Key: k", "Cookie: key=1; b=2", "Origin: http://localhost:5173", "Origin: null",
        "Origin: https://other.example", "Origin: a\r\nOrigin: b",
        "Origin: http://localhost:5173\r\nAccess-Control-Request-Method: PUT", "Counterpart-Session: a",
        "COUNTERPART-SESSION: A-1.~_", "Counterpart-Session: a/b", "Counterpart-Session: a\r\nAccept: application/json",
        "Prefer: code=401", "Prefer: respond-async", "prefer: dynamic=true", "If-None-Match: \"x\"", "If-Match: *",
        "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
        "Last-Event-ID: 1", "Range: bytes=0-1", "TE: trailers", "Content-Type: application/json", "Content-Length: 0",
        "Accept-Encoding: gzip\r\nAccept-Encoding: br", "Expect: 100-continue", "Connection: close", "Via: 1.1 proxy",
        "X-HTTP-Method-Override: DELETE", "Forwarded: for=192.0.2.1", "Host: h", "X-Fail: 1", "X-Rule: 1", "X-Empty:",
    ]
}
