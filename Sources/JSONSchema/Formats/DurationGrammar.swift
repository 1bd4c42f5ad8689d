// Durations of RFC 3339, appendix A.

import JSONValues

enum DurationGrammar {
    /// Units go from large to small, and none may be skipped between two that are there: `P1Y2D` is refused.
    static func accepts(_ text: TextBytes) -> Bool {
        var text = text
        guard text.take("P") else { return false }
        if units("W", of: &text) == true { return text.isEmpty }
        guard let hasDate = units("YMD", of: &text) else { return false }
        guard text.take("T") else { return hasDate && text.isEmpty }
        return units("HMS", of: &text) == true && text.isEmpty
    }

    /// Takes numbers with units that stand side by side in the list. False where there is none, nil where a number has another unit.
    private static func units(_ list: String, of text: inout TextBytes) -> Bool? {
        var rest = text
        var expected = Array(list.utf8)[...]
        var found = false
        while let first = rest.first, first.isDigit {
            rest = rest.drop(while: \.isDigit)
            guard let unit = rest.first, let place = expected.firstIndex(of: unit),
                !found || place == expected.startIndex
            else { return nil }
            rest = rest.dropFirst()
            expected = expected[(place + 1)...]
            found = true
        }
        text = rest
        return found
    }
}
