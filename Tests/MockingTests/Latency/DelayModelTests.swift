// Distributions of delays have the figures that they are named by.

import Journals
@testable import MockRules
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Sampling
import Testing

@testable import Mocking

@Suite struct DelayModelTests {
    /// Sorted, in milliseconds.
    private func sample(_ model: DelayModel, count: Int = 20_000, seed: UInt64 = 1) -> [Double] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in model.delay(&generator).seconds * 1_000 }.sorted()
    }

    private func quantile(_ values: [Double], _ share: Double) -> Double {
        values[Int(Double(values.count - 1) * share)]
    }

    @Test func fixed() {
        #expect(Set(sample(DelayModel(.fixed(.milliseconds(80))), count: 10)) == [80])
    }

    @Test func uniform() {
        let values = sample(DelayModel(.uniform(.milliseconds(100), .milliseconds(300))))
        #expect(values[0] >= 100 && values[values.count - 1] <= 300)
        #expect(abs(quantile(values, 0.5) - 200) < 4)
        #expect(abs(quantile(values, 0.25) - 150) < 4)
    }

    @Test func normal() {
        let values = sample(DelayModel(.normal(mean: .milliseconds(200), deviation: .milliseconds(40))))
        #expect(abs(quantile(values, 0.5) - 200) < 2)
        // One deviation below and above.
        #expect(abs(quantile(values, 0.158_66) - 160) < 3)
        #expect(abs(quantile(values, 0.841_34) - 240) < 3)
        // Nothing comes before it was asked for.
        #expect(sample(DelayModel(.normal(mean: .milliseconds(10), deviation: .milliseconds(40))))[0] == 0)
    }

    @Test func lognormalByMedianAndP95() throws {
        let sigma = try #require(DelayModel.sigma(median: .milliseconds(80), p95: .milliseconds(240)))
        let values = sample(DelayModel(.lognormal(median: .milliseconds(80), sigma: sigma)))
        #expect(abs(quantile(values, 0.5) - 80) < 2)
        #expect(abs(quantile(values, 0.95) - 240) < 8)
        #expect(DelayModel.sigma(median: .zero, p95: .seconds(1)) == nil)
        #expect(DelayModel.sigma(median: .seconds(2), p95: .seconds(1)) == nil)
    }

    @Test func aCapIsNeverExceededAndMostlyMissed() {
        let model = DelayModel(.lognormal(median: .milliseconds(100), sigma: 1), cap: .milliseconds(150))
        let values = sample(model)
        #expect(values[values.count - 1] <= 150)
        // What was too long is drawn again rather than cut: hardly any is exactly at the cap.
        #expect(values.count { $0 == 150 } < 10)
    }

    @Test func whatNoNumberCanSayIsCut() {
        #expect(sample(DelayModel(.lognormal(median: .seconds(3_600), sigma: 10)), count: 100).last == 3_600_000)
    }

    @Test func theSameSeedGivesTheSameDelays() {
        let model = DelayModel(.normal(mean: .milliseconds(200), deviation: .milliseconds(40)))
        #expect(sample(model, count: 100, seed: 7) == sample(model, count: 100, seed: 7))
        #expect(sample(model, count: 100, seed: 7) != sample(model, count: 100, seed: 8))
    }
}

@Suite struct NetworkProfileTests {
    private func delays(_ profile: NetworkProfile) -> [Duration] {
        var generator = SeededGenerator(seed: 3)
        return (0..<5_000).map { _ in profile.delay(&generator) }.sorted()
    }

    @Test(arguments: [
        (NetworkProfile.wifi, Duration.milliseconds(2), Pace.bandwidth(bytesPerSecond: 5_000_000)),
        (.lte, .milliseconds(115), .bandwidth(bytesPerSecond: 6_250_000)),
        (.umts, .milliseconds(200), .bandwidth(bytesPerSecond: 97_500)),
        (.edge, .milliseconds(840), .bandwidth(bytesPerSecond: 30_000)),
        (.offline, .zero, .atOnce),
    ])
    func withoutLossTheDelayIsThatOfBothWays(profile: NetworkProfile, delay: Duration, pace: Pace) {
        #expect(Set(delays(profile)) == [delay])
        #expect(profile.pace == pace)
    }

    @Test func lostPacketsComeLater() {
        let delays = delays(.veryBad)
        #expect(delays[0] == .seconds(1))
        // Neither way loses one in 81 of 100 requests.
        let whole = delays.count { $0 == .seconds(1) }
        #expect((3_900...4_200).contains(whole))
        #expect(delays[whole] == .seconds(2))
    }
}

