// Arazzo documents with everything in them resolved: what a run needs.

import JSONValues
import JSONSchema
package import SourceDocuments
package import OpenAPIContract

/// An Arazzo document, and those that it names as sources ([Arazzo 1.0.1](https://spec.openapis.org/arazzo/v1.0.1.html)).
package struct WorkflowLibrary: Sendable {
    /// The document itself first.
    package let documents: [WorkflowDocument]

    /// Those that can be asked for by name.
    package var workflows: [Workflow] { documents[0].workflows }

    /// The workflow that a reference leads to.
    package subscript(reference: WorkflowReference) -> Workflow {
        documents[reference.document].workflows[reference.workflow]
    }

    /// A workflow of the document itself.
    package func reference(to id: String) -> WorkflowReference? {
        workflows.firstIndex { $0.id == id }.map { WorkflowReference(document: 0, workflow: $0) }
    }
}

/// A workflow by its place in a library.
package struct WorkflowReference: Hashable, Sendable {
    /// The index of the document.
    package let document: Int
    /// The index of the workflow in its document.
    package let workflow: Int
}

/// One Arazzo document.
package struct WorkflowDocument: Sendable {
    /// The title in its `info`.
    package let title: String
    /// The file that it was read from.
    package let source: SourceFile
    /// The contracts and documents that it refers to.
    package let sourceDescriptions: [SourceDescription]
    /// Its workflows, in their order.
    package let workflows: [Workflow]
    let components: JSON
}

/// A description that a document's steps refer to.
package struct SourceDescription: Sendable {
    /// The name by which expressions refer to it.
    package let name: String
    /// As written.
    package let url: String
    /// What was read.
    package let content: Content
    /// Where it stands.
    package let place: Place

    /// A contract, other workflows, or nothing that could be read.
    package enum Content: Sendable {
        case contract(Contract)
        /// An Arazzo document, by its place in the library.
        case workflows(document: Int)
        /// Not there, or not to be read: its operations are not known.
        case missing
    }

    /// The members of `$sourceDescriptions.<name>`.
    var fields: JSONObject {
        var fields: JSONObject = ["name": .string(name), "url": .string(url)]
        switch content {
        case .contract: fields["type"] = "openapi"
        case .workflows: fields["type"] = "arazzo"
        case .missing: break
        }
        return fields
    }
}
