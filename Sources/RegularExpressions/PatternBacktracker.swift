// A match by trying one path after the other, for patterns with lookaround or references.

/// A backtracking matcher with its own stack and a step budget. A branch that failed at a position is not tried there again, unless the
/// outcome hangs on more than its position: on what was captured, where there are references, or on where the round of a loop began, where it
/// matters which of several matches is found. Only then can it take exponentially many steps, and run out of them.
struct PatternBacktracker {
    private let program: PatternProgram
    private let text: PatternText
    private let whole: Bool
    private let remembersFailures: Bool
    private var steps: Int

    /// What a path knows beside its position.
    private struct Memory {
        var slots: [Int]
        var loops: [Int]
    }

    private struct Branch: Hashable {
        let instruction: Int
        let position: Int
    }

    private var memory: Memory

    /// The capture slots of the match, `-1` where a group took no part.
    var captured: [Int] { memory.slots }

    init(_ program: PatternProgram, _ text: PatternText, capturing: Bool, whole: Bool, steps: Int) {
        self.program = program
        self.text = text
        self.whole = whole
        remembersFailures = !program.hasBackreferences && (!capturing || program.loops == 0)
        self.steps = steps
        memory = Memory(
            slots: Array(repeating: -1, count: program.slots), loops: Array(repeating: -1, count: program.loops))
    }

    mutating func run() -> PatternVerdict {
        let empty = memory
        var failed: Set<Branch> = []
        var start = 0
        while true {
            memory = empty
            if let end = path(from: 0, at: start, toTheEnd: whole, failed: &failed) {
                memory.slots[0] = start
                memory.slots[1] = end
                return .match
            }
            if steps < 0 { return .gaveUp }
            if whole || start >= text.end { return .noMatch }
            start = text.scalar(at: start).next
        }
    }

    /// Where the first path that reaches `match` ends; nil where none does, or where the budget is spent.
    private mutating func path(
        from first: Int, at start: Int, toTheEnd: Bool, failed: inout Set<Branch>
    ) -> Int? {
        var alternatives: [(instruction: Int, position: Int, memory: Memory)] = []
        var instruction = first
        var position = start
        while true {
            steps -= 1
            if steps < 0 { return nil }
            var alive = true
            switch program.instructions[instruction] {
            case .match:
                if !toTheEnd || position == text.end { return position }
                alive = false
            case .consume(let set, let backward):
                if backward {
                    alive = position > 0
                    if alive {
                        let scalar = text.scalar(before: position)
                        alive = program.sets[set].contains(scalar.value)
                        position = scalar.start
                    }
                } else {
                    alive = position < text.end
                    if alive {
                        let scalar = text.scalar(at: position)
                        alive = program.sets[set].contains(scalar.value)
                        position = scalar.next
                    }
                }
                instruction += 1
            case .jump(let target): instruction = target
            case .split(let preferred, let other):
                if !remembersFailures
                    || failed.insert(Branch(instruction: instruction, position: position)).inserted
                {
                    alternatives.append((other, position, memory))
                    instruction = preferred
                } else {
                    alive = false
                }
            case .assert(let anchor):
                alive = text.holds(anchor, at: position)
                instruction += 1
            case .save(let slot):
                memory.slots[slot] = position
                instruction += 1
            case .forget(let slots):
                for slot in slots { memory.slots[slot] = -1 }
                instruction += 1
            case .enter(let loop):
                memory.loops[loop] = position
                instruction += 1
            case .progress(let loop):
                alive = memory.loops[loop] != position
                instruction += 1
            case .look(let look, let end):
                let before = memory
                // Its branches lead elsewhere when it succeeds, so they are remembered apart.
                var failedWithin: Set<Branch> = []
                let holds = path(from: instruction + 1, at: position, toTheEnd: false, failed: &failedWithin) != nil
                if steps < 0 { return nil }
                if look.negated || !holds { memory = before }
                alive = holds != look.negated
                instruction = end
            case .backreference(let indices, let ignoresCase, let backward):
                if let end = follow(indices, at: position, ignoresCase: ignoresCase, backward: backward) {
                    position = end
                } else {
                    alive = false
                }
                instruction += 1
            }
            if alive { continue }
            guard let alternative = alternatives.popLast() else { return nil }
            (instruction, position, memory) = alternative
        }
    }

    /// Where a reference ends; the position itself where its group took no part, nil where the text differs.
    private mutating func follow(_ indices: [Int], at position: Int, ignoresCase: Bool, backward: Bool) -> Int? {
        guard let index = indices.first(where: { memory.slots[2 * $0 + 1] >= 0 && memory.slots[2 * $0] >= 0 }) else {
            return position
        }
        var captured = memory.slots[2 * index]
        let capturedEnd = memory.slots[2 * index + 1]
        let length = capturedEnd - captured
        steps -= length
        guard ignoresCase else {
            let start = backward ? position - length : position
            guard start >= 0, start + length <= text.end else { return nil }
            let same = (0..<length).allSatisfy { text.bytes[captured + $0] == text.bytes[start + $0] }
            return same ? (backward ? start : start + length) : nil
        }
        // Both cases of a letter may differ in length, so scalars are compared, not bytes.
        var scalars: [UInt32] = []
        while captured < capturedEnd {
            let scalar = text.scalar(at: captured)
            scalars.append(scalar.value)
            captured = scalar.next
        }
        var position = position
        for expected in backward ? scalars.reversed() : scalars {
            guard backward ? position > 0 : position < text.end else { return nil }
            let found = backward ? text.scalar(before: position) : { ($0.value, $0.next) }(text.scalar(at: position))
            guard UnicodeCase.folded(expected) == UnicodeCase.folded(found.0) else { return nil }
            position = found.1
        }
        return position
    }
}
