// Tokens of services, and secrets in texts of programs, tables and command lines.

import Archives
import Testing

extension PlantedSecretsTests {
    private static func digits(_ count: Int) -> String {
        String((0..<count).map { Array("0123456789abcdef")[($0 * 7 + 3) % 16] })
    }

    private static func letters(_ count: Int) -> String { random("", count) }

    /// Each by what it begins with or is made of.
    static let tokens: [String] = [
        "glptt-" + digits(40), "glft-" + letters(20), "NRII-" + letters(32), "dp.pt." + letters(43),
        "sntryu_" + digits(64), "EZAK" + letters(54), "FLWSECK-" + digits(32) + "-X", "rzp_live_" + letters(14),
        "CLOJARS_" + digits(60), "CFPAT-" + letters(43), "pat-na1-3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "sk.eyJ1Ijoi" + letters(60), "nfp_" + letters(40), "pplx-" + letters(48), "r8_" + letters(37),
        "xkeysib-" + digits(64) + "-" + letters(16), "tskey-auth-" + letters(30), "AKCp" + letters(69),
        "SK" + digits(32), digits(32) + "-us12", "M" + letters(23) + ".GaBcDe." + letters(27),
        letters(14) + ".atlasv1." + letters(64), "pat" + letters(14) + "." + digits(64), "ATBB" + letters(32),
        "pul-" + digits(40), "LTAI" + letters(20), "sdk-3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "abc8Q~" + letters(34), "$2y$10$" + letters(53), "$argon2id$v=19$m=65536$" + letters(40),
    ]

