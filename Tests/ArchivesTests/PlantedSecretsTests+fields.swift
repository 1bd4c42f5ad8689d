// Secrets in header fields and JSON.

import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import HTTPTypes
import Testing

extension PlantedSecretsTests {
    static let inFields: [Planted] = [
        Planted(
            name: "X-Api-Key and its like",
            entry: entry(
                "/a",
                [
                    ("X-API-KEY", "one-1111"), ("Api_Key", "two-2222"), ("X-Shop-Api-Key", "three-3333"),
                    ("Ocp-Apim-Subscription-Key", "four-4444"),
                    ("X-Goog-Api-Key", "five-5555"), ("X-Vault-Token", "six-6666"), ("Private-Token", "seven-7777"),
                    ("X-Functions-Key", "eight-8888"),
                    ("X-Hub-Signature-256", "sha256=nine-9999"), ("X-Shopify-Access-Token", "ten-101010"),
                ]),
            secrets: [
                "one-1111", "two-2222", "three-3333", "four-4444", "five-5555", "six-6666", "seven-7777", "eight-8888",
                "ten-101010",
            ]),
        Planted(
            name: "Basic without padding", entry: entry("/a", [("Authorization", "basic YW5uOmh1bnRlcjI")]),
            secrets: ["hunter2", "YW5uOmh1bnRlcjI"]),
        Planted(
            name: "Digest",
            entry: entry(
                "/a", [("Authorization", #"Digest username="ann", response="6629fae49393a05397450978507c4ef1""#)]),
            secrets: ["6629fae49393a05397450978507c4ef1"]),
        Planted(
            name: "AWS in Authorization",
            entry: entry(
                "/a", [("Authorization", "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE7/x, Signature=fe5f80f77d5fa3")]),
            secrets: ["AKIDEXAMPLE7", "fe5f80f77d5fa3"]),
        Planted(
            name: "a user and a password in an address",
            entry: entry("/a", [("X-Proxied-Url", "https://ann:hunter2@intern.example/a?b=1")]), secrets: ["hunter2"],
            kept: ["intern.example", "b=1"]),
        Planted(
            name: "a token before a host",
            entry: entry("/a", [("X-Remote", "https://tok-before-host@git.example/r.git")]),
            secrets: ["tok-before-host"], kept: ["git.example"]),
        Planted(
            name: "Referer", entry: entry("/a", [("Referer", "https://shop.example/reset?token=ref-tok-1&lang=uk")]),
            secrets: ["ref-tok-1"], kept: ["lang=uk"]),
        Planted(
            name: "Link", entry: entry(answers: [("Link", #"</a?page=2&access_token=lnk-tok-1>; rel="next""#)]),
            secrets: ["lnk-tok-1"], kept: ["rel=", "page=2"]),
        Planted(
            name: "tokens in a fragment",
            entry: entry(answers: [
                ("Location", "https://app.example/cb#access_token=frag-1&id_token=frag-2&expires_in=3600")
            ]), secrets: ["frag-1", "frag-2"], kept: ["expires_in=3600"]),
        Planted(
            name: "Refresh",
            entry: entry(answers: [("Refresh", "0; url=https://shop.example/cb?session_token=refr-1")]),
            secrets: ["refr-1"]),
        Planted(
            name: "cookies with attributes",
            entry: entry(answers: [
                ("Set-Cookie", "sid=cook-1; Domain=shop.example; Path=/; SameSite=Lax"),
                ("Set-Cookie", "theme=cook-2; Max-Age=9"),
            ]), secrets: ["cook-1", "cook-2"], kept: ["SameSite=Lax", "Max-Age=9"]),
        Planted(
            name: "a JWT in JSON in a cookie", entry: entry("/a", [("Cookie", "s=%7B%22t%22%3A%22\(jwt)%22%7D")]),
            secrets: [jwt]),
        Planted(
            name: "a field of another field", entry: entry("/a", [("X-Debug", "Bearer abcdef-123456")]),
            secrets: ["abcdef-123456"]),
    ]

    static let inJSON: [Planted] = [
        Planted(
            name: "variables of GraphQL",
            entry: entry(
                sent: (
                    json,
                    #"{"query":"mutation($p:String!){login(p:$p){id}}","variables":{"input":{"password":"gql-var-1"}}}"#
                )), secrets: ["gql-var-1"], kept: ["mutation"]),
        Planted(
            name: "literals of GraphQL",
            entry: entry(sent: (json, #"{"query":"mutation{login(name:\"ann\", password: \"gql-lit-1\"){id}}"}"#)),
            secrets: ["gql-lit-1"], kept: ["ann"]),
        Planted(
            name: "GraphQL as itself",
            entry: entry(sent: ("application/graphql", #"mutation{login(password:"gql-raw-1")}"#)),
            secrets: ["gql-raw-1"]),
        Planted(
            name: "a field by name and value",
            entry: entry(
                sent: (
                    json,
                    #"[{"id":"password","value":"pair-1"},{"field":"otp","value":"pair-2"},["X-Api-Key","pair-3"]]"#
                )), secrets: ["pair-1", "pair-2", "pair-3"]),
        Planted(
            name: "JSON in JSON in JSON",
            entry: entry(
                answered: (
                    json,
                    JSON.object(["a": .string(JSON.object(["b": .string(#"{"client_secret":"deep-1"}"#)]).serialized())]
                    ).serialized()
                )), secrets: ["deep-1"]),
        Planted(
            name: "a JWT in base64 in JSON",
            entry: entry(answered: (json, #"{"state":"\#(base64(#"{"t":"\#(jwt)"}"#))"}"#)), secrets: [jwt]),
        Planted(
            name: "an exchange of a code",
            entry: entry(sent: (json, #"{"code":"4/0AX4XfWh-code","redirect_uri":"app://cb"}"#)),
            secrets: ["4/0AX4XfWh-code"], kept: ["app://cb"]),
        Planted(
            name: "a private key",
            entry: entry(answered: (json, JSON.object(["note": .string("use \(key) here")]).serialized())),
            secrets: ["MIIEvQIBADANBgkqhkiG9w0", "BAQEFAASC"], kept: ["use ", " here"]),
        Planted(
            name: "keys of services",
            entry: entry(
                answered: (
                    json,
                    #"{"a":"\#(random("ghp_", 36))","b":"\#(random("xoxb-", 30))","c":["\#(random("sk_live_", 24))"],"d":"key \#("AKIA" + "IOSFODNN7EXAMPLE").","e":"\#(random("AIza", 35))","f":"\#(random("glpat-", 20))"}"#
                )),
            secrets: [
                random("ghp_", 36), random("xoxb-", 30), random("sk_live_", 24), "AKIA" + "IOSFODNN7EXAMPLE",
                random("AIza", 35), random("glpat-", 20),
            ]),
        Planted(
            name: "cards and accounts",
            entry: entry(
                answered: (
                    json,
                    #"{"a":"4111 1111 1111 1111","b":"paid with 5500-0000-0000-0004.","c":"DE89 3704 0044 0532 0130 00","d":"GB82WEST12345698765432","e":378282246310005}"#
                )),
            secrets: [
                "4111 1111 1111 1111", "5500-0000-0000-0004", "DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432",
                "378282246310005",
            ]),
        Planted(
            name: "names in other styles",
            entry: entry(
                answered: (
                    json,
                    #"{"resetToken":"st-1","DB_PASSWORD":"st-2","user-passwd":"st-3","apiSecret":"st-4","sessionToken":{"value":"st-5"},"passwords":["st-6"],"webhookSecret":"st-7","AccountKey":"st-8"}"#
                )), secrets: ["st-1", "st-2", "st-3", "st-4", "st-5", "st-6", "st-7", "st-8"]),
        Planted(
            name: "a secret that is a name",
            entry: entry(answered: (json, #"{"token":"as-a-name-1","by":{"as-a-name-1":{"id":4}}}"#)),
            secrets: ["as-a-name-1"]),
        Planted(
            name: "a connection string",
            entry: entry(
                answered: (
                    json,
                    #"{"db":"postgres://app:pg-pass-1@db.example:5432/shop","az":"AccountName=a;AccountKey=azure-key-1;Suffix=x"}"#
                )), secrets: ["pg-pass-1", "azure-key-1"], kept: ["db.example", "AccountName=a"]),
        Planted(
            name: "what the answer gives out and the request had",
            entry: entry(
                sent: (json, #"{"v":"known-later-1"}"#), answered: (json, #"{"access_token":"known-later-1"}"#)),
            secrets: ["known-later-1"]),
    ]
}
