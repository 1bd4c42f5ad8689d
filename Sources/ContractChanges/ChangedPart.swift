// The part of an operation that a change is about.

package import OpenAPIContract

/// A part of an operation, as reports name it.
package enum ChangedPart: Sendable, Hashable, CustomStringConvertible {
    /// The operation itself, or what all of them share.
    case operation
    case security
    case parameter(Parameter.Location, String)
    case requestBody
    /// One of the media types that the old contract takes.
    case requestMedia(String)
    /// - Parameters: - range: of the new contract. - before: of the old one.
    case requestContent(String, before: String, isItem: Bool)
    case response(StatusPattern)
    /// One of the media types that the old contract gives.
    case responseMedia(StatusPattern, String)
    case header(StatusPattern, String)
    case responseContent(StatusPattern, String, before: String, isItem: Bool)
    /// Of requests that the API sends.
    case incoming(String)

    package var description: String {
        switch self {
        case .operation: ""
        case .security: "security"
        case .parameter(let location, let name): "\(location.rawValue) parameter '\(name)'"
        case .requestBody, .requestMedia: "request body"
        case .requestContent(let range, _, let isItem): "request body, \(range)\(isItem ? ", item" : "")"
        case .response(let status), .responseMedia(let status, _): "response \(status)"
        case .header(let status, let name): "response \(status), header '\(name)'"
        case .responseContent(let status, let range, _, let isItem):
            "response \(status), \(range)\(isItem ? ", item" : "")"
        case .incoming(let text): text
        }
    }
}
