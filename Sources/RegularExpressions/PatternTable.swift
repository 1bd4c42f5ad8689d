// The fastest matcher: a transition table, made where the automaton is small.

/// A deterministic automaton for the verdict alone: one table look-up for each scalar.
///
/// A state is the set of instructions that have just been reached, before anything that takes no scalar is followed, and the kind of the
/// scalar before. So `\b`, `^` and `$` are decided when the next scalar is known, and need no special case.
struct PatternTable: Sendable {
    private static let states = 1024
    private static let work = 400_000
    private static let accepting: UInt16 = 0
    private static let dead: UInt16 = 1

    /// Row × class. State 0 is a match already, state 1 can never become one.
    private let transitions: [UInt16]
    private let acceptsAtEnd: [Bool]
    private let start: UInt16
    private let alphabet: Alphabet

    /// Nil where the automaton is too large for a table, or where the pattern needs backtracking.
    init?(_ program: PatternProgram, whole: Bool) {
        guard !program.needsBacktracking, program.instructions.count <= 4096, let alphabet = Alphabet(program) else {
            return nil
        }
        var construction = Construction(program: program, alphabet: alphabet, whole: whole)
        guard let start = construction.build() else { return nil }
        self.alphabet = alphabet
        self.start = start
        transitions = construction.transitions
        acceptsAtEnd = construction.acceptsAtEnd
    }

    func accepts(_ text: PatternText) -> Bool {
        var state = start
        let width = alphabet.count
        let end = text.end
        var position = 0
        // Safe: a state leads to a state of the table by every column, and `ascii` has 128 of them.
        return transitions.withUnsafeBufferPointer { transitions in
            alphabet.ascii.withUnsafeBufferPointer { ascii in
                while position < end, state > PatternTable.dead {
                    let byte = text.bytes[position]
                    let column: Int
                    if byte < 0x80 {
                        column = Int(ascii[Int(byte)])
                        position += 1
                    } else {
                        let scalar = text.scalar(at: position)
                        column = alphabet.column(of: scalar.value)
                        position = scalar.next
                    }
                    state = transitions[Int(state) * width + column]
                }
                return acceptsAtEnd[Int(state)]
            }
        }
    }
}

extension PatternTable {
    /// Scalars that no set of a pattern tells apart share a column.
    struct Alphabet: Sendable {
        private(set) var ascii: [UInt16] = []
        /// Where intervals begin, and the column of each.
        private var bounds: [UInt32] = []
        private var columns: [UInt16] = []
        /// A member of each column.
        private(set) var samples: [UInt32] = []

        var count: Int { samples.count }

        init?(_ program: PatternProgram) {
            var sets = program.sets
            if !program.anchors.isDisjoint(with: [.wordBoundary, .notWordBoundary]) { sets.append(.wordCharacters) }
            if !program.anchors.isDisjoint(with: [.lineStart, .lineEnd]) { sets.append(.ecmaLineTerminators) }
            for bound in (sets.flatMap { $0.ranges.flatMap { [$0.lowerBound, $0.upperBound + 1] } } + [0]).sorted()
            where bounds.last != bound { bounds.append(bound) }
            guard bounds.count * sets.count <= PatternTable.work else { return nil }
            // Each set divides the columns so far into those within it and those without.
            var columns = [Int](repeating: 0, count: bounds.count)
            var count = 1
            for set in sets {
                var renamed = [Int?](repeating: nil, count: 2 * count)
                count = 0
                for index in bounds.indices {
                    let half = 2 * columns[index] + (set.contains(bounds[index]) ? 1 : 0)
                    columns[index] = renamed[half] ?? count
                    if renamed[half] == nil { (renamed[half], count) = (count, count + 1) }
                }
            }
            guard count < 4096 else { return nil }
            for (bound, column) in zip(bounds, columns) where column == samples.count { samples.append(bound) }
            self.columns = columns.map { UInt16($0) }
            ascii = (0..<128).map { UInt16(column(of: $0)) }
        }

        func column(of value: UInt32) -> Int {
            var low = 0
            var high = bounds.count - 1
            while low < high {
                let middle = (low + high + 1) / 2
                if bounds[middle] <= value { low = middle } else { high = middle - 1 }
            }
            return Int(columns[low])
        }
    }

    /// What the scalar before a position is, as far as the pattern's anchors ask.
    private enum Neighbour: Hashable {
        case none, lineTerminator, word, other
    }

