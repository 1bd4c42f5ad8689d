// Contestants that take turns at one job, and the ratios of their CPU times.

import Foundation

/// One way to do the job.
struct Implementation {
    let name: String
    /// Does the job that often, and returns the CPU time that it took, in seconds.
    let run: (_ times: Int) throws -> Double
}

extension Implementation {
    /// A job in this process.
    init(_ name: String, _ job: @escaping () throws -> Void) {
        self.init(name: name) { times in
            let start = processCPUSeconds()
            for _ in 0..<times { try autoreleased(job) }
            return processCPUSeconds() - start
        }
    }
}

/// User and system time of this process.
func processCPUSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

private func autoreleased(_ job: () throws -> Void) rethrows {
    #if canImport(ObjectiveC)
    try autoreleasepool(invoking: job)
    #else
    try job()
    #endif
}

/// The results of one job, contestants in their order.
struct Comparison {
    let job: String
    /// How much text one job reads or writes, where its speed is told by that.
    let bytes: Int?
    /// The first one of them is ours, whose ratios to the others are the point.
    let results: [Result]

    struct Result {
        let name: String
        /// CPU seconds for one job, the median of all turns.
        let seconds: Double
        /// How many times as fast as this contestant ours was, the median of the turns.
        let ratio: Double
    }

    init(_ job: String, bytes: Int? = nil, rounds: Int, _ implementations: [Implementation]) throws {
        (self.job, self.bytes) = (job, bytes)
        let times = try implementations.map { implementation in
            // A turn takes a tenth of a second or one job, the first of which warms up.
            _ = try implementation.run(1)
            return max(1, Int(0.1 / max(try implementation.run(1), 1e-7)))
        }
        var seconds = implementations.map { _ in [Double]() }
        for _ in 0..<rounds {
            for (index, implementation) in implementations.enumerated() {
                seconds[index].append(try implementation.run(times[index]) / Double(times[index]))
            }
        }
        results = implementations.indices.map { index in
            Result(
                name: implementations[index].name, seconds: median(seconds[index]),
                ratio: median(zip(seconds[index], seconds[0]).map { $0 / $1 }))
        }
    }
}

private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted.count % 2 == 1
        ? sorted[sorted.count / 2] : (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
}
