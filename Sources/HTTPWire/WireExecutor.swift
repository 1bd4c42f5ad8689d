// Where a task runs that sends one request after another: on a thread that sockets are served by.

import NIOCore
import NIOPosix

/// Runs tasks on one event loop. A sender that is called there has its connections there as well, so that a response is read, judged and
/// followed by the next request without waking another thread. What runs there must not wait for a thread of its own.
package final class WireExecutor: TaskExecutor {
    private let loop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next()

    package init() {}

    /// Runs the job on an event loop of the process.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
