// The hand-over from those who bring exchanges to the one who writes them, in every order that its steps can come in.

import Recordings
import Testing

@Suite struct RecorderQueueTests {
    /// Who brings exchanges: each time adds one, looks whether there is room, and waits where there is none.
    struct Producer: Hashable {
        enum Step: Hashable { case add, look, hold, held }

        /// Bytes of what it has yet to bring.
        var left: [Int]
        var step = Step.add
    }

    /// All there is of the recorder: the producers, the queue, what has been asked of the writer, and the writer.
    struct World: Hashable {
        var queue: RecorderQueue<Int, Int>
        var producers: [Producer]
        /// Timers that have not fired.
        var timers = 0
        /// Writes that stand in line.
        var writes = 0
        var isWriting = false
        var written = 0

        var isDone: Bool { producers.allSatisfy { $0.left.isEmpty && $0.step == .add } }

        /// Every world that is one step away.
        func next(_ learned: [Int?]) -> [World] {
            var worlds: [World] = []
            for index in producers.indices {
                if let world = step(index) { worlds.append(world) }
            }
            if timers > 0 {
                var world = self
                (world.timers, world.writes) = (timers - 1, writes + 1)
                worlds.append(world)
            }
            if isWriting {
                worlds += learned.map { finished(learning: $0) }
            } else if writes > 0 {
                var world = self
                world.writes -= 1
                world.isWriting = true
                world.written += world.queue.take().count
                worlds.append(world)
            }
            return worlds
        }

        private func step(_ index: Int) -> World? {
            var world = self
            switch producers[index].step {
            case .add:
                guard let cost = producers[index].left.first else { return nil }
                world.producers[index].left.removeFirst()
                world.producers[index].step = .look
                switch world.queue.add(1, bytes: cost) {
                case .none: break
                case .soon: world.timers += 1
                case .now: world.writes += 1
                }
            case .look: world.producers[index].step = queue.isFull ? .hold : .add
            case .hold: world.producers[index].step = world.queue.hold(index) ? .held : .add
            case .held: return nil
            }
            return world
        }

        private func finished(learning allowance: Int?) -> World {
            var world = self
            world.isWriting = false
            for waiter in world.queue.wrote(allowance: allowance) { world.producers[waiter].step = .add }
            return world
        }
    }

    static let costs: [[[Int]]] = [
        [[4]], [[1, 1, 1]], [[4, 4, 4]], [[4, 1], [1, 4]], [[2, 4], [4, 2]], [[3, 3, 3], [1, 1, 1]],
        [[4], [4], [4]], [[1, 4], [4, 1], [2]],
    ]

    /// A step is always left while anybody waits: in the end everybody has gone on, and everything is written.
    @Test(arguments: costs, [1, 2, 256])
    func nobodyWaitsForEver(costs: [[Int]], batch: Int) {
        let start = World(
            queue: RecorderQueue(batch: batch, allowance: 3), producers: costs.map { Producer(left: $0) })
        var seen: Set<World> = [start]
        var open = [start]
        var ends = 0
        while let world = open.popLast() {
            let next = world.next([nil, 1, 6])
            if next.isEmpty {
                ends += 1
                #expect(world.isDone, "held for ever: \(world)")
                #expect(world.written == costs.joined().count, "never written: \(world)")
            }
            for world in next where seen.insert(world).inserted { open.append(world) }
        }
        #expect(ends > 0)
    }
}
