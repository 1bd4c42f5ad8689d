// Results of contests, for people and for programs.

import Foundation
import JSONValues

enum Report {
    static func table(_ comparisons: [Comparison]) -> String {
        comparisons.map { comparison in
            let speed = comparison.bytes == nil ? "per CPU second" : "MB/s"
            let rows = comparison.results.map { result in
                [
                    result.name, String(format: "%.2f", result.seconds * 1e6),
                    comparison.bytes.map { String(format: "%.1f", megabytesPerSecond($0, result)) }
                        ?? String(format: "%.0f", 1 / result.seconds),
                    String(format: "%.2f", result.ratio),
                ]
            }
            return comparison.job + "\n" + layout([["", "µs", speed, "first is faster by"]] + rows)
        }.joined(separator: "\n")
    }

    static func json(_ comparisons: [Comparison]) -> String {
        let list = comparisons.map { comparison -> JSON in
            let results = comparison.results.map { result -> JSON in
                var object = JSONObject([
                    ("name", .string(result.name)), ("seconds", number(result.seconds)),
                    ("ratio", number(result.ratio)),
                ])
                object["megabytesPerSecond"] = comparison.bytes.map { number(megabytesPerSecond($0, result)) }
                return .object(object)
            }
            return ["job": .string(comparison.job), "results": .array(results)]
        }
        return JSON.array(list).serialized(.pretty)
    }

    private static func number(_ value: Double) -> JSON { JSONNumber(value).map(JSON.number) ?? nil }

    private static func megabytesPerSecond(_ bytes: Int, _ result: Comparison.Result) -> Double {
        Double(bytes) / 1e6 / result.seconds
    }

    /// The first column to the left, the others to the right.
    private static func layout(_ rows: [[String]]) -> String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? "  " + row[column] + padding : padding + row[column]
            }.joined(separator: "  ") + "\n"
        }.joined()
    }
}
