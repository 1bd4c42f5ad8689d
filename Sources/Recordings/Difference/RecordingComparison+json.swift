// The differences of two recordings, as JSON.

package import JSONValues

extension RecordingComparison {
    /// `{"pairs": 12, "operations": […], "changes": […], …}`
    package var json: JSON {
        [
            "pairs": .number(JSONNumber(pairs)),
            "operations": .array(compared.map { .string($0) }),
            "changes": .array(changes.map(\.json)),
            "another_each_time": .array(
                alwaysDifferent.map {
                    [
                        "operation": .string($0.operation), "place": .string($0.place),
                        "pairs": .number(JSONNumber($0.count)),
                    ]
                }),
            "only_in_first": .array(onlyInFirst.map { .string($0) }),
            "only_in_second": .array(onlyInSecond.map { .string($0) }),
        ]
    }
}

extension RecordingComparison.Change {
    fileprivate var json: JSON {
        var members = JSONObject([
            ("operation", .string(operation)), ("place", .string(place)), ("kind", .string(kind.rawValue)),
        ])
        members["before"] = before
        members["after"] = after
        members["pairs"] = .number(JSONNumber(count))
        members["of"] = .number(JSONNumber(pairs))
        members["first"] = ["recording": .string(first.file), "entry": .number(JSONNumber(first.entry))]
        members["second"] = ["recording": .string(second.file), "entry": .number(JSONNumber(second.entry))]
        return .object(members)
    }
}
