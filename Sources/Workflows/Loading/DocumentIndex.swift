// What there is to refer to, before any workflow is read.

import SourceDocuments

/// The documents of a library with their sources and the names of their workflows.
struct DocumentIndex: Sendable {
    let documents: [Entry]

    struct Entry: Sendable {
        let source: SourceFile
        var sourceDescriptions: [SourceDescription]
        /// Those that have an id.
        let workflows: [(id: String, value: Located)]
    }
}
