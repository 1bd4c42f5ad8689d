// A request that a backend was asked, as a test sees it.

import Journals
import HTTPExchange
import JSONValues
public import Foundation
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Mocking

/// A request and how it was answered.
public struct ReceivedRequest: Sendable {
    /// Within its session, from 1.
    public let number: Int
    /// As it was sent.
    public let method: HTTPMethod
    /// Percent-encoded, without what names the session.
    public let path: String
    /// Decoded, in their order.
    public let query: [URLQueryItem]
    /// By their names in lower case.
    public let headers: [String: String]
    /// Of a long one the beginning.
    public let body: Data
    /// Nil where nothing was answered.
    public let status: Int?
    /// The operation that took it; nil where none did.
    public let operation: String?
    /// Why the answer was the one it was.
    public let decision: String
    /// In what the request broke the contract.
    public let violations: [String]

    init(_ entry: JournalEntry) {
        number = entry.number
        method = HTTPMethod(entry.request.method.rawValue)
        path = String(entry.request.path)
        query = (entry.request.query ?? "").split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count + 1)
            return URLQueryItem(
                name: Percent.decoded(name, plusIsSpace: true), value: Percent.decoded(value, plusIsSpace: true))
        }
        headers = Dictionary(
            entry.request.headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
        body = Data(entry.request.body)
        status = entry.status
        operation = entry.operation?.id
        decision = entry.decision.description
        violations = entry.requestViolations.filter { $0.severity == .violation }.map {
            "\($0.location): \($0.message)"
        }
    }

    /// The body as what it is in JSON.
    public func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try TestJSON.decoder.decode(type, from: body)
    }
}

/// A method of HTTP.
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// Its name, in capitals.
    public let description: String

    /// One by its name.
    public init(_ name: String) { description = name }

    /// `GET`
    public static let get = HTTPMethod("GET")
    /// `HEAD`
    public static let head = HTTPMethod("HEAD")
    /// `POST`
    public static let post = HTTPMethod("POST")
    /// `PUT`
    public static let put = HTTPMethod("PUT")
    /// `PATCH`
    public static let patch = HTTPMethod("PATCH")
    /// `DELETE`
    public static let delete = HTTPMethod("DELETE")
    /// `OPTIONS`
    public static let options = HTTPMethod("OPTIONS")
}
