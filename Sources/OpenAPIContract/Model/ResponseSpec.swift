// What an operation may answer.

package import JSONValues
package import JSONSchema
package import SourceDocuments

/// The key of a declared response.
package enum StatusPattern: Sendable, Hashable {
    case exact(Int)
    /// `4XX` is `range(4)`.
    case range(Int)
    /// `default`
    case any

    /// Nil where the key is none that OpenAPI knows.
    package init?(_ key: String) {
        let bytes = Array(key.utf8)
        if key == "default" {
            self = .any
        } else if bytes.count == 3, let first = Int(String(decoding: bytes[..<1], as: UTF8.self)),
            (1...5).contains(first)
        {
            if key.dropFirst().lowercased() == "xx" {
                self = .range(first)
            } else if let status = Int(key) {
                self = .exact(status)
            } else {
                return nil
            }
        } else {
            return nil
        }
    }

    /// A status that falls under it.
    package var representative: Int {
        switch self {
        case .exact(let status): status
        case .range(let hundred): hundred * 100
        case .any: 500
        }
    }
}

extension StatusPattern: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exact(let status): String(status)
        case .range(let hundred): "\(hundred)XX"
        case .any: "default"
        }
    }
}

/// One declared response ([Response Object](https://spec.openapis.org/oas/v3.1.1.html#response-object)).
package struct ResponseSpec: Sendable {
    package let status: StatusPattern
    package let description: String?
    package let headers: [HeaderSpec]
    package let content: [MediaType]
    /// The examples that a response without content belongs to (`x-counterpart-examples`).
    package let exampleNames: [String]
    package let links: [Link]
    package let extensions: JSONObject
    package let place: Place
}

/// A declared header of a response or of a part of a multipart body ([Header
/// Object](https://spec.openapis.org/oas/v3.1.1.html#header-object)).
package struct HeaderSpec: Sendable {
    package let name: String
    package let required: Bool
    package let deprecated: Bool
    package let explode: Bool
    package let schema: Schema?
    package let content: MediaType?
    package let examples: [Example]
    package let description: String?
    package let place: Place
    let shape: WireShape
}

/// What a response's values can be used for next ([Link Object](https://spec.openapis.org/oas/v3.1.1.html#link-object)).
package struct Link: Sendable {
    package let name: String
    /// The `id` of the operation that is linked to; nil where it is not of this contract.
    package let operationID: String?
    /// Values or runtime expressions by parameter: `userId`, `path.userId`.
    package let parameters: [(name: String, value: JSON)]
    package let requestBody: JSON?
    package let description: String?
    package let place: Place
}
