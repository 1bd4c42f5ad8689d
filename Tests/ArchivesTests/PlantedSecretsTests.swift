// Secrets as they stand in the traffic of real APIs: none of them is left of an exchange, in whatever it is written.

import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import HTTPTypes
import Testing

@Suite struct PlantedSecretsTests {
    struct Planted: Sendable, CustomTestStringConvertible {
        let name: String
        let entry: HAR.Entry
        /// As texts; other ways of writing them are looked for too.
        let secrets: [String]
        /// What must still be there.
        var kept: [String] = []

        var testDescription: String { name }
    }

    static func entry(
        _ target: String = "/a", _ headers: [(String, String)] = [], sent: (type: String, text: String)? = nil,
        answers: [(String, String)] = [], answered: (type: String, text: String)? = nil
    ) -> HAR.Entry {
        func fields(_ pairs: [(String, String)], _ type: String?) -> HTTPFields {
            HTTPFields(
                (pairs + (type.map { [("Content-Type", $0)] } ?? [])).compactMap { name, value in
                    HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
                })
        }
        return HAR.Entry(
            started: "2026-11-21T10:00:00.000Z", origin: "https://shop.example",
            request: Request(
                method: .post, target: target, headers: fields(headers, sent?.type),
                body: Array((sent?.text ?? "").utf8)),
            response: Response(
                status: 200, headers: fields(answers, answered?.type), body: Array((answered?.text ?? "").utf8)))
    }

    static func base64(_ text: String) -> String { Base64.standard.encode(Array(text.utf8)) }

