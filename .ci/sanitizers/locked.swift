// Two threads count, each with a lock that the other has to wait for.

import Foundation
import Synchronization

final class Count: Sendable {
    let value = Mutex(0)
}

@main enum Locked {
    static func main() {
        let count = Count()
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            Thread.detachNewThread {
                for _ in 0..<500 {
                    count.value.withLock {
                        usleep(100)
                        $0 += 1
                    }
                }
                done.signal()
            }
        }
        done.wait()
        done.wait()
        print(count.value.withLock { $0 })
    }
}
