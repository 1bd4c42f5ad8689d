// Sessions of the app's own: certificates that are pinned, uploads that outlive the app.

import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Security)
import Security
#endif

#if canImport(Security)
/// Trusts a server whose certificate is valid and whose public key the app knows, and no other.
final class PinnedKeys: NSObject, URLSessionDelegate {
    /// As `SecKeyCopyExternalRepresentation` writes them.
    private let keys: Set<Data>

    init(_ keys: Set<Data>) { self.keys = keys }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard let trust = challenge.protectionSpace.serverTrust else { return (.performDefaultHandling, nil) }
        guard SecTrustEvaluateWithError(trust, nil), let key = SecTrustCopyKey(trust),
            let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?, keys.contains(bytes)
        else { return (.cancelAuthenticationChallenge, nil) }
        return (.useCredential, URLCredential(trust: trust))
    }
}
#endif

/// Hands uploads of files to a session and answers 202 at once. A session by `URLSessionConfiguration.background` goes on when the app has
/// ended, and tells its delegate what the server said.
struct UploadsLater: Transport {
    let url: URL
    let session: URLSession

    func send(_ call: HTTPCall) async throws -> HTTPStream {
        guard case .file(let file) = call.body, let url = URL(string: url.absoluteString + call.target) else {
            throw URLError(.unsupportedURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = call.method
        for field in call.headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        let task = session.uploadTask(with: request, fromFile: file)
        task.taskDescription = call.operation
        task.resume()
        return HTTPStream(HTTPReply(status: 202))
    }
}
