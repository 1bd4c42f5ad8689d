// A match in time linear in the text, by running all paths at once.

/// How a match ended.
package enum PatternVerdict: Hashable, Sendable {
    case match
    case noMatch
    /// The step budget ran out before the question was decided.
    case gaveUp
}

/// A Pike machine (Thompson's simulation with captures): a list of threads in order of preference, advanced scalar by scalar.
struct PatternThreads {
    private let program: PatternProgram
    private let text: PatternText
    private let capturing: Bool
    /// Whether a match must begin at the start and end at the end of the text.
    private let whole: Bool
    private var steps: Int

    private struct Thread {
        var instruction: Int
        /// The capture slots, then where the current round of each loop began.
        var slots: [Int]
    }

    private var threads: [Thread] = []
    /// The round in which an instruction was last reached, so that none is followed twice at one position.
    private var reached: [Int]
    private var pending: [Thread] = []

    /// The capture slots of the match, `-1` where a group took no part. Empty unless capturing.
    private(set) var captured: [Int] = []

    init(_ program: PatternProgram, _ text: PatternText, capturing: Bool, whole: Bool, steps: Int) {
        self.program = program
        self.text = text
        self.capturing = capturing
        self.whole = whole
        self.steps = steps
        reached = Array(repeating: -1, count: program.instructions.count)
    }

    mutating func run() -> PatternVerdict {
        let empty = capturing ? Array(repeating: -1, count: program.slots + program.loops) : []
        var position = 0
        var found = false
        while true {
            if !found, position == 0 || !whole {
                var start = Thread(instruction: 0, slots: empty)
                if capturing { start.slots[0] = position }
                threads.append(start)
            }
            if threads.isEmpty { break }
            let current = close(at: position)
            threads.removeAll(keepingCapacity: true)
            let scalar = position < text.end ? text.scalar(at: position) : nil
            for thread in current {
                steps -= 1
                switch program.instructions[thread.instruction] {
                case .match:
                    if whole, position < text.end { continue }
                    if !capturing { return .match }
                    found = true
                    captured = Array(thread.slots.prefix(program.slots))
                    captured[1] = position
                case .consume(let set, _):
                    if let scalar, program.sets[set].contains(scalar.value) {
                        threads.append(Thread(instruction: thread.instruction + 1, slots: thread.slots))
                    }
                    continue
                default: continue
                }
                // What follows is less preferred than the match.
                break
            }
            if steps < 0 { return .gaveUp }
            guard let scalar else { break }
            position = scalar.next
        }
        return found ? .match : .noMatch
    }

    /// The threads after all instructions that take nothing, in order of preference.
    private mutating func close(at position: Int) -> [Thread] {
        var closed: [Thread] = []
        for thread in threads {
            pending.append(thread)
            while var thread = pending.popLast() {
                let index = thread.instruction
                guard reached[index] != position else { continue }
                reached[index] = position
                steps -= 1
                switch program.instructions[index] {
                case .consume, .match: closed.append(thread)
                case .jump(let target):
                    thread.instruction = target
                    pending.append(thread)
                case .split(let first, let second):
                    pending.append(Thread(instruction: second, slots: thread.slots))
                    thread.instruction = first
                    pending.append(thread)
                case .assert(let anchor):
                    guard text.holds(anchor, at: position) else { continue }
                    thread.instruction += 1
                    pending.append(thread)
                case .save(let slot):
                    if capturing { thread.slots[slot] = position }
                    thread.instruction += 1
                    pending.append(thread)
                case .forget(let slots):
                    if capturing { for slot in slots { thread.slots[slot] = -1 } }
                    thread.instruction += 1
                    pending.append(thread)
                case .enter(let loop):
                    if capturing { thread.slots[program.slots + loop] = position }
                    thread.instruction += 1
                    pending.append(thread)
                case .progress(let loop):
                    // For the verdict alone a round that takes nothing does no harm: no instruction is followed twice.
                    if capturing, thread.slots[program.slots + loop] == position { continue }
                    thread.instruction += 1
                    pending.append(thread)
                case .look, .backreference:
                    preconditionFailure("a pattern with lookaround or references is left to the backtracker")
                }
            }
        }
        return closed
    }
}
