// Numbers of any kind become times and whole numbers, and none ends the program.

import HTTPExchange
import Testing

@Suite struct GivenNumberTests {
    static let hostile: [Double] = [
        .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e25, -1e25,
        .leastNonzeroMagnitude, -0.0, 0, 9.223372036854775807e18, 1e15, 0.1,
    ]

    @Test(arguments: hostile)
    func timesAreBounded(value: Double) {
        for time in [GivenNumber.seconds(value), GivenNumber.milliseconds(value), GivenNumber.seconds(1 / value)] {
            #expect((.zero)...GivenNumber.longest ~= time)
        }
        #expect(GivenNumber.whole(value).magnitude <= UInt(GivenNumber.greatest))
    }

    @Test func plainNumbersAreThemselves() {
        #expect(GivenNumber.seconds(1.5) == .milliseconds(1_500))
        #expect(GivenNumber.milliseconds(0.25) == .microseconds(250))
        #expect(GivenNumber.seconds(90, atMost: .seconds(60)) == .seconds(60))
        #expect([2.5, -2.4, 1e3].map(GivenNumber.whole) == [3, -2, 1_000])
    }
}
