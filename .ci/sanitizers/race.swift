// Two threads count, each without a lock.

import Foundation

nonisolated(unsafe) var count = 0

@main enum Race {
    static func main() {
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            Thread.detachNewThread {
                for _ in 0..<500 {
                    count += 1
                    usleep(100)
                }
                done.signal()
            }
        }
        done.wait()
        done.wait()
        print(count)
    }
}
