// One way in which a message is not what a pact expects.

/// A mismatch, with its place in the message.
package struct Mismatch: Hashable, Sendable {
    /// A part of a message.
    package enum Part: Hashable, Sendable {
        case method, path, status
        case query(String)
        case header(String)
        /// - Parameter path: of the value, as rules write it.
        case body(path: String)
    }

    package let part: Part
    /// One clause.
    package let message: String
    package let found: String
    package let expected: String
    /// False where Pact's own libraries disagree: some take a match anywhere in the text for one of the whole.
    package let isCertain: Bool

    init(_ part: Part, _ message: String, found: String, expected: String, isCertain: Bool = true) {
        self.part = part
        self.message = message
        self.found = found
        self.expected = expected
        self.isCertain = isCertain
    }
}

extension Mismatch.Part: CustomStringConvertible {
    /// `body at $.items[0].id`
    package var description: String {
        switch self {
        case .method: "method"
        case .path: "path"
        case .status: "status"
        case .query(let name): "query parameter \(name)"
        case .header(let name): "header \(name)"
        case .body(let path): path == "$" ? "body" : "body at \(path)"
        }
    }
}

extension Mismatch: CustomStringConvertible {
    package var description: String { "\(part): \(message): found \(found), expected \(expected)" }
}