    private struct State: Hashable {
        let instructions: [Int]
        let before: Neighbour
    }

    private struct Construction {
        let program: PatternProgram
        let alphabet: Alphabet
        let whole: Bool
        var transitions: [UInt16] = []
        var acceptsAtEnd: [Bool] = []

        /// By hash: a key type of its own has to be looked for among all conformances of the program first.
        private var numbers: [Int: [UInt16]] = [:]
        private var states: [State] = []
        private var work = PatternTable.work
        private var reached: [Int]
        private var round = 0
        private let neighbours: [Neighbour]

        init(program: PatternProgram, alphabet: Alphabet, whole: Bool) {
            self.program = program
            self.alphabet = alphabet
            self.whole = whole
            reached = Array(repeating: 0, count: program.instructions.count)
            let words = !program.anchors.isDisjoint(with: [.wordBoundary, .notWordBoundary])
            let lines = !program.anchors.isDisjoint(with: [.lineStart, .lineEnd])
            neighbours = alphabet.samples.map { value in
                if words, ScalarSet.wordCharacters.contains(value) { return .word }
                return lines && ScalarSet.ecmaLineTerminators.contains(value) ? .lineTerminator : .other
            }
        }

        /// The number of the first state; nil where the table would grow too large.
        mutating func build() -> UInt16? {
            let width = alphabet.count
            // The two final states lead to themselves.
            transitions = Array(repeating: PatternTable.accepting, count: width)
            transitions += Array(repeating: PatternTable.dead, count: width)
            acceptsAtEnd = [true, false]
            states = [State(instructions: [], before: .none), State(instructions: [], before: .none)]
            let start = number(of: State(instructions: [0], before: program.anchors.isEmpty ? .other : .none))
            var next = Int(start)
            while next < states.count {
                let state = states[next]
                acceptsAtEnd.append(follow(state, to: nil, column: 0) == nil)
                for column in 0..<width {
                    let after = neighbours[column]
                    let target = follow(state, to: after, column: column).map { instructions in
                        number(of: State(instructions: instructions, before: after))
                    }
                    transitions.append(target ?? PatternTable.accepting)
                }
                if transitions.suffix(width).allSatisfy({ $0 == next }), acceptsAtEnd[next] == false {
                    transitions.replaceSubrange(
                        next * width..<(next + 1) * width, with: repeatElement(PatternTable.dead, count: width))
                }
                guard work > 0, states.count <= PatternTable.states, transitions.count <= 1 << 18 else { return nil }
                next += 1
            }
            return start
        }

        private mutating func number(of state: State) -> UInt16 {
            if state.instructions.isEmpty { return PatternTable.dead }
            let hash = state.hashValue
            if let number = numbers[hash]?.first(where: { states[Int($0)] == state }) { return number }
            let number = UInt16(states.count)
            numbers[hash, default: []].append(number)
            states.append(state)
            return number
        }

        /// The instructions reached over a column, sorted; nil where a match is reached. `after` is nil at the end of the text.
        private mutating func follow(_ state: State, to after: Neighbour?, column: Int) -> [Int]? {
            round += 1
            var pending = state.instructions
            var targets: Set<Int> = whole || after == nil ? [] : [0]
            while let index = pending.popLast() {
                guard reached[index] != round else { continue }
                reached[index] = round
                work -= 1
                switch program.instructions[index] {
                case .match:
                    if !whole || after == nil { return nil }
                case .consume(let set, _):
                    if after != nil, program.sets[set].contains(alphabet.samples[column]) { targets.insert(index + 1) }
                case .jump(let target): pending.append(target)
                case .split(let first, let second): pending += [first, second]
                case .assert(let anchor):
                    if holds(anchor, between: state.before, and: after) { pending.append(index + 1) }
                case .save, .forget, .enter, .progress: pending.append(index + 1)
                case .look, .backreference: preconditionFailure("such a pattern has no table")
                }
            }
            return targets.sorted()
        }

        private func holds(_ anchor: PatternAnchor, between before: Neighbour, and after: Neighbour?) -> Bool {
            switch anchor {
            case .textStart: before == .none
            case .textEnd: after == nil
            case .lineStart: before == .none || before == .lineTerminator
            case .lineEnd: after == nil || after == .lineTerminator
            case .wordBoundary: (before == .word) != (after == .word)
            case .notWordBoundary: (before == .word) == (after == .word)
            }
        }
    }
}
