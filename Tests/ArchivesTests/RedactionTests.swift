// A corpus of planted secrets: none of them, in no encoding, is left of an exchange.

import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import HTTPTypes
import Testing

@Suite struct RedactionTests {
    /// Where a secret can stand, and how it is put there.
    struct Place: Sendable {
        let name: String
        let plant: @Sendable (_ secret: String, _ name: String) -> HAR.Entry
    }

    private static func entry(
        target: String = "/a", headers: HTTPFields = [:], body: String = "", answer: String = "",
        answers: HTTPFields = [:]
    ) -> HAR.Entry {
        HAR.Entry(
            started: "2026-11-21T10:00:00.000Z", origin: "https://shop.example",
            request: Request(method: .post, target: target, headers: headers, body: Array(body.utf8)),
            response: Response(status: 200, headers: answers, body: Array(answer.utf8)))
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            return isPlain
                ? String(decoding: [byte], as: UTF8.self) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private static func json(_ name: String, _ secret: String) -> String {
        JSON.object([name: .string(secret), "id": 7]).serialized()
    }

    private static func base64(_ text: String) -> String { Base64.standard.encode(Array(text.utf8)) }

    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    private static let plain: HTTPFields = [.contentType: "text/plain"]

    static let places: [Place] = [
        Place(name: "query") { entry(target: "/a?x=1&\($1)=\(escaped($0))&y=2") },
        Place(name: "header") { secret, name in
            var headers = HTTPFields()
            if let field = HTTPField.Name(name) { headers[field] = secret }
            return entry(headers: headers)
        },
        Place(name: "response header") { secret, name in
            var headers = HTTPFields()
            if let field = HTTPField.Name(name) { headers[field] = secret }
            return entry(answers: headers)
        },
        Place(name: "bearer") { secret, _ in entry(headers: [.authorization: "Bearer \(secret)"]) },
        Place(name: "basic") { secret, _ in entry(headers: [.authorization: "Basic \(base64("ann:\(secret)"))"]) },
        Place(name: "cookie") { secret, _ in entry(headers: [.cookie: "lang=uk; s=\(secret)"]) },
        Place(name: "set-cookie") { secret, _ in entry(answers: [.setCookie: "s=\(secret); Path=/; HttpOnly"]) },
        Place(name: "form") { entry(headers: form, body: "a=1&\($1)=\(escaped($0))") },
        Place(name: "JSON request") { entry(body: json($1, $0)) },
        Place(name: "JSON response") { entry(answer: json($1, $0)) },
        Place(name: "deep JSON") { entry(answer: #"{"a":[{"b":{"\#($1)":["x",\#(JSON.string($0).serialized())]}}]}"#) },
        Place(name: "escaped JSON") { secret, name in
            let units = secret.utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            return entry(answer: "{\"\(name)\":\"\(units.joined())\"}")
        },
        Place(name: "JSON in JSON") { entry(answer: JSON.object(["raw": .string(json($1, $0))]).serialized()) },
        Place(name: "JSON in a form") { entry(headers: form, body: "data=\(escaped(json($1, $0)))") },
        Place(name: "base64 of JSON in JSON") { entry(answer: #"{"state":"\#(base64(json($1, $0)))"}"#) },
        Place(name: "base64 of JSON in the query") { entry(target: "/a?state=\(escaped(base64(json($1, $0))))") },
        Place(name: "form in JSON") {
            entry(answer: JSON.object(["next": .string("/b?\($1)=\(escaped($0))")]).serialized())
        },
        Place(name: "redirect") { entry(answers: [.location: "https://shop.example/cb?\($1)=\(escaped($0))#top"]) },
        Place(name: "multipart") { secret, name in
            entry(
                headers: [.contentType: "multipart/form-data; boundary=xYz"],
                body: "--xYz\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(secret)\r\n--xYz--\r\n")
        },
        Place(name: "JSON lines") {
            entry(answer: "{\"n\":1}\n\(json($1, $0))\n", answers: [.contentType: "application/x-ndjson"])
        },
        Place(name: "events") {
            entry(answer: "event: a\ndata: \(json($1, $0))\n\n", answers: [.contentType: "text/event-stream"])
        },
        Place(name: "events in lines that end in CR and LF") {
            entry(
                answer: "event: a\r\ndata:\(json($1, $0))\r\n\r\n", answers: [.contentType: "text/event-stream"])
        },
    ]

    static let names = [
        "password", "access_token", "X-Api-Key", "client_secret", "sessionId", "refreshToken", "card_number", "pin",
        "otp",
        "Passwd",
    ]

    /// Every place with every name, each with a secret of its own: with digits, signs that are escaped, letters of other alphabets.
    @Test func nothingThatWasPlantedIsLeft() throws {
        var redactor = Redactor()
        var planted = 0
        for (row, place) in Self.places.enumerated() {
            for (column, name) in Self.names.enumerated() {
                let isHeader = ["header", "response header", "bearer", "cookie", "set-cookie"].contains(place.name)
                let secret = isHeader ? "s3cr-\(row)x\(column)/Q=" : "s3cr \(row)x\(column)/ї&=\"Q"
                let text = redactor.redact(place.plant(secret, name)).json.serialized()
                #expect(!Self.shows(text, secret), "\(place.name), \(name): \(text)")
                #expect(
                    text.contains("redacted-") || text.contains("redacted%2D")
                        || Self.decoded(text).contains("redacted-"))
                planted += 1
            }
        }
        #expect(planted >= 200)
    }

    /// By their shape, whatever they are called.
    @Test(arguments: [
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
        "4111111111111111", "4111 1111 1111 1111", "5500-0000-0000-0004", "378282246310005",
    ])
    func whatLooksLikeASecretIsOne(_ secret: String) {
        var redactor = Redactor()
        for answer in [
            #"{"note":"see \#(secret), please"}"#, "note: \(secret)", "a=1&note=\(Self.escaped(secret))",
            #"{"deep":"{\"x\":\"\#(secret)\"}"}"#,
        ] {
            let text = redactor.redact(Self.entry(answer: answer)).json.serialized()
            #expect(!text.contains(secret) && text.contains("redacted-"), "\(text)")
        }
        let number = redactor.redact(JSON.object(["n": 4_111_111_111_111_111]))
        #expect(number["n"]?.number != nil && number["n"] != 4_111_111_111_111_111)
    }

    @Test(arguments: [
        #"{"id":1234567890123456,"price":19.99,"name":"Stride Runner","when":"2026-11-21T10:00:00Z"}"#,
        #"{"image":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB"}"#, "plain words, and 12 345", "[]", "",
        #"{"monkey":"ann","keys":1}"#,
        #"{"mail":"ann@shop.example"}"#,
    ])
    func whatIsNoSecretStays(_ body: String) {
        var redactor = Redactor()
        let entry = Self.entry(target: "/items/5?page=2&q=a%20b", headers: Self.plain, body: body, answer: body)
        #expect(redactor.redact(entry) == entry)
        #expect(redactor.pseudonyms.count == 0)
    }

    /// A replayed login still fits the requests after it.
    @Test func aSecretHasOneNameWhereverItStands() throws {
        var redactor = Redactor()
        let login = redactor.redact(Self.entry(answer: #"{"access_token":"tok-abcdef"}"#))
        let next = redactor.redact(
            Self.entry(
                target: "/me/tok-abcdef?token=tok-abcdef", headers: [.authorization: "Bearer tok-abcdef"],
                answer: "hello tok-abcdef"))
        let name = try #require(
            login.response.response.flatMap { try? JSON(parsing: $0.body) }?["access_token"]?.string)
        #expect(next.request.request.headers[.authorization] == "Bearer \(name)")
        #expect(next.request.request.target == "/me/\(name)?token=\(name)")
        #expect(next.response.body.bytes.map { String(decoding: $0, as: UTF8.self) } == "hello \(name)")
        #expect(redactor.pseudonyms.count == 1)
        // What is redacted already stays as it is.
        #expect(redactor.redact(next) == next)
    }

    @Test func rulesAreAddedAndTakenAway() {
        var rules = RedactionRules(allowed: ["demo"], emails: true)
        rules.add("Favourite Colour")
        rules.remove("key")
        var redactor = Redactor(rules)
        let redacted = redactor.redact(
            JSON.object([
                "favourite_colour": "blue", "key": "value", "password": "demo", "mail": "ann@shop.example",
                "token": "", "secret": .null, "otp": true, "pin": 1234,
            ]))
        #expect(
            redacted == [
                "favourite_colour": "redacted-1", "key": "value", "password": "demo",
                "mail": "redacted-2@redacted.invalid", "token": "", "secret": .null, "otp": true, "pin": 9_000_000_003,
            ])
    }

    @Test func whatCannotBeLookedIntoIsLeftOut() {
        var redactor = Redactor()
        func answer(_ type: String, _ bytes: [UInt8]) -> HAR.Message.Body {
            let entry = HAR.Entry(
                started: "2026-11-21T10:00:00.000Z", origin: "https://shop.example", request: Request(target: "/"),
                response: Response(status: 200, headers: [.contentType: type], body: bytes))
            return redactor.redact(entry).response.body
        }
        let compressed = answer("application/json", [0x1F, 0x8B, 0x08, 0x00])
        #expect(compressed.content == HAR.Message.Body.Content.missing)
        #expect(compressed.others["_redacted"] == "left out: it is no text")
        #expect(answer("image/png", [0x89, 0x50, 0x4E, 0x47, 0xFF]).bytes == [0x89, 0x50, 0x4E, 0x47, 0xFF])
    }

    /// As JSON Web Tokens do: each is still found at once.
    @Test func secretsThatBeginAlikeAreToldApart() {
        var pseudonyms = Pseudonyms()
        for number in 0..<50_000 { _ = pseudonyms.text(for: "the-same-beginning-\(number)") }
        for number in stride(from: 10_000, to: 50_000, by: 40) {
            let text = pseudonyms.replacing(in: "a the-same-beginning-\(number), the-same-beginning-7.")
            #expect(text == "a redacted-\(number + 1), redacted-8.")
        }
        #expect(pseudonyms.replacing(in: "the-same-beginnin") == "the-same-beginnin")
        // The longest counts, whatever comes after it: of 123456 that is 12345.
        #expect(pseudonyms.replacing(in: "the-same-beginning-123456") == "redacted-123466")
    }

    @Test func ofTooManyTheOldestAreForgotten() {
        var pseudonyms = Pseudonyms(after: 5, capacity: 10)
        for number in 0..<30 { _ = pseudonyms.text(for: "secret-\(number)") }
        #expect(pseudonyms.count == 30)
        #expect(pseudonyms.text(for: "secret-29") == "redacted-35")
        #expect(pseudonyms.replacing(in: "secret-29 and secret-28") == "redacted-35 and redacted-34")
        #expect(pseudonyms.text(for: "secret-0") == "redacted-36")
    }

    // MARK: - Looking for secrets

    /// Whether a text has a secret in it: as it is, in JSON, in a URL, or in base64.
    private static func shows(_ text: String, _ secret: String) -> Bool {
        let forms = [
            secret, String(JSON.string(secret).serialized().dropFirst().dropLast()), escaped(secret),
            escaped(secret).uppercased(),
        ]
        let all = [text, decoded(text), decoded(decoded(text))]
        return all.contains { text in forms.contains { text.contains($0) } }
    }

    /// The text with everything in it decoded that is base64 or escaped for a URL.
    private static func decoded(_ text: String) -> String {
        let unescaped = text.split(separator: "%", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let byte = UInt8(part.prefix(2), radix: 16) else { return String(part) }
            return String(Unicode.Scalar(byte)) + part.dropFirst(2)
        }.joined()
        let words = unescaped.split { !($0.isLetter || $0.isNumber || "+/=_-".contains($0)) }
        return unescaped + " "
            + words.compactMap { word in
                (Base64.standard.decode(String(word)) ?? Base64.urlSafe.decode(String(word))).map {
                    String(decoding: $0, as: UTF8.self)
                }
            }.joined(separator: " ")
    }
}
