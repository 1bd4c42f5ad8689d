// Lengths of time on the command line.

import Testing

@testable import CounterpartCommand

@Suite struct TimeSpanTests {
    @Test(arguments: [
        ("300ms", Duration.milliseconds(300)), ("1.5s", .milliseconds(1_500)), ("2m", .seconds(120)), ("0s", .zero),
        ("0.25ms", .microseconds(250)), ("86400s", .seconds(86_400)),
    ])
    func areRead(text: String, duration: Duration) {
        #expect(TimeSpan(argument: text)?.duration == duration)
    }

    @Test func aRefusalShowsHowTheyAreWritten() async throws {
        let result = try await Program.run("serve", "Contracts/sneaker-shop", "--delay", "5")
        #expect(result.status == 2)
        #expect(result.error.contains("The value '5' is invalid for '--delay <300ms|1.5s|2m>'"), "\(result.error)")
    }

    @Test(arguments: ["", "300", "ms", "-1s", "1h", "1 s", "1.2.3s", "86401s", "infs", "0x1s", "1e9s"])
    func areRefusedOtherwise(text: String) {
        #expect(TimeSpan(argument: text) == nil)
    }
}
