// When which bytes of an answer leave.

import HTTPExchange
import HTTPTypes
import Testing

@Suite struct PaceTests {
    private func told(_ pace: Pace, head: Int, content: Int) -> [String] {
        pace.slices(head: head, content: content).map { "\($0.due) \($0.bytes)" }
    }

    @Test func atOnceIsOneSlice() {
        #expect(told(.atOnce, head: 100, content: 900) == ["0.0 seconds 0..<1000"])
    }

    @Test func slicesAreSpreadEvenlyAndTheHeadGoesFirst() {
        #expect(
            told(.slices(count: 4, over: .milliseconds(300)), head: 100, content: 10) == [
                "0.0 seconds 0..<102", "0.1 seconds 102..<105", "0.2 seconds 105..<107", "0.3 seconds 107..<110",
            ])
        #expect(told(.slices(count: 1, over: .seconds(1)), head: 10, content: 10) == ["0.0 seconds 0..<20"])
    }

    @Test func contentHasNoMoreSlicesThanBytes() {
        #expect(
            told(.slices(count: 9, over: .seconds(1)), head: 10, content: 2) == [
                "0.0 seconds 0..<11", "1.0 seconds 11..<12",
            ])
        #expect(told(.slices(count: 9, over: .seconds(1)), head: 10, content: 0) == ["0.0 seconds 0..<10"])
    }

    /// 97,500 bytes a second: the whole takes as long as it does at that rate, and no slice comes early.
    @Test func bandwidthIsKept() {
        let slices = Pace.bandwidth(bytesPerSecond: 97_500).slices(head: 200, content: 97_300)
        #expect(slices.last?.due == .seconds(1))
        #expect(slices.last?.bytes.upperBound == 97_500)
        for slice in slices {
            #expect(slice.due >= .microseconds(Int64(slice.bytes.upperBound) * 1_000_000 / 97_500))
            #expect(slice.bytes.count <= 1_950)
        }
    }

    @Test(arguments: [
        Pace.atOnce, .bandwidth(bytesPerSecond: 1), .bandwidth(bytesPerSecond: 0), .bandwidth(bytesPerSecond: .max),
        .slices(count: 0, over: .zero), .slices(count: 7, over: .seconds(1)),
        .slices(count: .max, over: .seconds(3_600)),
    ])
    func everyByteLeavesOnceAndInOrder(pace: Pace) {
        for (head, content) in [(1, 0), (150, 1), (150, 1_000), (300, 3_000_000)] {
            let slices = pace.slices(head: head, content: content)
            #expect(slices.count <= 10_001)
            var next = 0
            var due = Duration.zero
            for slice in slices {
                #expect(slice.bytes.lowerBound == next)
                #expect(slice.due >= due)
                (next, due) = (slice.bytes.upperBound, slice.due)
            }
            #expect(next == head + content)
        }
    }

    @Test func aHeadForChunksHasNoLength() {
        let prepared = PreparedResponse(Response(status: 200, headers: [.contentType: "text/plain"], body: [1, 2]))
        #expect(
            String(decoding: prepared.chunkedHead, as: UTF8.self)
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n")
    }
}
