// Results of contests, for people and for programs.

import Foundation
import JSONSchema

enum Report {
    /// - Parameter sizes: for each contest the bytes of one job, where its speed is told by bytes.
    static func table(_ contests: [Contest], _ sizes: [Int]) -> String {
        zip(contests, sizes).map { contest, size in
            let rows = contest.results.map { result in
                [result.name, throughput(size, result), String(format: "%.2f", result.ratio)]
            }
            return contest.job + "\n" + layout([["", "MB/s", "first is faster by"]] + rows)
        }.joined(separator: "\n")
    }

    static func json(_ contests: [Contest], _ sizes: [Int]) -> String {
        let list = zip(contests, sizes).map { contest, size -> JSON in
            let results = contest.results.map { result -> JSON in
                [
                    "name": .string(result.name), "seconds": number(result.seconds),
                    "megabytesPerSecond": number(Double(size) / 1e6 / result.seconds), "ratio": number(result.ratio),
                ]
            }
            return ["job": .string(contest.job), "bytes": .number(JSONNumber(size)), "results": .array(results)]
        }
        return JSON.array(list).serialized(.pretty)
    }

    /// For jobs whose speed is told by their time.
    static func table(_ contests: [Contest]) -> String {
        contests.map { contest in
            let rows = contest.results.map { result in
                [
                    result.name, String(format: "%.2f", result.seconds * 1e6), String(format: "%.0f", 1 / result.seconds),
                    String(format: "%.2f", result.ratio),
                ]
            }
            return contest.job + "\n" + layout([["", "µs", "per CPU second", "first is faster by"]] + rows)
        }.joined(separator: "\n")
    }

    static func json(_ contests: [Contest]) -> String {
        let list = contests.map { contest -> JSON in
            let results = contest.results.map { result -> JSON in
                ["name": .string(result.name), "seconds": number(result.seconds), "ratio": number(result.ratio)]
            }
            return ["job": .string(contest.job), "results": .array(results)]
        }
        return JSON.array(list).serialized(.pretty)
    }

    private static func number(_ value: Double) -> JSON { JSONNumber(value).map(JSON.number) ?? nil }

    private static func throughput(_ size: Int, _ result: Contest.Result) -> String {
        String(format: "%.1f", Double(size) / 1e6 / result.seconds)
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
