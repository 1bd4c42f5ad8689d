// A regular expression as instructions, the form that all matchers run.

/// A non-deterministic automaton. The instruction at 0 begins; every repetition is written out.
struct PatternProgram: Sendable {
    enum Instruction: Sendable {
        /// Takes one scalar of a set, forwards or, within a lookbehind, backwards.
        case consume(set: Int, backward: Bool)
        case jump(Int)
        /// Tries the first, then the second.
        case split(Int, Int)
        case assert(PatternAnchor)
        /// Remembers the position in a slot: 2n where group n begins, 2n+1 where it ends.
        case save(Int)
        /// Forgets what the groups in a loop captured in the round before.
        case forget(Range<Int>)
        /// Remembers where a round of a loop began, and ends the path where a round took nothing.
        case enter(loop: Int)
        case progress(loop: Int)
        /// The assertion's own instructions follow and end in `match`; the path goes on at `end`.
        case look(PatternLook, end: Int)
        case backreference([Int], ignoresCase: Bool, backward: Bool)
        case match
    }

    private(set) var instructions: [Instruction] = []
    private(set) var sets: [ScalarSet] = []
    private(set) var loops = 0
    let groupNames: [String?]
    /// The anchors that occur.
    private(set) var anchors: Set<PatternAnchor> = []
    /// Whether a lookaround or a reference occurs, so that only backtracking decides.
    private(set) var needsBacktracking = false
    private(set) var hasBackreferences = false

    /// By hash: a key type of its own has to be looked for among all conformances of the program first.
    private var setIndices: [Int: [Int]] = [:]
    private let limit: Int

    /// The number of capture slots, the whole match first.
    var slots: Int { 2 * (groupNames.count + 1) }
}

extension PatternProgram {
    /// - Throws: where the instructions would be more than `limit`.
    init(_ syntax: PatternSyntax, limit: Int, source: String) throws(PatternError) {
        self.limit = limit
        groupNames = syntax.groupNames
        do {
            try emit(syntax, backward: false)
            try append(.match)
        } catch {
            throw PatternError(
                source: source, offset: 0, message: "more than \(limit) states when every repetition is written out",
                remedy: "repeat fewer times, or use `*` or `+`")
        }
        setIndices = [:]
    }

    private struct TooLarge: Error {}

    private mutating func append(_ instruction: Instruction) throws(TooLarge) {
        guard instructions.count < limit else { throw TooLarge() }
        instructions.append(instruction)
    }

    private mutating func emit(_ syntax: PatternSyntax, backward: Bool) throws(TooLarge) {
        switch syntax {
        case .empty: break
        case .scalars(let set): try append(.consume(set: intern(set), backward: backward))
        case .sequence(let parts):
            for part in backward ? parts.reversed() : parts { try emit(part, backward: backward) }
        case .choice(let branches): try emit(branches, backward: backward)
        case .repeated(let body, let minimum, let maximum, let greedy):
            try emit(body, minimum: minimum, maximum: maximum, greedy: greedy, backward: backward)
        case .capture(let body, let index, _):
            try append(.save(2 * index + (backward ? 1 : 0)))
            try emit(body, backward: backward)
            try append(.save(2 * index + (backward ? 0 : 1)))
        case .anchor(let anchor):
            anchors.insert(anchor)
            try append(.assert(anchor))
        case .look(let look, let body):
            needsBacktracking = true
            let start = instructions.count
            try append(.look(look, end: 0))
            try emit(body, backward: look.behind)
            try append(.match)
            instructions[start] = .look(look, end: instructions.count)
        case .backreference(let indices, let ignoresCase):
            needsBacktracking = true
            hasBackreferences = true
            try append(.backreference(indices, ignoresCase: ignoresCase, backward: backward))
        }
    }

