// What is asked of a mock's story, and how often it was so.

/// One question, with the share of answers that must be yes over all documents.
enum StoryQuestion: String, CaseIterable {
    case same, ids, items, created, readable, kept, removed, pages, counts, filters, lines, refusals, broken

    var asks: String {
        switch self {
        case .same: "the same GET is answered the same"
        case .ids: "no id stands twice in a list"
        case .items: "an item agrees with the list that shows it"
        case .created: "what was made is listed"
        case .readable: "what was made is read as it was made"
        case .kept: "what was listed before something was made still is"
        case .removed: "what was removed is neither read nor listed"
        case .pages: "pages of one end, and are the list together"
        case .counts: "counts say how many are listed"
        case .filters: "asked for by a value that is listed, a list shows what has it"
        case .lines: "the request that is printed for an operation goes well"
        case .refusals: "without credentials it is 401, or 403 where that alone is declared"
        case .broken: "a broken request is told so: 422, 400 or what its parameter says"
        }
    }

    /// Measured, and not to fall again.
    var floor: Double {
        switch self {
        case .lines: 0.997
        case .items: 0.99
        case .same, .ids, .created, .readable, .kept, .removed, .pages, .counts, .filters, .refusals, .broken: 1
        }
    }
}

struct StoryFigures {
    struct Figure: CustomStringConvertible {
        var met = 0
        var asked = 0

        var share: Double { asked == 0 ? 1 : Double(met) / Double(asked) }
        var description: String {
            "\(met) of \(asked)" + (asked == 0 ? "" : " (\(Double(Int(share * 10_000)) / 100) %)")
        }
    }

    private var figures: [StoryQuestion: Figure] = [:]
    private(set) var missed: [(StoryQuestion, [String])] = []

    subscript(question: StoryQuestion) -> Figure { figures[question] ?? Figure() }

    mutating func note(_ question: StoryQuestion, _ isMet: Bool, _ what: @autoclosure () -> String) {
        figures[question, default: Figure()].asked += 1
        if isMet {
            figures[question, default: Figure()].met += 1
        } else if let index = missed.firstIndex(where: { $0.0 == question }) {
            missed[index].1.append(what())
        } else {
            missed.append((question, [what()]))
        }
    }

    mutating func add(_ other: StoryFigures) {
        for (question, figure) in other.figures {
            figures[question, default: Figure()].met += figure.met
            figures[question, default: Figure()].asked += figure.asked
        }
    }

    /// Every question that was asked, in one line.
    var line: String {
        StoryQuestion.allCases.compactMap { question in
            let figure = self[question]
            return figure.asked == 0 ? nil : "\(question.rawValue) \(figure.met)/\(figure.asked)"
        }.joined(separator: ", ")
    }
}
