// The frame of a SARIF log, which every report in that format has.

package import JSONValues

/// [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).
package enum SARIF {
    /// A log of one run.
    /// - Parameters:
    ///   - rules: `reportingDescriptor` objects (section 3.49); results name them by their index.
    ///   - invocation: how the run ended (section 3.20).
    ///   - results: `result` objects (section 3.27).
    package static func log(tool: String, rules: [JSON], invocation: JSON? = nil, results: [JSON]) -> JSON {
        var run: JSONObject = [
            "tool": ["driver": ["name": .string(tool), "rules": .array(rules)]], "columnKind": "unicodeCodePoints",
        ]
        if let invocation { run["invocations"] = [invocation] }
        run["results"] = .array(results)
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [.object(run)],
        ]
    }

    /// A `location` object (section 3.28).
    /// - Parameters:
    ///   - line: from 1, as is the column; what is less becomes 1.
    ///   - logicalName: what the place belongs to in the terms of its document, such as an operation.
    package static func location(file: String, line: Int, column: Int, logicalName: String? = nil) -> JSON {
        let path = file.split(separator: "/", omittingEmptySubsequences: false).map { Percent.encoded(String($0)) }
        var location: JSONObject = [
            "physicalLocation": [
                "artifactLocation": ["uri": .string(path.joined(separator: "/"))],
                "region": [
                    "startLine": .number(JSONNumber(max(line, 1))), "startColumn": .number(JSONNumber(max(column, 1))),
                ],
            ]
        ]
        if let logicalName { location["logicalLocations"] = [["fullyQualifiedName": .string(logicalName)]] }
        return .object(location)
    }
}
