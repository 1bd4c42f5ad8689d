// The lines in which two texts differ, as `diff -u` shows them.

struct LineDiff {
    private enum Edit {
        case same(Substring)
        case removed(Substring)
        case added(Substring)

        var isSame: Bool { if case .same = self { true } else { false } }
    }

    private let edits: [Edit]

    /// Lines that are shown of one file.
    private static let shown = 80
    private static let context = 3
    /// Where more lines differ, the old ones stand before the new.
    private static let mostCompared = 4_000

    init(from old: String, to new: String) {
        let ended = old.hasSuffix("\n") && new.hasSuffix("\n") ? 1 : 0
        let old = old.dropLast(ended).split(separator: "\n", omittingEmptySubsequences: false)
        let new = new.dropLast(ended).split(separator: "\n", omittingEmptySubsequences: false)
        let first = zip(old, new).prefix { $0 == $1 }.count
        let last = zip(old[first...].reversed(), new[first...].reversed()).prefix { $0 == $1 }.count
        let changed = Self.edits(from: old[first..<(old.count - last)], to: new[first..<(new.count - last)])
        edits = old[..<first].map(Edit.same) + changed + old.suffix(last).map(Edit.same)
    }

    private static func edits(from old: ArraySlice<Substring>, to new: ArraySlice<Substring>) -> [Edit] {
        guard old.count + new.count <= mostCompared else { return old.map(Edit.removed) + new.map(Edit.added) }
        var (removed, added): (Set<Int>, Set<Int>) = ([], [])
        for change in Array(new).difference(from: Array(old)) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var edits: [Edit] = []
        var (left, right) = (old[...], new[...])
        while !left.isEmpty || !right.isEmpty {
            if removed.contains(left.startIndex - old.startIndex), let line = left.popFirst() {
                edits.append(.removed(line))
            } else if added.contains(right.startIndex - new.startIndex), let line = right.popFirst() {
                edits.append(.added(line))
            } else if let line = left.popFirst() {
                right = right.dropFirst()
                edits.append(.same(line))
            }
        }
        return edits
    }

    /// - Parameter heading: says of a line of the new text what it belongs to; that stands behind the numbers of a change, as `diff -p` has it.
    func text(_ path: String, heading: (_ line: Int) -> String? = { _ in nil }) -> String {
        var lines = ["--- \(path)", "+++ \(path)"]
        for hunk in hunks { lines += text(hunk, heading) }
        let rest = lines.count - Self.shown
        if rest > 0 { lines = lines.prefix(Self.shown) + ["… and \(rest) more lines"] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The changes with the lines around them, one where those touch.
    private var hunks: [Range<Int>] {
        var hunks: [Range<Int>] = []
        for index in edits.indices where !edits[index].isSame {
            let start = max(0, index - Self.context)
            let end = min(edits.count, index + 1 + Self.context)
            if let last = hunks.last, last.upperBound >= start {
                hunks[hunks.count - 1] = last.lowerBound..<end
            } else {
                hunks.append(start..<end)
            }
        }
        return hunks
    }

    private func text(_ hunk: Range<Int>, _ heading: (Int) -> String?) -> [String] {
        func isOld(_ edit: Edit) -> Bool { if case .added = edit { false } else { true } }
        func isNew(_ edit: Edit) -> Bool { if case .removed = edit { false } else { true } }
        let (before, here) = (edits[..<hunk.lowerBound], edits[hunk])
        let old = "\(before.count(where: isOld) + 1),\(here.count(where: isOld))"
        let new = "\(before.count(where: isNew) + 1),\(here.count(where: isNew))"
        let same = here.prefix(while: \.isSame).count
        let owner = heading(before.count(where: isNew) + 1 + same).map { " " + $0 } ?? ""
        return ["@@ -\(old) +\(new) @@\(owner)"]
            + here.map { edit in
                switch edit {
                case .same(let line): " \(line)"
                case .removed(let line): "-\(line)"
                case .added(let line): "+\(line)"
                }
            }
    }
}
