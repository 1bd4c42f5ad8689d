// OAuth 2.0 client credentials: a token for a client that is its own user (RFC 6749, section 4.4).

import JSONValues
import JSONSchema
package import HTTPExchange
package import OpenAPIContract
import HTTPTypes

/// What a token is asked for with.
package struct ClientCredentials: Sendable {
    package var id: String
    /// The client's secret (RFC 6749, section 2.3.1).
    package var secret: String
    /// Separated by spaces; nil asks for none.
    package var scope: String?
    /// Of the token endpoint.
    package var tokenURL: String

    package init(id: String, secret: String, scope: String? = nil, tokenURL: String) {
        self.id = id
        self.secret = secret
        self.scope = scope
        self.tokenURL = tokenURL
    }

    /// The token endpoint that a contract declares, the first of those with this flow.
    package static func tokenURL(of contract: Contract) -> String? {
        contract.securitySchemes.lazy.compactMap { scheme -> String? in
            guard case .oauth2(let flows) = scheme.kind else { return nil }
            return flows["clientCredentials"]?["tokenUrl"]?.string
        }.first
    }

    /// Why there is no token.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String
    }

    /// Sends a request to an absolute URL.
    package typealias Send = (Request, BackendURL) async throws(NoResponse) -> Response

    /// Asks with HTTP Basic, which every server must take (section 2.3.1), and with the client in the body where that is refused.
    package func token(send: Send) async throws(Refusal) -> String {
        let (endpoint, target) = try endpoint()
        var refusal: Refusal?
        for isBasic in [true, false] {
            let response: Response
            do throws(NoResponse) {
                response = try await send(request(target, isBasic: isBasic), endpoint)
            } catch {
                throw Refusal(description: "the token endpoint \(tokenURL) does not answer: \(error)")
            }
            let answer = (try? JSON(parsing: response.body)) ?? .null
            if response.status == 200, case .string(let token)? = answer["access_token"], !token.isEmpty {
                return token
            }
            refusal = refusal ?? Refusal(description: complaint(response, answer))
            guard [400, 401].contains(response.status) else { break }
        }
        throw refusal ?? Refusal(description: "the token endpoint \(tokenURL) gives no token")
    }

    private func endpoint() throws(Refusal) -> (BackendURL, target: String) {
        let query = tokenURL.firstIndex(of: "?")
        do throws(BackendURL.Invalid) {
            let url = try BackendURL(parsing: query.map { String(tokenURL[..<$0]) } ?? tokenURL)
            return (url, (url.path.isEmpty ? "/" : url.path) + (query.map { String(tokenURL[$0...]) } ?? ""))
        } catch {
            throw Refusal(description: "the token endpoint: \(error)")
        }
    }

    private func request(_ target: String, isBasic: Bool) -> Request {
        var fields = [("grant_type", "client_credentials")]
        if let scope { fields.append(("scope", scope)) }
        var request = Request(method: .post, target: target, headers: [.accept: "application/json"])
        if isBasic {
            // Both are form-encoded first.
            let pair = "\(Percent.encoded(id)):\(Percent.encoded(secret))"
            request.headers[.authorization] = "Basic " + Base64.standard.encode(Array(pair.utf8))
        } else {
            fields += [("client_id", id), ("client_secret", secret)]
        }
        request.headers[.contentType] = "application/x-www-form-urlencoded"
        let text = fields.map { "\($0)=\(Percent.encoded($1))" }.joined(separator: "&")
        request.body = Array(text.utf8)
        return request
    }

    /// The error code and its description (section 5.2), if there are any.
    private func complaint(_ response: Response, _ answer: JSON) -> String {
        let code = answer["error"]?.string.map { ": \($0)" } ?? ""
        let more = answer["error_description"]?.string.map { ", \($0)" } ?? ""
        return "the token endpoint \(tokenURL) answers \(response.status) without a token\(code)\(more)"
    }
}
