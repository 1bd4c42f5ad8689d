// The documents that schemas are compiled from: add them all, then compile what is needed.

package import JSONValues

/// Compiles schemas out of the documents that were added to it, and out of nothing else: no reference reaches the network.
///
/// A document is a schema, or anything that has schemas in it, such as an OpenAPI document. `$ref` is resolved against the
/// URI its document was added with, by RFC 3986; relative file paths will do. A schema is compiled with all it refers to,
/// once, however often it is asked for.
package struct SchemaLibrary: Sendable {
    private let graph: SchemaGraph
    private var index: SchemaIndex

    /// - Parameter dialect: of the documents that are added without one and do not say it by `$schema` or `openapi`.
    package init(dialect: Dialect = .draft202012, assertions: SchemaAssertions = .all) {
        graph = SchemaGraph(assertions: assertions)
        index = SchemaIndex(dialect: dialect)
    }

    /// - Parameters:
    ///   - uri: what references to the document resolve to; a fragment is ignored.
    ///   - dialect: nil: what the document says, or that of the library.
    package mutating func add(_ document: JSON, uri: String, dialect: Dialect? = nil) {
        withCompiler { compiler in compiler.add(document, uri: uri, dialect: dialect) }
    }

    /// The schema that a URI leads to, such as `openapi.yaml#/components/schemas/Pet`.
    /// - Throws: all that is wrong with it and what it refers to.
    package mutating func compile(_ uri: String) throws(SchemaError) -> Schema {
        let graph = graph
        let outcome = withCompiler { compiler in compiler.compile(uri) }
        switch outcome {
        case .success(let id): return Schema(graph: graph, id: id)
        case .failure(let error): throw error
        }
    }

    /// What was wrong with the schemas compiled so far without standing in the way of their use.
    package var warnings: [SchemaProblem] { index.warnings }

    private mutating func withCompiler<Result: Sendable>(_ body: (inout SchemaCompiler) -> Result) -> Result {
        graph.grow { state in
            var compiler = SchemaCompiler(
                state: SchemaGraph.State(assertions: state.assertions), index: SchemaIndex(dialect: index.dialect))
            swap(&compiler.state, &state)
            swap(&compiler.index, &index)
            defer {
                swap(&compiler.state, &state)
                swap(&compiler.index, &index)
            }
            return body(&compiler)
        }
    }
}
