// The lines of `counterpart serve` that are read without ArgumentParser mean what it makes of them.

import Testing

@testable import CounterpartCommand

@Suite struct PlainServeTests {
    @Test(arguments: [
        "Contracts/sneaker-shop", "a b c", "a --port 0", "--port 8081 a", "a --json --quiet",
        "--quiet a --port 1 b --json --port 65535",
        "a --port 0080", "a --json --json", "a --host 0.0.0.0 --port 1", "--host [::1] a",
    ])
    func areReadAlike(line: String) throws {
        let arguments = line.split(separator: " ").map(String.init)
        let plain = try #require(ServeCommand(plain: arguments))
        let parsed = try #require(ServeCommand.parsed(arguments))
        // The values of all options, those of groups too; one without a value would say so.
        let values = String(describing: plain)
        #expect(values == String(describing: parsed))
        #expect(!values.contains("definition"))
    }

    @Test(arguments: [
        "", "--json", "a --port", "a --port x", "a --port -1", "a --port 65536", "a --port +1", "a --port=1", "a --tls",
        "a -h", "a --help", "a --",
        "a --mode spy", "a --lan", "a --host", "a --host --json",
    ])
    func areLeftToArgumentParser(line: String) {
        #expect(ServeCommand(plain: line.split(separator: " ").map(String.init)) == nil)
    }

    @Test func anEmptyContractIsLeftToArgumentParser() { #expect(ServeCommand(plain: [""]) == nil) }

    @Test func anIPv6AddressMayHaveItsBrackets() {
        #expect(ServeCommand.parsed(["a", "--host", "[::1]"])?.host == "::1")
    }
}
