// Formats of dates and times as Pact writes them: the letters of Java's DateTimeFormatter.

package import JSONValues

/// `yyyy-MM-dd'T'HH:mm:ssXXX`, read once.
package struct DatePattern: Hashable, Sendable {
    /// What a matcher or a generator calls it.
    package enum Kind: String, Sendable {
        case date, time
        case datetime = "timestamp"
    }

    private enum Piece: Hashable, Sendable {
        case literal(String)
        case field(Character, Int)

        /// Whether it is written in digits alone.
        var isNumber: Bool {
            switch self {
            case .literal: false
            case .field(let letter, let count):
                !"EeazVOXxZ".contains(letter) && !("ML".contains(letter) && count > 2)
            }
        }
    }

    /// As the file writes it.
    package let text: String
    package let kind: Kind
    private let pieces: [Piece]

    private static let known = Set("yuMLdDEeaHhKkmsSnXxZzVO")

    /// - Parameter text: nil: ISO 8601 to the second.
    /// - Returns: nil for a letter that stands for nothing here.
    package init?(_ text: String?, kind: Kind) {
        let text =
            text ?? (kind == .date ? "yyyy-MM-dd" : kind == .time ? "HH:mm:ss" : "yyyy-MM-dd'T'HH:mm:ss")
        var pieces: [Piece] = []
        var rest = text[...]
        while let first = rest.first {
            if first == "'" {
                rest = rest.dropFirst()
                if rest.first == "'" {
                    pieces.append(.literal("'"))
                    rest = rest.dropFirst()
                    continue
                }
                guard let end = rest.firstIndex(of: "'") else { return nil }
                pieces.append(.literal(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else if first.isASCII, first.isLetter {
                guard Self.known.contains(first) else { return nil }
                let run = rest.prefix { $0 == first }
                pieces.append(.field(first, run.count))
                rest = rest[run.endIndex...]
            } else {
                pieces.append(.literal(String(first)))
                rest = rest.dropFirst()
            }
        }
        self.text = text
        self.kind = kind
        self.pieces = pieces
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}

extension DatePattern {
    /// Whether a text is written so, and is a day that its month has.
    package func accepts(_ value: String) -> Bool {
        var rest = value[...]
        var (year, month, day) = (2000, 1, 1)
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .literal(let literal):
                guard rest.hasPrefix(literal) else { return false }
                rest = rest.dropFirst(literal.count)
            case .field(let letter, let count):
                let isAdjacent = index + 1 < pieces.count && pieces[index + 1].isNumber
                guard let number = Self.take(letter, count, isAdjacent, &rest) else { return false }
                switch letter {
                case "y", "u": year = count == 2 ? 2000 + number : number
                case "M", "L": month = number
                case "d": day = number
                default: break
                }
            }
        }
        return rest.isEmpty && CalendarDate(year: year, month: month, day: day) != nil
    }

    /// The number that a field stands for, 0 for one that stands for none; nil where the text has no such field next.
    private static func take(_ letter: Character, _ count: Int, _ isAdjacent: Bool, _ rest: inout Substring) -> Int? {
        func named(_ names: [String]) -> Int? {
            for (index, name) in names.enumerated() {
                let name = count == 3 ? String(name.prefix(3)) : name
                guard rest.lowercased().hasPrefix(name.lowercased()) else { continue }
                rest = rest.dropFirst(name.count)
                return index + 1
            }
            return nil
        }
        func digits(_ widths: ClosedRange<Int>, _ range: ClosedRange<Int>) -> Int? {
            let run = rest.prefix { $0.isASCII && $0.isNumber }.prefix(widths.upperBound)
            guard run.count >= widths.lowerBound, let number = Int(run), range.contains(number) else { return nil }
            rest = rest[run.endIndex...]
            return number
        }
        let most = isAdjacent ? count : max(count, 2)
        switch letter {
        case "y", "u": return count == 2 ? digits(2...2, 0...99) : digits(count...(isAdjacent ? count : 9), 0...9999)
        case "M", "L": return count > 2 ? named(months) : digits(count...most, 1...12)
        case "d": return digits(count...most, 1...31)
        case "D": return digits(count...3, 1...366)
        case "E", "e": return named(days)
        case "a": return named(["AM", "PM"])
        case "H": return digits(count...most, 0...23)
        case "k": return digits(count...most, 1...24)
        case "h": return digits(count...most, 1...12)
        case "K": return digits(count...most, 0...11)
        case "m", "s": return digits(count...most, 0...59)
        case "S", "n": return digits(count...count, 0...999_999_999)
        default: return zone(letter, count, &rest) ? 0 : nil
        }
    }

    private static func zone(_ letter: Character, _ count: Int, _ rest: inout Substring) -> Bool {
        if letter == "X" || (letter == "Z" && count == 5), rest.first == "Z" {
            rest = rest.dropFirst()
            return true
        }
        if letter == "z" || letter == "V" || letter == "O" {
            let name = rest.prefix { $0.isLetter || $0.isNumber || "/_+-:".contains($0) }
            rest = rest[name.endIndex...]
            return !name.isEmpty
        }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return false }
        let hasColon = letter == "Z" ? count == 5 : count == 3 || count == 5
        let wanted = letter != "Z" && count == 1 ? 2 : 4
        var digits = 0
        rest = rest.dropFirst()
        while digits < wanted, let first = rest.first {
            if hasColon, digits == 2, first == ":" {
                rest = rest.dropFirst()
                continue
            }
            guard first.isASCII, first.isNumber else { return false }
            digits += 1
            rest = rest.dropFirst()
        }
        return digits == wanted
    }

    /// The instant as the pattern writes it.
    package func format(_ moment: DateTime) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .literal(let literal): text += literal
            case .field(let letter, let count): text += Self.written(letter, count, moment)
            }
        }
    }

    private static func written(_ letter: Character, _ count: Int, _ moment: DateTime) -> String {
        let (date, time) = (moment.date, moment.time)
        func padded(_ number: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        switch letter {
        case "y", "u": return count == 2 ? String(padded(date.year).suffix(2)) : padded(date.year)
        case "M", "L":
            let name = months[date.month - 1]
            return count > 3 ? name : count == 3 ? String(name.prefix(3)) : padded(date.month)
        case "d": return padded(date.day)
        case "D": return padded(date.dayOfYear + 1)
        case "E", "e": return count > 3 ? days[date.dayOfWeek] : String(days[date.dayOfWeek].prefix(3))
        case "a": return time.hour < 12 ? "AM" : "PM"
        case "H": return padded(time.hour)
        case "k": return padded(time.hour == 0 ? 24 : time.hour)
        case "h": return padded(time.hour % 12 == 0 ? 12 : time.hour % 12)
        case "K": return padded(time.hour % 12)
        case "m": return padded(time.minute)
        case "s": return padded(time.second)
        case "S", "n":
            let nine = String(1_000_000_000 + time.nanosecond).dropFirst()
            return String(nine.prefix(count)) + String(repeating: "0", count: max(0, count - 9))
        case "X": return "Z"
        case "z", "V", "O": return "UTC"
        case "Z": return count == 5 ? "Z" : "+0000"
        default: return count == 3 || count == 5 ? "+00:00" : count == 1 ? "+00" : "+0000"
        }
    }
}
