// What is written by hand over the client that the build makes.

/// Reads notes from any backend: the real one, the mock, or the fake.
public struct Notebook: Sendable {
    private let api: any NotesAPI

    /// Over the backend that answers.
    public init(_ api: any NotesAPI) { self.api = api }

    /// A note as a line of text.
    public func line(_ id: Int) async throws -> String {
        switch try await api.getNote(.init(id: id)) {
        case .ok(let note): "\(note)"
        case .notFound: "there is no note \(id)"
        case .undocumented(let reply): "the backend answered with \(reply.status)"
        }
    }
}
