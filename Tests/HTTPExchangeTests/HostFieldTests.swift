// Which values `Host` may have.

import Testing

@testable import HTTPExchange

@Suite struct HostFieldTests {
    @Test(arguments: [
        "", "h", "127.0.0.1", "127.0.0.1:8080", "shop.example:", "a_b~c", "[::1]", "[::1]:8080", "[fe80::1%25en0]:1",
        "%C3%A9.example", "a%20b:80", ":80", "[v1.a:b]", "[::ffff:127.0.0.1]:80",
    ])
    func aHostAndAPort(value: String) { #expect(HostField.isValid(value)) }

    @Test(arguments: [
        "a b", "a/b", "a?b", "a#b", "user@h", "localhost:1@evil.example", "h:80:80", "h:http", "[::1", "[]]",
        "[::1]a", "::1", "\u{e9}", "h\\i", "<h>", "h:80 ",
        "[]", "[]:80", "[:]", "[a]", "[12345::]", "[127.0.0.1]", "[::1]%25en0", "[::1%25]", "[::1%25%]", "[::1%en0]",
        "a%", "a%:80", "%4", "a%zz", "a[::1]",
    ])
    func nothingElse(value: String) { #expect(!HostField.isValid(value)) }
}
