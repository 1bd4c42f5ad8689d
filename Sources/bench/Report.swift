// Results of contests, for people and for programs.

import Foundation
import JSONSchema

enum Report {
    static func table(_ contests: [Contest]) -> String {
        contests.map { contest in
            let speed = contest.bytes == nil ? "per CPU second" : "MB/s"
            let rows = contest.results.map { result in
                [
                    result.name, String(format: "%.2f", result.seconds * 1e6),
                    contest.bytes.map { String(format: "%.1f", megabytesPerSecond($0, result)) }
                        ?? String(format: "%.0f", 1 / result.seconds),
                    String(format: "%.2f", result.ratio),
                ]
            }
            return contest.job + "\n" + layout([["", "µs", speed, "first is faster by"]] + rows)
        }.joined(separator: "\n")
    }

    static func json(_ contests: [Contest]) -> String {
        let list = contests.map { contest -> JSON in
            let results = contest.results.map { result -> JSON in
                var object = JSONObject([
                    ("name", .string(result.name)), ("seconds", number(result.seconds)),
                    ("ratio", number(result.ratio)),
                ])
                object["megabytesPerSecond"] = contest.bytes.map { number(megabytesPerSecond($0, result)) }
                return .object(object)
            }
            return ["job": .string(contest.job), "results": .array(results)]
        }
        return JSON.array(list).serialized(.pretty)
    }

    private static func number(_ value: Double) -> JSON { JSONNumber(value).map(JSON.number) ?? nil }

    private static func megabytesPerSecond(_ bytes: Int, _ result: Contest.Result) -> Double {
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
