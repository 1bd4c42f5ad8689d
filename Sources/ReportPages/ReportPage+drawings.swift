// Totals, grids and times, as a report draws them.

import JSONValues

extension ReportPage.Part {
    /// Numbers with their names, side by side.
    package static func tiles(
        _ tiles: [(number: String, name: String, tone: ReportPage.Tone)]
    ) -> ReportPage.Part {
        let boxes = tiles.map {
            "<div class=\"tile \($0.tone.rawValue)\"><b>\(ReportPage.escaped($0.number))</b> <span>\(ReportPage.escaped($0.name))</span></div>"
        }
        return .init("<div class=\"tiles\">\(boxes.joined())</div>")
    }

    /// A table whose first column names the rows. What a cell says stands in it, so that its colour is never all that tells it.
    /// - Parameters:
    ///   - name: for who does not see it.
    ///   - cells: nil where there is nothing.
    package static func grid(
        _ name: String, columns: [String],
        rows: [(name: String, cells: [(text: String, tone: ReportPage.Tone, title: String)?])]
    ) -> ReportPage.Part {
        let head = columns.map { "<th scope=\"col\">\(ReportPage.escaped($0))</th>" }.joined()
        let lines = rows.map { row in
            let cells = row.cells.map { cell in
                guard let cell else { return "<td></td>" }
                let title = cell.title.isEmpty ? "" : " title=\"\(ReportPage.escaped(cell.title))\""
                return "<td class=\"\(cell.tone.rawValue)\"\(title)>\(ReportPage.escaped(cell.text))</td>"
            }
            return "<tr><th scope=\"row\">\(ReportPage.escaped(row.name))</th>\(cells.joined())</tr>"
        }
        return .init(
            """
            <div class="wide-table" tabindex="0" role="group" aria-label="\(ReportPage.escaped(name))"><table class="grid-table">
            <thead><tr><th scope="col"><span class="unseen">Name</span></th>\(head)</tr></thead>
            <tbody>
            \(lines.joined(separator: "\n"))
            </tbody></table></div>
            """)
    }

    /// Times in milliseconds, drawn on one scale: the half, the slowest tenth and twentieth, and the longest of each row.
    package static func times(_ name: String, rows: [(name: String, times: LatencySummary)]) -> ReportPage.Part {
        guard let longest = rows.map(\.times.longest).max() else { return .none }
        let width = 360.0
        // Short times have room beside long ones.
        func x(_ time: Double) -> String {
            let place = (longest <= 0 || time <= 0 ? 0 : (time / longest).squareRoot()) * (width - 8) + 4
            return "\((place * 10).rounded() / 10)"
        }
        let lines = rows.map { row in
            let times = row.times
            let told = [times.half, times.ninety, times.ninetyFive, times.longest].map { "<td>\(shown($0))</td>" }
            return """
                <tr><th scope="row">\(ReportPage.escaped(row.name))</th><td>\(times.count)</td>\(told.joined())<td class="drawn">\
                <svg viewBox="0 0 \(Int(width)) 14" width="\(Int(width))" height="14" aria-hidden="true">\
                <line x1="\(x(times.half))" x2="\(x(times.longest))" y1="7" y2="7"/>\
                <rect x="\(x(times.half))" y="3" width="\(max((Double(x(times.ninetyFive)) ?? 0) - (Double(x(times.half)) ?? 0), 1))" height="8" rx="2"/>\
                <circle cx="\(x(times.half))" cy="7" r="4"/></svg></td></tr>
                """
        }
        let head = ["Answers", "Half below", "90 in 100", "95 in 100", "Longest"].map { "<th scope=\"col\">\($0)</th>" }
        return .init(
            """
            <div class="wide-table" tabindex="0" role="group" aria-label="\(ReportPage.escaped(name))"><table class="times-table">
            <thead><tr><th scope="col"><span class="unseen">Operation</span></th>\(head.joined())<th scope="col">0 to \(shown(longest)), square root</th></tr></thead>
            <tbody>
            \(lines.joined(separator: "\n"))
            </tbody></table></div>
            """)
    }

    private static func shown(_ milliseconds: Double) -> String {
        milliseconds >= 10 ? "\(Int(milliseconds.rounded())) ms" : "\((milliseconds * 10).rounded() / 10) ms"
    }
}

/// How long answers took, in milliseconds.
package struct LatencySummary: Hashable, Sendable {
    /// How many answers.
    package let count: Int
    /// Half of them took no longer.
    package let half: Double
    /// 90 in 100 took no longer.
    package let ninety: Double
    /// 95 in 100 took no longer.
    package let ninetyFive: Double
    /// The longest of all.
    package let longest: Double

    /// By nearest rank; nil without any.
    /// - Parameter milliseconds: of each answer, in any order.
    package init?(_ milliseconds: [Double]) {
        let sorted = milliseconds.sorted()
        guard let longest = sorted.last else { return nil }
        func rank(_ percent: Int) -> Double { sorted[(sorted.count * percent + 99) / 100 - 1] }
        count = sorted.count
        half = rank(50)
        ninety = rank(90)
        ninetyFive = rank(95)
        self.longest = longest
    }

    /// As a report has told them.
    package init(count: Int, half: Double, ninety: Double, ninetyFive: Double, longest: Double) {
        self.count = count
        self.half = half
        self.ninety = ninety
        self.ninetyFive = ninetyFive
        self.longest = longest
    }
}
