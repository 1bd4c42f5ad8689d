// An operation as the client offers it.

import JSONSchema
import SourceDocuments
import OpenAPIContract

struct OperationModel {
    let operation: Operation
    var parameters: [ParameterModel] = []
    var body: BodyModel?
    var responses: [ResponseModel] = []
    /// Alternatives of credentials, each the names of schemes that are needed together.
    var security: [[String]] = []

    /// Where it is served, if not where the contract's other operations are.
    var server: String?

    /// Whether a request can be made without a word.
    var needsNothing: Bool {
        parameters.allSatisfy { $0.property.presence != .required } && !(body?.isRequired ?? false)
    }

    var isEmpty: Bool { parameters.isEmpty && body == nil }
    var isStreamed: Bool { responses.contains { $0.payloads.contains { $0.kind == .events } } }
}

struct ParameterModel {
    let name: String
    let location: Parameter.Location
    /// What the call is told about how the value is written, where not as usual.
    var styleArguments: [String] = []
    var property: Property
}

struct BodyModel {
    var isRequired: Bool
    var documentation = Documentation()
    /// More than one: the caller chooses.
    var choices: [Content]

    /// The parameter by which the caller says what the one body is.
    var contentType: Property? {
        guard choices.count == 1, choices[0].isOpen else { return nil }
        var property = Property(wire: "contentType", type: .string, presence: isRequired ? .required : .optional)
        property.documentation.paragraphs = ["What the body is, of `\(choices[0].accept)`."]
        return property
    }
}

/// A body of one media type.
struct Content {
    enum Kind: Hashable {
        case json
        case form
        case multipart
        case text
        case binary
        case events
        /// A value on each line.
        case lines
    }

    var kind: Kind
    /// The media type with its parameters.
    var mediaType: String
    var type: SwiftType
    /// As the contract has it, which may be a range.
    var accept = ""
    /// A range such as `image/*`: the caller says which it is.
    var isOpen = false
    /// How members of a form are written, where not as usual.
    var styles: [(wire: String, style: String)] = []

    /// The media type without parameters.
    var essence: String { String(mediaType.prefix { $0 != ";" }) }
}

struct ResponseModel {
    let response: ResponseSpec
    var payloads: [Content] = []
    var headers: [HeaderModel] = []
}

struct HeaderModel {
    let wire: String
    var type: SwiftType
    var isRequired: Bool
}

extension StatusPattern {
    /// The case of a status: its reason phrase (RFC 9110, section 15).
    var words: Words {
        switch self {
        case .exact(let status): Self.phrases[status].map { Words($0) } ?? Words(words: ["status", String(status)])
        case .range(let hundred):
            Words(["informational", "success", "redirection", "client error", "server error"][hundred - 1])
        case .any: Words("default")
        }
    }

    private static let phrases: [Int: String] = [
        100: "continue", 101: "switching protocols", 102: "processing", 103: "early hints", 200: "OK", 201: "created",
        202: "accepted", 203: "non authoritative information", 204: "no content", 205: "reset content",
        206: "partial content", 207: "multi status", 208: "already reported", 226: "im used", 300: "multiple choices",
        301: "moved permanently", 302: "found", 303: "see other", 304: "not modified", 305: "use proxy",
        307: "temporary redirect", 308: "permanent redirect", 400: "bad request", 401: "unauthorized",
        402: "payment required", 403: "forbidden", 404: "not found", 405: "method not allowed", 406: "not acceptable",
        407: "proxy authentication required", 408: "request timeout", 409: "conflict", 410: "gone",
        411: "length required", 412: "precondition failed", 413: "content too large", 414: "uri too long",
        415: "unsupported media type", 416: "range not satisfiable", 417: "expectation failed", 418: "teapot",
        421: "misdirected request", 422: "unprocessable content", 423: "locked", 424: "failed dependency",
        425: "too early", 426: "upgrade required", 428: "precondition required", 429: "too many requests",
        431: "request header fields too large", 451: "unavailable for legal reasons", 500: "internal server error",
        501: "not implemented", 502: "bad gateway", 503: "service unavailable", 504: "gateway timeout",
        505: "http version not supported", 506: "variant also negotiates", 507: "insufficient storage",
        508: "loop detected", 510: "not extended", 511: "network authentication required",
    ]
}
