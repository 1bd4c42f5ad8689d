// An operation as the client offers it.

import HTTPExchange
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
    /// Whether what goes well may be bytes, of which there may be many.
    var hasBytes: Bool {
        responses.contains { response in
            response.response.status.isSuccess && response.payloads.contains { $0.kind == .binary }
        }
    }
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
        case .exact(418): Words("teapot")
        case .exact(let status):
            Response.phrase(of: status).isEmpty
                ? Words(words: ["status", String(status)]) : Words(Response.phrase(of: status))
        case .range(let hundred):
            Words(["informational", "success", "redirection", "client error", "server error"][hundred - 1])
        case .any: Words("default")
        }
    }
}
