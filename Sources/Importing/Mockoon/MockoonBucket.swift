// Mockoon's data buckets.

import JSONValues

/// A data bucket.
struct MockoonBucket {
    let id: String
    let name: String
    let text: String
    let place: SourcePlace
    /// Nil for a template.
    let value: JSON?

    init(_ source: Sourced) {
        id = source.text("id") ?? ""
        name = source.text("name") ?? ""
        text = source.text("value") ?? ""
        place = source.place
        value = text.contains("{{") ? nil : (try? JSON(parsing: text)) ?? .string(text)
    }

    /// Its name under `state`.
    var state: String { CELText.name(id.isEmpty ? name : id, prefix: "bucket") }

    var isJSON: Bool { value.map { $0.object != nil || $0.array != nil } ?? false }
}