    static let json = "application/json"
    private static let form = "application/x-www-form-urlencoded"
    static let jwt =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
    /// No tool may take these for real ones: they are put together here.
    static func random(_ beginning: String, _ count: Int) -> String {
        beginning
            + String(
                (0..<count).map { Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")[$0 * 37 % 56] })
    }
    static let key =
        "-----BEGIN " + "PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nBAQEFAASC\n-----END " + "PRIVATE KEY-----"

    static let inAddresses: [Planted] = [
        Planted(
            name: "after a segment that names it", entry: entry("/v1/reset-password/token/f3a9c2e81b"),
            secrets: ["f3a9c2e81b"]),
        Planted(name: "a JWT in a segment", entry: entry("/verify/\(jwt)/now"), secrets: [jwt], kept: ["/verify/"]),
        Planted(
            name: "base64 of JSON in a segment", entry: entry("/cb/" + base64(#"{"password":"hunter2"}"#)),
            secrets: ["hunter2"]),
        Planted(
            name: "a path parameter", entry: entry("/a;jsessionid=1A530637289A03B0?x=1"), secrets: ["1A530637289A03B0"],
            kept: ["x=1"]),
        Planted(
            name: "JSON in a query value", entry: entry("/a?filter=%7B%22api_key%22%3A%22k-77-lock%22%7D&page=2"),
            secrets: ["k-77-lock"],
            kept: ["page=2"]),
        Planted(
            name: "escaped twice", entry: entry("/a?next=%252Fcb%253Faccess_token%253Dtok-twice-1"),
            secrets: ["tok-twice-1"]),
        Planted(
            name: "escaped three times",
            entry: entry("/a?next=password%25252Dx%25253D1%252526password%25253Dtri-ple-3"), secrets: ["tri-ple-3"]),
        Planted(
            name: "AWS Signature Version 4",
            entry: entry(
                "/b?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIDEXAMPLE7%2F20260101%2Fs3&X-Amz-Signature=fe5f80f77d5fa3&X-Amz-Security-Token=FQoGZXIvYXdz"
            ),
            secrets: ["AKIDEXAMPLE7", "fe5f80f77d5fa3", "FQoGZXIvYXdz"], kept: ["AWS4-HMAC-SHA256"]),
        Planted(
            name: "a shared access signature",
            entry: entry("/c?sv=2024-11-04&se=2026-12-01&sp=r&sig=Z%2FRHIX5Xcg0Mq2rqI3OlWTjEg2tY"),
            secrets: ["Z/RHIX5Xcg0Mq2rqI3OlWTjEg2tY"], kept: ["sp=r"]),
        Planted(
            name: "an authorization code", entry: entry("/cb?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj"),
            secrets: ["SplxlOBeZQQYbYS6WxSbIA"]),
        Planted(
            name: "a signature of a webhook", entry: entry("/hook?hmac=700e2dadb827fcc8609e9d5ce208b2e9"),
            secrets: ["700e2dadb827fcc8609e9d5ce208b2e9"]),
        Planted(
            name: "a list of passwords", entry: entry("/a?password[0]=first-one&password%5B1%5D=second-one"),
            secrets: ["first-one", "second-one"]),
        Planted(
            name: "a card number in a path", entry: entry("/cards/4111-1111-1111-1111/limits"),
            secrets: ["4111-1111-1111-1111"], kept: ["/limits"]),
    ]

    static let fromTheTable: [Planted] = [
        Planted(
            name: "fields of webhooks",
            entry: entry("/a", [("X-Auth", "tbl-1"), ("X-Hub-Signature-256", "sha256=tbl-2")]),
            secrets: ["tbl-1", "tbl-2"]),
        Planted(
            name: "addresses of webhooks and bots",
            entry: entry(
                answered: (
                    json,
                    #"{"a":"https://hooks.slack.com/services/T0001/B0002/tbl3Xq7ZkLmN8pRs2TvWy4","b":"https://api.telegram.org/bot110201543:tbl4-AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe","c":"https://discord.com/api/webhooks/123456789/tbl5aBcD3FgH1jKlMn0pQrSt"}"#
                )),
            secrets: [
                "tbl3Xq7ZkLmN8pRs2TvWy4", "tbl4-AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", "tbl5aBcD3FgH1jKlMn0pQrSt",
            ], kept: ["hooks.slack.com", "/getMe", "bot110201543"]),
        Planted(name: "a mail that lets in", entry: entry("/reset/tbl6f3a9c2e81b77"), secrets: ["tbl6f3a9c2e81b77"]),
        Planted(
            name: "variables of GraphQL",
            entry: entry(
                sent: (
                    json,
                    #"{"query":"mutation M($u: String!, $p: String!) { login(user: $u, password : $p) { id } }","variables":{"u":"anna","p":"tbl-7"}}"#
                )), secrets: ["tbl-7"], kept: ["anna"]),
        Planted(
            name: "short, dotted and numbered names",
            entry: entry(
                answered: (
                    json,
                    #"{"pw":"tbl-8","pass.word":"tbl-9","password2":"tbl-10","seed_phrase":"tbl eleven words","license_key":"tbl-12"}"#
                )), secrets: ["tbl-8", "tbl-9", "tbl-10", "tbl eleven words", "tbl-12"]),
        Planted(
            name: "passwords in other languages",
            entry: entry(
                answered: (
                    json,
                    #"{"Passwort":"tbl-13","mot_de_passe":"tbl-14","contraseña":"tbl-15","НовыйПароль":"tbl-16","密码":"tbl-17","パスワード":"tbl-18","wachtwoord":"tbl-19","hasło":"tbl-20","senha":"tbl-21","비밀번호":"tbl-22","şifre":"tbl-23"}"#
                )), secrets: (13...23).map { "tbl-\($0)" }),
        Planted(
            name: "command lines",
            entry: entry(
                answered: (
                    json,
                    #"{"a":"run curl -s -u anna:tbl-24 https://x.example/","b":"mysql -h db -u root -ptbl-25 shop","c":"/usr/bin/sshpass -p tbl-26 ssh a@b","d":"tool login --password tbl-27 now"}"#
                )), secrets: ["tbl-24", "tbl-25", "tbl-26", "tbl-27"], kept: ["curl -s -u anna:", "root", "now"]),
        Planted(
            name: "tokens of more services",
            entry: entry(
                answered: (
                    json,
                    #"{"a":"\#(random("EAAB", 60))","b":"at 1//0\#(random("", 50)).","c":"\#(random("eyJrIjoi", 60))","d":"\#(random("GOCSPX-", 28))"}"#
                )),
            secrets: [random("EAAB", 60), random("", 50), random("eyJrIjoi", 60), random("GOCSPX-", 28)]),
        Planted(
            name: "the same in hexadecimal and base32",
            entry: entry(
                sent: (json, #"{"password":"tbl-28-long"}"#),
                answered: (
                    json,
                    #"{"a":"74626c2d32382d6c6f6e67","b":"x 74626C2D32382D6C6F6E67 y","c":"ORRGYLJSHAWWY33OM4"}"#
                )),
            secrets: ["tbl-28-long", "74626c2d32382d6c6f6e67", "74626C2D32382D6C6F6E67", "ORRGYLJSHAWWY33OM4"],
            kept: ["x ", " y"]),
    ]

    /// For who asks for it, whatever no name and no shape tells of.
    @Test func densityIsAsked() {
        let words = [
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b", "JBSW2Y3DPE7HPK3PXPKRSX5A", Self.random("", 32),
        ]
        let text = "see \(words.joined(separator: ", ")), 2026-11-21T10:00:00.000Z or international-standardisation-2"
        var plain = Redactor()
        #expect(plain.redact(text) == text)
        var rules = RedactionRules()
        rules.entropy = true
        var dense = Redactor(rules)
        #expect(
            dense.redact(text)
                == "see redacted-1, redacted-2, redacted-3, 2026-11-21T10:00:00.000Z or international-standardisation-2"
        )
    }

    static let inOtherBodies: [Planted] = [
        Planted(
            name: "lists in forms", entry: entry(sent: (form, "user[password][]=frm-1&pin[0]=frm-2&keep=yes")),
            secrets: ["frm-1", "frm-2"], kept: ["keep=yes"]),
        Planted(
            name: "SAML", entry: entry(sent: (form, "SAMLResponse=PHNhbWxwOlJlc3BvbnNlPg%3D%3D&RelayState=x")),
            secrets: ["PHNhbWxwOlJlc3BvbnNlPg"]),
        Planted(
            name: "parts by their names",
            entry: entry(
                sent: (
                    "multipart/form-data; boundary=b",
                    "--b\r\nContent-Disposition: form-data; filename=\"name=.txt\"; name=\"api_key\"\r\n\r\nprt-1\r\n--b\r\nContent-Disposition: form-data; name=password\r\n\r\nprt-2\r\n--b\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"token\":\"prt-3\"}\r\n--b\r\nContent-Disposition: form-data; name=\"data\"\r\nContent-Transfer-Encoding: base64\r\n\r\n\(String(base64(#"{"password":"prt-4"}"#).prefix(12)))\r\n\(String(base64(#"{"password":"prt-4"}"#).dropFirst(12)))\r\n--b--\r\n"
                )), secrets: ["prt-1", "prt-2", "prt-3", "prt-4"], kept: ["form-data"]),
        Planted(
            name: "XML",
            entry: entry(
                answered: (
                    "application/xml",
                    "<?xml version=\"1.0\"?><r xmlns:w=\"u\"><refresh_token>xml-1</refresh_token><w:Password Type=\"t\">xml&amp;2</w:Password><user password='xml-3' name='ann'/><note><![CDATA[{\"secret\":\"xml-4\"}]]></note></r>"
                )), secrets: ["xml-1", "xml&2", "xml&amp;2", "xml-3", "xml-4"], kept: ["ann", "<note>"]),
        Planted(
            name: "a property list",
            entry: entry(
                answered: (
                    "application/xml",
                    "<plist><dict><key>password</key><string>plist-1</string><key>name</key><string>Ann</string></dict></plist>"
                )), secrets: ["plist-1"], kept: ["Ann"]),
        Planted(
            name: "a page",
            entry: entry(
                answered: (
                    "text/html",
                    "<!doctype html><meta name=\"csrf-token\" content=\"htm-1\"><form><input type=hidden name=authenticity_token value=\"htm-2\"><input type=\"password\" value=\"htm-3\"></form><script>var accessToken = \"htm-4\"; var title = \"Shop\";</script>"
                )), secrets: ["htm-1", "htm-2", "htm-3", "htm-4"], kept: ["Shop", "<form>"]),
        Planted(
            name: "a table",
            entry: entry(answered: ("text/csv", "name,password,note\r\nann,csv-1,\"a,b\"\r\nbob,\"csv-2\",x\r\n")),
            secrets: ["csv-1", "csv-2"], kept: ["ann", "a,b", "bob"]),
        Planted(
            name: "settings",
            entry: entry(answered: ("text/plain", "# settings\nDB_PASSWORD=env-1\nexport API_KEY='env-2'\nDEBUG=1\n")),
            secrets: ["env-1", "env-2"], kept: ["DEBUG=1"]),
        Planted(
            name: "YAML",
            entry: entry(answered: ("application/yaml", "db:\n  password: yml-1\n  user: ann\n- token: \"yml-2\"\n")),
            secrets: ["yml-1", "yml-2"], kept: ["user: ann"]),
        Planted(
            name: "a message as text",
            entry: entry(
                answered: (
                    "message/http",
                    "GET /a HTTP/1.1\r\nHost: a\r\nX-Api-Key: msg-key-1\r\nAuthorization: Bearer msg-tok-2\r\n\r\n"
                )), secrets: ["msg-key-1", "msg-tok-2"], kept: ["Host: a"]),
        Planted(
            name: "lines of JSON",
            entry: entry(answered: ("application/x-ndjson", "{\"n\":1}\n{\"password\":\"ndj-1\"}\n")),
            secrets: ["ndj-1"], kept: ["{\\\"n\\\":1}"]),
        Planted(
            name: "data over several lines",
            entry: entry(
                answered: (
                    "text/event-stream",
                    "event: a\ndata: {\ndata: \"access_token\": \"sse-1\",\ndata: \"n\": 1\ndata: }\n\n"
                )), secrets: ["sse-1"], kept: ["event: a"]),
        Planted(
            name: "Protocol Buffers that are UTF-8",
            entry: entry(answered: ("application/x-protobuf", "\u{0A}\u{05}alice\u{12}\u{05}pbf-1")), secrets: ["pbf-1"]
        ),
        Planted(
            name: "control characters, of no known type",
            entry: entry(answered: ("application/octet-stream", "\u{01}\u{02}ctl-secret-1")), secrets: ["ctl-secret-1"]),
        Planted(
            name: "UTF-16",
            entry: entry(
                answered: (
                    json, "{\u{0}\"\u{0}p\u{0}a\u{0}s\u{0}s\u{0}\"\u{0}:\u{0}\"\u{0}u\u{0}1\u{0}6\u{0}\"\u{0}}\u{0}"
                )), secrets: ["u\u{0}1\u{0}6"]),
    ]

    static let all = inAddresses + inFields + inJSON + fromTheTable + inOtherBodies + inTexts

    @Test(arguments: all) func nothingIsLeft(_ planted: Planted) {
        var redactor = Redactor()
        let entry = redactor.redact(planted.entry)
        let text = entry.json.serialized()
        let shown = Self.views(of: text)
        for secret in planted.secrets {
            #expect(!shown.contains { $0.contains(secret) }, "\(secret) in \(text)")
        }
        for text in planted.kept { #expect(shown.contains { $0.contains(text) }, "\(text) is gone from \(shown[0])") }
        // What is redacted stays as it is.
        #expect(redactor.redact(entry).json == entry.json)
    }

    @Test func thereAreMoreThanSixty() { #expect(Self.all.reduce(0) { $0 + $1.secrets.count } > 60) }

    /// The text as it is, without the escapes of JSON and of URLs, and with what base64 stands for.
    private static func views(of text: String) -> [String] {
        var views = [text, text.replacing("\\\"", with: "\"").replacing("\\/", with: "/")]
        for _ in 0..<3 { views.append(Percent.decoded(views[views.count - 1])) }
        let words = views[views.count - 1].split { !($0.isLetter || $0.isNumber || "+/=_-".contains($0)) }
        for word in words {
            let bytes = Base64.standard.decode(String(word)) ?? Base64.urlSafe.decode(String(word))
            if let bytes { views.append(String(decoding: bytes, as: UTF8.self)) }
        }
        return views
    }

    @Test(arguments: [
        (json, #"{"next_page_token":"CAoQAA","usage":{"total_tokens":51},"tokens":7,"code":"UA","state":"sold out"}"#),
        (
            json,
            #"{"password_policy":"at least 8","hasPassword":true,"note":"Password: must be long","url":"/items?page=2#top"}"#
        ),
        ("text/plain", "The key: take two. Bearer authentication is asked for. 12:30, a=b\n"),
        ("text/html", "<html><head><title>Key</title></head><body class=\"key\"><p>pin = pal</p></body></html>"),
        (
            "application/xml",
            "<ListBucketResult><Key>photos/2026/a.jpg</Key><NextToken>p2</NextToken></ListBucketResult>"
        ),
        ("text/csv", "id,name\n1,ann\n2,\"b, c\"\n"),
        ("application/javascript", "var key='name';if(a.pass==1){b=\"x\"}function token(){return 1}"),
        ("text/plain", "4111.1111 and 1234567890123 and DE00 1234 5678 9012 3456 78 and me@git.example"),
    ])
    func whatIsNoSecretStays(_ type: String, _ text: String) {
        var redactor = Redactor()
        let entry = Self.entry(
            "/v2/items/5f2b8c9e1a7d4f60/raw?code=UA&lang=uk", sent: (type, text), answered: (type, text))
        #expect(redactor.redact(entry) == entry, "\(redactor.redact(entry).json.serialized())")
    }

    /// However long or deep a text is.
    @Test(arguments: [
        String(repeating: "a@", count: 100_000), "https://" + String(repeating: "a:b@", count: 50_000),
        String(repeating: "<a>", count: 20_000), String(repeating: "=", count: 50_000),
        String(repeating: "password", count: 8_000),
        String(repeating: "%25", count: 20_000), String(repeating: "?a=", count: 10_000), "password=", "<password",
        "\"", "-----BEGIN PRIVATE KEY-----",
        String(repeating: "a:", count: 20_000), String(repeating: "x@", count: 2_000),
        String(repeating: "[", count: 5_000), "://@", "Bearer ",
        String(repeating: "<a b='", count: 5_000), String(repeating: "\"", count: 20_000),
    ])
    func hostileTextsAreLookedThrough(_ text: String) {
        var redactor = Redactor()
        for type in ["text/plain", "application/xml", "text/csv", "application/yaml", "text/event-stream"] {
            _ = redactor.redact(Self.entry("/a?" + (text.utf8.count < 100 ? "x=1" : "y=2"), answered: (type, text)))
        }
        #expect(redactor.pseudonyms.count <= 3)
    }
}