    private mutating func emit(_ branches: [PatternSyntax], backward: Bool) throws(TooLarge) {
        var ends: [Int] = []
        for (index, branch) in branches.enumerated() {
            let split = instructions.count
            let isLast = index == branches.count - 1
            if !isLast { try append(.split(split + 1, 0)) }
            try emit(branch, backward: backward)
            if !isLast {
                ends.append(instructions.count)
                try append(.jump(0))
                instructions[split] = .split(split + 1, instructions.count)
            }
        }
        for end in ends { instructions[end] = .jump(instructions.count) }
    }

    private mutating func emit(
        _ body: PatternSyntax, minimum: Int, maximum: Int?, greedy: Bool, backward: Bool
    ) throws(TooLarge) {
        let captured = body.captures
        func split(_ enter: Int, _ leave: Int) -> Instruction { greedy ? .split(enter, leave) : .split(leave, enter) }
        for _ in 0..<minimum {
            let start = instructions.count
            if let captured { try append(.forget(captured)) }
            let first = instructions.count
            try emit(body, backward: backward)
            // A body without instructions is done after one round, however often it is asked for.
            if instructions.count == first, start == first { break }
        }
        guard let maximum else {
            let start = instructions.count
            try append(.jump(0))
            try emitRound(of: body, backward: backward)
            try append(.jump(start))
            instructions[start] = split(start + 1, instructions.count)
            return
        }
        var splits: [Int] = []
        for _ in minimum..<max(minimum, maximum) {
            splits.append(instructions.count)
            try append(.jump(0))
            try emitRound(of: body, backward: backward)
        }
        for index in splits { instructions[index] = split(index + 1, instructions.count) }
    }

    /// One round of what may be done again: it counts only where it gets on.
    private mutating func emitRound(of body: PatternSyntax, backward: Bool) throws(TooLarge) {
        let loop = body.canBeEmpty ? loops : nil
        if let loop {
            loops += 1
            try append(.enter(loop: loop))
        }
        if let captured = body.captures { try append(.forget(captured)) }
        try emit(body, backward: backward)
        if let loop { try append(.progress(loop: loop)) }
    }

    private mutating func intern(_ set: ScalarSet) -> Int {
        let hash = set.hashValue
        if let index = setIndices[hash]?.first(where: { sets[$0] == set }) { return index }
        setIndices[hash, default: []].append(sets.count)
        sets.append(set)
        return sets.count - 1
    }
}

extension PatternSyntax {
    /// The names of all groups in order, also of those that a bound of zero leaves out.
    fileprivate var groupNames: [String?] {
        switch self {
        case .empty, .scalars, .anchor, .backreference: []
        case .sequence(let parts), .choice(let parts): parts.flatMap(\.groupNames)
        case .repeated(let body, _, _, _), .look(_, let body): body.groupNames
        case .capture(let body, _, let name): [name] + body.groupNames
        }
    }

    /// The slots of the groups within, nil where there are none.
    fileprivate var captures: Range<Int>? {
        switch self {
        case .empty, .scalars, .anchor, .backreference: return nil
        case .sequence(let parts), .choice(let parts): return parts.lazy.compactMap(\.captures).reduce(nil, joined)
        case .repeated(let body, _, _, _), .look(_, let body): return body.captures
        case .capture(let body, let index, _): return joined(2 * index..<2 * index + 2, body.captures)
        }
        func joined(_ left: Range<Int>?, _ right: Range<Int>?) -> Range<Int>? {
            guard let left, let right else { return left ?? right }
            return min(left.lowerBound, right.lowerBound)..<max(left.upperBound, right.upperBound)
        }
    }

    /// Whether it can match without taking a scalar.
    fileprivate var canBeEmpty: Bool {
        switch self {
        case .empty, .anchor, .look, .backreference: true
        case .scalars: false
        case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
        case .choice(let branches): branches.contains(where: \.canBeEmpty)
        case .repeated(let body, let minimum, _, _): minimum == 0 || body.canBeEmpty
        case .capture(let body, _, _): body.canBeEmpty
        }
    }
}
