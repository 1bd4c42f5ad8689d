// Why a call has no answer.
public import Foundation

/// An answer that the contract does not declare is no error: it is the `undocumented` case of a response.
public nonisolated enum CallError: Error, Sendable {
    /// The request could not be sent, or no whole answer came back.
    case transport(operation: String, underlying: any Error)
    /// The task was cancelled.
    case cancelled(operation: String)
    /// The request could not be written: `path` is the place in it.
    case unencodable(operation: String, path: String, reason: String)
    /// The answer breaks the contract: `path` is the place in its body, like `$.items[2].id`, or names a header.
    case undecodable(operation: String, path: String, reason: String, reply: HTTPReply)
    /// Another answer came than the one that was asked for by `.ok` or its like: a case of the operation's `Response`.
    case unexpected(operation: String, status: Int, response: any Sendable)

    /// The status of the answer, where there is one: also when its body cannot be read.
    public var status: Int? {
        if case .unexpected(_, let status, _) = self { status } else { reply?.status }
    }

    /// The answer as it came, where there is one: status, headers, and the bytes of its body.
    public var reply: HTTPReply? {
        if case .undecodable(_, _, _, let reply) = self { reply } else { nil }
    }

    /// The operation that was called.
    public var operation: String {
        switch self {
        case .transport(let operation, _), .cancelled(let operation), .unencodable(let operation, _, _),
            .undecodable(let operation, _, _, _), .unexpected(let operation, _, _):
            operation
        }
    }
}

nonisolated extension CallError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError {
    /// The description: nothing of a query or of a body that may be a secret.
    public var debugDescription: String { description }

    /// What went wrong, in one line for a log.
    public var description: String {
        switch self {
        case .transport(let operation, let underlying as URLError):
            "\(operation): \(underlying.userInfo["host"].map { "\($0): " } ?? "")\(underlying.localizedDescription) (URLError \(underlying.errorCode))"
        case .transport(let operation, let underlying): "\(operation): \(underlying)"
        case .cancelled(let operation): "\(operation): cancelled"
        case .unencodable(let operation, let path, let reason):
            "\(operation): the request cannot be written, \(path): \(reason)"
        case .undecodable(let operation, let path, let reason, let reply):
            "\(operation): the answer with status \(reply.status) breaks the contract, \(path): \(reason)"
        case .unexpected(let operation, let status, _): "\(operation): the answer has status \(status)"
        }
    }

    /// The description.
    public var errorDescription: String? { description }
}

/// What is wrong with one place of a request or of an answer.
nonisolated struct WireFailure: Error {
    var path: String
    var reason: String

    init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

    init(_ error: any Error) {
        switch error {
        case let failure as WireFailure: self = failure
        case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
            self.init(Self.path(context.codingPath), Self.reason(context))
        case DecodingError.valueNotFound(let type, let context):
            self.init(Self.path(context.codingPath), "expected \(type), found null")
        case DecodingError.keyNotFound(let key, let context):
            self.init(Self.path(context.codingPath), "\(key.stringValue) is missing")
        case EncodingError.invalidValue(_, let context):
            self.init(Self.path(context.codingPath), Self.reason(context))
        default: self.init("$", "\(error)")
        }
    }

    static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "$") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else if key.stringValue.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), !key.stringValue.isEmpty
            {
                path += ".\(key.stringValue)"
            } else {
                path += "['\(key.stringValue)']"
            }
        }
    }

    private static func reason(_ context: DecodingError.Context) -> String {
        // Foundation puts the parser's line and column one level down.
        if let parsing = context.underlyingError as NSError?, let detail = parsing.userInfo[NSDebugDescriptionErrorKey]
        {
            return "\(context.debugDescription) \(detail)"
        }
        return context.debugDescription
    }

    private static func reason(_ context: EncodingError.Context) -> String { context.debugDescription }
}
