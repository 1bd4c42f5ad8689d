// The catalogue of faults: how a mock file says each, and what it is for the client.

import ReferenceClient

struct FaultCase: Sendable, CustomStringConvertible {
    let name: String
    /// As in `mock.yaml`, after the condition.
    let yaml: String
    /// Of a call whose answer has content, the first time.
    let error: ClientError
    /// Whether it is over when the client tries again.
    let passes: Bool
    /// Whether an answer without content, once its head is there, is not harmed by it.
    var sparesEmptyAnswers = false

    var description: String { name }

    /// Strikes whenever it is asked for.
    private static let lasting: [FaultCase] = [
        FaultCase(name: "reset", yaml: "fault: reset", error: .connectionLost, passes: false),
        FaultCase(name: "close", yaml: "fault: close", error: .connectionLost, passes: false),
        FaultCase(name: "stall", yaml: "fault: stall", error: .timedOut, passes: false),
        FaultCase(name: "garbage", yaml: "fault: garbage", error: .connectionLost, passes: false),
        FaultCase(
            name: "truncate", yaml: "fault: truncate", error: .connectionLost, passes: false, sparesEmptyAnswers: true),
        FaultCase(name: "malformed-chunk", yaml: "fault: malformed-chunk", error: .connectionLost, passes: false),
        FaultCase(
            name: "reset-halfway", yaml: "fault: {reset: 50%}", error: .connectionLost, passes: false,
            sparesEmptyAnswers: true),
        FaultCase(
            name: "stall-halfway", yaml: "fault: {stall: 10}", error: .timedOut, passes: false, sparesEmptyAnswers: true
        ),
        FaultCase(name: "500", yaml: "fault: {status: 500}", error: .serverFailed(status: 500), passes: false),
        FaultCase(
            name: "503", yaml: "fault: {status: 503, retryAfter: 2s}", error: .busy(retryAfter: 2), passes: false),
        FaultCase(
            name: "429", yaml: "fault: {status: 429, retryAfter: 1s}", error: .busy(retryAfter: 1), passes: false),
        FaultCase(name: "expired-token", yaml: "fault: expired-token", error: .refused(.unknownUser), passes: false),
    ]

    static let all: [FaultCase] =
        lasting
        + lasting.map { fault in
            FaultCase(
                name: fault.name + "-once", yaml: fault.yaml + "\n    times: 1", error: fault.error,
                passes: fault.name != "expired-token", sparesEmptyAnswers: fault.sparesEmptyAnswers)
        } + [
            FaultCase(
                name: "503-twice", yaml: "fault: {status: 503}\n    times: 2", error: .busy(retryAfter: nil),
                passes: true),
            FaultCase(
                name: "500-often", yaml: "fault: {status: 500}\n    rate: 50%", error: .serverFailed(status: 500),
                passes: false),
            FaultCase(
                name: "quota", yaml: "quota: {limit: 3, window: 1m}", error: .busy(retryAfter: 60), passes: false),
        ]

    var entry: String {
        "  - when: \"'x-fault' in request.headers && request.headers['x-fault'] == '\(name)'\"\n    \(yaml)\n"
    }
}
