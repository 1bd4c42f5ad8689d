// From what was seen to a schema, as far as the evidence goes.

import JSONValues
import JSONSchema

/// Writes schemas, and notes what supports each of their statements.
struct SchemaWriter {
    /// Comments by the place in the document.
    var comments: [JSONPointer: String] = [:]
    var guesses: [Guess] = []
    let operation: String

    /// Names of values that are numbers, even where all that were seen are whole.
    private static let measures: Set<String> = [
        "price", "amount", "total", "subtotal", "cost", "rate", "ratio", "score", "rating", "lat", "lon", "lng",
        "latitude", "longitude", "weight", "height", "width", "length", "distance", "balance", "discount", "tax",
        "percent", "percentage", "temperature",
    ]
    /// Of those, what counts things where it is a parameter or stands beside.
    private static let counts: Set<String> = ["amount", "total", "length", "width", "height", "score", "rating"]

    /// The schema of a place.
    /// - Parameters:
    ///   - pointer: to it in the document.
    ///   - place: to it in an exchange, for people.
    ///   - of: among how many objects or requests it could have been.
    mutating func schema(
        _ evidence: ShapeEvidence, named name: String, at pointer: JSONPointer, place: String, of all: Int,
        isRequired: Bool? = nil
    ) -> JSON {
        var schema = JSONObject()
        var types: [String] = []
        var statements: [String] = []
        if evidence.objects > 0 { types.append("object") }
        if evidence.arrays > 0 { types.append("array") }
        if evidence.texts.count > 0 { types.append("string") }
        if evidence.booleans > 0 { types.append("boolean") }
        let isMeasure =
            Self.measures.contains(name.lowercased())
            && !(Self.counts.contains(name.lowercased()) && evidence.fractions == 0)
        if evidence.fractions > 0 || isMeasure && evidence.integers > 0 {
            types.append("number")
        } else if evidence.integers > 0 {
            types.append("integer")
        }
        // Of what was never anything else, null says nothing.
        if evidence.nulls > 0, !types.isEmpty { types.append("null") }
        if !types.isEmpty { schema["type"] = types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) }) }
        statements.append(types.isEmpty ? "anything" : types.joined(separator: " or "))
        if isMeasure, evidence.fractions == 0, evidence.integers > 0 { statements.append("a number by its name") }
        if types.contains("integer"), evidence.exceedsInt64 || evidence.exceedsInt32 {
            let format = evidence.exceedsInt64 ? "uint64" : "int64"
            schema["format"] = .string(format)
            statements.append(format)
        }
        if evidence.texts.count > 0, evidence.objects + evidence.arrays == 0 {
            if let words = evidence.texts.words, types.allSatisfy({ $0 == "string" }) {
                schema["enum"] = .array(words.map { .string($0) })
                statements.append("one of \(words.joined(separator: ", "))")
            } else if let format = evidence.texts.format {
                schema["format"] = .string(format.rawValue)
                statements.append(format.rawValue)
            }
        }
        if evidence.nulls > 0 { statements.append("null in \(evidence.nulls)") }
        if let isRequired { statements.append(isRequired ? "required" : "optional") }
        note(place, statements.joined(separator: ", "), evidence.count, of: all, at: pointer)
        if evidence.objects > 0 {
            if evidence.isMap {
                schema["additionalProperties"] = self.schema(
                    evidence.merged, named: name, at: pointer.appending("additionalProperties"), place: place + "/*",
                    of: evidence.merged.count)
            } else {
                addProperties(evidence, to: &schema, at: pointer, place: place)
            }
        }
        if evidence.arrays > 0 {
            schema["items"] =
                evidence.elements.first.map { element in
                    self.schema(
                        element, named: EnglishNoun.singular(of: name), at: pointer.appending("items"),
                        place: place + "/*",
                        of: element.count)
                } ?? [:]
        }
        return .object(schema)
    }

    private mutating func addProperties(
        _ evidence: ShapeEvidence, to schema: inout JSONObject, at pointer: JSONPointer, place: String
    ) {
        // Once is not always.
        let required = evidence.members.filter { $0.evidence.count == evidence.objects && evidence.objects > 1 }
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0.name) }) }
        var properties = JSONObject()
        let names = Set(required.map(\.name))
        for (name, member) in evidence.members {
            properties[name] = self.schema(
                member, named: name, at: JSONPointer(pointer.tokens + ["properties", name]),
                place: place + "/" + name, of: evidence.objects, isRequired: names.contains(name))
        }
        if !properties.isEmpty { schema["properties"] = .object(properties) }
    }

    mutating func note(_ place: String, _ statement: String, _ support: Int, of all: Int, at pointer: JSONPointer) {
        let guess = Guess(operation: operation, place: place, statement: statement, support: support, seen: all)
        guesses.append(guess)
        comments[pointer] = guess.comment
    }
}