    static let inTexts: [Planted] =
        tokens.map { token in
            Planted(
                name: String(token.prefix(12)),
                entry: entry(
                    "/a?q=\(encoded(token))", [("X-Info", token)], sent: ("text/plain", "see \(token) here"),
                    answered: (json, #"{"note":"\#(token)"}"#)),
                secrets: [token], kept: ["here", "note"])
        } + [
            Planted(
                name: "a bot and a token by RFC 8959",
                entry: entry(
                    answered: (json, #"{"a":"1234567890:AA\#(letters(33))","b":"secret-token:shp-1-abcdefgh"}"#)),
                secrets: ["AA" + letters(33), "shp-1-abcdefgh"], kept: ["1234567890"]),
            Planted(
                name: "base64 of a text that is a token",
                entry: entry(answered: (json, #"{"a":"\#(base64("tok:" + letters(40)))"}"#)),
                secrets: ["tok:" + letters(40)]),
            Planted(
                name: "fields of HTTP",
                entry: entry(
                    "/a", [("X-Pin", "shp-2"), ("X-Session", "shp-3"), ("Authentication", "shp-4"), ("X-Key", "shp-5")]),
                secrets: ["shp-2", "shp-3", "shp-4", "shp-5"]),
            Planted(
                name: "a segment after another",
                entry: entry("/email/verify/12/shp6f3a9c2e81b77"), secrets: ["shp6f3a9c2e81b77"]),
            Planted(
                name: "names and values under other names",
                entry: entry(
                    sent: (
                        json,
                        #"{"a":[{"Name":"password","Value":"shp-7"},{"label":"Password","content":"shp-8"}],"b":[{"op":"replace","path":"/user/api_key","value":"shp-9"}]}"#
                    )), secrets: ["shp-7", "shp-8", "shp-9"]),
            Planted(
                name: "lists where names and values take turns",
                entry: entry(
                    sent: (
                        json,
                        #"{"args":["tool","--password","shp-10","-v"],"raw":["Host","a","X-Api-Key","shp-11"]}"#
                    )), secrets: ["shp-10", "shp-11"], kept: ["tool", "Host"]),
            Planted(
                name: "tables in JSON",
                entry: entry(
                    answered: (
                        json,
                        #"[{"columns":["name","password"],"rows":[["ann","shp-12"]]},{"fields":[{"name":"user"},{"name":"token"}],"values":["bob","shp-13"]}]"#
                    )), secrets: ["shp-12", "shp-13"], kept: ["ann", "bob"]),
            Planted(
                name: "keys in JSON (RFC 7517)",
                entry: entry(
                    answered: (
                        json,
                        #"{"keys":[{"kty":"EC","crv":"P-256","x":"shp-x","d":"shp-14"},{"kty":"oct","k":"shp-15"}]}"#
                    )), secrets: ["shp-14", "shp-15"], kept: ["shp-x", "P-256"]),
            Planted(
                name: "GraphQL in a query, and over several lines",
                entry: entry(
                    "/graphql?query=mutation(%24p:String!)%7Blogin(password:%24p)%7Bid%7D%7D&variables=%7B%22p%22:%22shp-16%22%7D",
                    sent: (json, #"{"query":"mutation{login(password:\"\"\"shp-17\"\"\"){id}}"}"#)),
                secrets: ["shp-16", "shp-17"]),
            Planted(
                name: "parts with other line ends and names",
                entry: entry(
                    sent: (
                        "multipart/form-data; boundary=b",
                        "--b\nContent-Disposition: form-data; name=\"password\"\n\nshp-18\n--b\nContent-Disposition: form-data; name*=UTF-8''api%5Fkey\n\nshp-19\n--b--\n"
                    )), secrets: ["shp-18", "shp-19"]),
            Planted(
                name: "YAML over several lines",
                entry: entry(
                    answered: (
                        "application/yaml",
                        "password: >-\n  shp-20\n  more\ntokens:\n  - shp-21\na: {password: shp-22, b: 1}\nuser: ann\n"
                    )), secrets: ["shp-20", "more", "shp-21", "shp-22"], kept: ["user: ann"]),
            Planted(
                name: "programs and settings",
                entry: entry(
                    answered: (
                        "text/plain",
                        """
                        const apiKey: string = "shp-23"
                        apiKey := "shp-24"
                        'password' => 'shp-25',
                        password = shp-26x
                        Password: shp-27x
                        curl -H 'X-Api-Key: shp-28' https://a.example
                        az login -u a -p shp-29 --tenant t
                        unzip -P shp-30 a.zip
                        openssl enc -in a -pass pass:shp-31
                        CREATE USER a WITH PASSWORD 'shp-32'; ALTER USER a IDENTIFIED BY 'shp-33'

                        """
                    )), secrets: (23...33).map { "shp-\($0)" }, kept: ["a.example", "--tenant t", "a.zip"]),
            Planted(
                name: "comments and tables of pages",
                entry: entry(
                    answered: (
                        "text/html",
                        "<html><!-- password=shp-34 --><table><tr><th>Password</th><td>shp-35</td></tr></table><dl><dt>API key</dt><dd>shp-36</dd></dl></html>"
                    )), secrets: ["shp-34", "shp-35", "shp-36"]),
            Planted(
                name: "a key of PGP",
                entry: entry(
                    answered: (
                        "text/plain",
                        "-----BEGIN PGP " + "PRIVATE KEY BLOCK-----\n\nshp37\n-----END PGP " + "PRIVATE KEY BLOCK-----"
                    )), secrets: ["shp37"]),
        ]

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-_.~".utf8.contains(byte)
            return isPlain ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// Ids, digests, names of files, dates and words as they stand in answers.
    @Test(arguments: [
        "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "5f2b8c9e1a7d4f60", "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709", "W/\"5f2b8c9e-abcDEF12\"", "IMG_20261124_190000.jpg",
        "main.4f3c2a1b.js", "secret-garden.epub", "2026-11-24T19:00:00.123456+02:00", "1795253400123",
        "cus_NffrFeUfNV2Hib", "pi_3MtwBwLkdIwHu7ix28a3tqPa", "chr7:117120017-117308719", "sk-learn-pipeline",
        "pat-the-dog", "re_captcha_v3", "arn:aws:s3:::bucket/key", "InChIKey=RYYVLZVUVIJVGH-UHFFFAOYSA-N",
        "glacier-storage-class-name", "data:image/gif;base64,R0lGODlhAQABAAAAACw=", "$12.50 and $6.00 off",
        "US$ 100", "private-network-access-preflight", "password: must be long", "the token: see below",
    ])
    func harmlessValuesStay(_ value: String) {
        var redactor = Redactor()
        for text in [#"{"id":"\#(value.replacing("\"", with: "\\\""))"}"#, "see \(value)"] {
            #expect(redactor.redact(text) == text)
        }
        #expect(
            redactor.redact(#"{"args":["--verbose","key","a-b"],"path":"/password","value":"x","kty":1,"d":"e"}"#)
                == #"{"args":["--verbose","key","a-b"],"path":"/password","value":"x","kty":1,"d":"e"}"#)
    }

    /// The mock's sessions are called as a test likes, and its log says which was asked.
    @Test(arguments: [
        "/_counterpart/sessions/path-nginx-10/count", "/sessions/checkout-run-12", "/v1/rooms/blue-2026-11/key",
    ])
    func namesOfSessionsStay(_ target: String) {
        var redactor = Redactor()
        #expect(redactor.redact(target) == target)
    }
}