@Suite struct LatencyTests {
    /// The third call of a rule is slow, and takes the place of what the operation has.
    @Test func aRuleMayHaveALatencyOfItsOwn() throws {
        let mock = try CartShop.mock(
            """
            latency: {default: 10ms, operations: {clear: 20ms}}
            operations:
              clear:
                - when: call == 3
                  respond: {latency: {fixed: 3s, bandwidth: 8kbps}}
                - respond: 204
            """)
        let deliveries = (0..<4).map { _ in mock.answer(Request(method: .post, target: "/clear")).delivery }
        let usual = Delivery(firstByte: .milliseconds(20))
        let slow = Delivery(firstByte: .seconds(3), pace: .bandwidth(bytesPerSecond: 1_000))
        #expect(deliveries == [usual, usual, slow, usual])
    }

    private static let text = """
        latency:
          default: {lognormal: {median: 80ms, p95: 240ms, max: 1s}}
          operations:
            clear: {fixed: 400ms, slices: {count: 3, over: 2s}}
            addLine: 300ms
            listLines: {bandwidth: 780kbps}
        """

    @Test func operationsHaveTheirOwn() throws {
        let mock = try CartShop.mock(Self.text.replacing(", max: 1s", with: ""))
        func delivery(_ target: String) -> Delivery { mock.answer(Request(method: .post, target: target)).delivery }
        #expect(
            delivery("/clear") == Delivery(firstByte: .milliseconds(400), pace: .slices(count: 3, over: .seconds(2))))
        #expect(delivery("/lines") == Delivery(firstByte: .milliseconds(300)))
        let list = mock.answer(Request(target: "/lines?user=1")).delivery
        #expect(list.pace == .bandwidth(bytesPerSecond: 97_500))
        #expect(list.firstByte > .milliseconds(5) && list.firstByte < .seconds(3))
    }

    @Test func aProfileComesOnTop() throws {
        let mock = try CartShop.mock(
            "latency: {profile: 3g, default: 50ms, operations: {listLines: {bandwidth: 8kbps}}}")
        let clear = mock.answer(Request(method: .post, target: "/clear")).delivery
        #expect(clear == Delivery(firstByte: .milliseconds(250), pace: .bandwidth(bytesPerSecond: 97_500)))
        #expect(mock.answer(Request(target: "/lines?user=1")).delivery.pace == .bandwidth(bytesPerSecond: 1_000))
    }

    @Test func offlineNobodyAnswersAndNothingHappens() throws {
        let mock = try CartShop.mock(
            """
            state: {visits: 0}
            latency: {profile: offline}
            operations:
              clear:
                - change: [{set: {visits: state.visits + 1}}]
                  respond: 204
            """)
        let answer = mock.answer(Request(method: .post, target: "/clear"))
        #expect(answer.delivery.ending == .unanswered(.reset))
        #expect(answer.decision.description == "profile offline: connection reset")
    }

    @Test(arguments: [
        MockFileCase(
            "no unit", "latency: {default: 300}",
            "mock.yaml:1:20: error: a latency must be a mapping [wrong-type]"),
        MockFileCase(
            "a misspelt unit", "latency: {default: 300msec}",
            "mock.yaml:1:20: error: a latency is no length of time [invalid-value]"),
        MockFileCase(
            "a misspelt profile", "latency: {profile: 3gg}",
            "mock.yaml:1:20: error: there is no profile '3gg' [unknown-name] Did you mean '3g'?"),
        MockFileCase(
            "a misspelt distribution", "latency: {default: {log-normal: {median: 1s, p95: 2s}}}",
            "mock.yaml:1:21: error: a latency has no field 'log-normal' [unknown-field] Did you mean 'lognormal'?"),
        MockFileCase(
            "half a distribution", "latency: {default: {lognormal: {median: 1s}}}",
            "mock.yaml:1:21: error: 'lognormal' lacks 'p95' [missing-field]"),
        MockFileCase(
            "bounds that are swapped", "latency: {default: {uniform: {from: 2s, to: 1s}}}",
            "mock.yaml:1:21: error: 'from' is longer than 'to' [invalid-value] Let them change places."),
        MockFileCase(
            "a p95 below the median", "latency: {default: {lognormal: {median: 2s, p95: 1s}}}",
            "mock.yaml:1:21: error: 'median' must be above zero and no longer than 'p95' [invalid-value] Write it like {median: 80ms, p95: 240ms}."
        ),
        MockFileCase(
            "two distributions", "latency: {default: {fixed: 1s, uniform: {from: 1s, to: 2s}}}",
            "mock.yaml:1:11: error: a latency has one distribution [invalid-value] Keep one of them."),
        MockFileCase(
            "no bandwidth", "latency: {default: {bandwidth: fast}}",
            "mock.yaml:1:32: error: this is no bandwidth [invalid-value]"),
        MockFileCase(
            "too long", "latency: {default: {fixed: 2h}}",
            "mock.yaml:1:28: error: 'fixed' is out of range [invalid-value]"),
    ])
    func tells(row: MockFileCase) throws {
        #expect(try CartShop.load(row.text).problems == row.expected)
    }
}
