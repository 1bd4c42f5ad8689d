// The recipe that pins keys, on Linux too: compiled and asked beside a module that has Apple's signatures of what it calls.

import Foundation
import Testing

@testable import SwiftGeneration

struct PinningTests {
    /// The declarations of Security and of Foundation on Apple's systems, as their headers are imported there. A server is trusted by its host.
    private static let security = """
        public import Foundation
        public import FoundationNetworking

        public typealias CFData = Data
        public final class CFError {}
        public final class SecKey: Sendable {
            let bytes: Data
            init(_ bytes: Data) { self.bytes = bytes }
        }
        public final class SecTrust: Sendable {
            let isValid: Bool
            let key: SecKey
            init(isValid: Bool, key: SecKey) { (self.isValid, self.key) = (isValid, key) }
        }

        public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { trust.isValid }
        public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? { trust.key }
        public func SecKeyCopyExternalRepresentation(
            _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
        ) -> CFData? { key.bytes }

        extension URLProtectionSpace {
            public var serverTrust: SecTrust? {
                switch host {
                case "right": SecTrust(isValid: true, key: SecKey(Data("pinned".utf8)))
                case "wrong": SecTrust(isValid: true, key: SecKey(Data("another".utf8)))
                case "expired": SecTrust(isValid: false, key: SecKey(Data("pinned".utf8)))
                default: nil
                }
            }
        }
        extension URLCredential {
            public convenience init(trust: SecTrust) {
                self.init(user: "", password: String(decoding: trust.key.bytes, as: UTF8.self), persistence: .none)
            }
        }
        """

    private static let program = """
        import Foundation
        import FoundationNetworking

        final class Sender: NSObject, URLAuthenticationChallengeSender {
            func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
            func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
            func cancel(_ challenge: URLAuthenticationChallenge) {}
            func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
            func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
        }

        @main struct Program {
            static func main() async {
                let pins = PinnedKeys([Data("pinned".utf8)])
                let session = URLSession(configuration: .ephemeral, delegate: pins, delegateQueue: nil)
                for host in ["right", "wrong", "expired", "plain"] {
                    let space = URLProtectionSpace(host: host, port: 443, protocol: "https", realm: nil, authenticationMethod: nil)
                    let challenge = URLAuthenticationChallenge(
                        protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
                        sender: Sender())
                    let (disposition, credential) = await pins.urlSession(session, didReceive: challenge)
                    let name = switch disposition {
                    case .useCredential: "use"
                    case .cancelAuthenticationChallenge: "cancel"
                    case .performDefaultHandling: "default"
                    default: "other"
                    }
                    print(host, name, credential?.password ?? "-")
                }
            }
        }
        """

    #if canImport(FoundationNetworking)
    @Test func onlyAValidCertificateWithAKnownKeyIsTrusted() throws {
        let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
        let flags =
            ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library"]
            + features.flatMap { ["-enable-upcoming-feature", $0] }
        var security = try CompiledClient()
        try security.add("Security.swift", Self.security)
        let object = security.folder.appendingPathComponent("Security.o").path
        let interface = security.folder.appendingPathComponent("Security.swiftmodule").path
        let compiled = try security.compile(
            ["-emit-module", "-emit-module-path", interface, "-c", "-o", object] + flags, module: "Security")
        #expect(compiled.status == 0, "\(compiled.text)")

        var app = try CompiledClient()
        for file in RuntimeSource.files {
            try app.add("\(file.name).swift", String(decoding: file.source, as: UTF8.self))
        }
        let recipe = Golden.root.appendingPathComponent("Recipes/Sessions.swift")
        try app.add("Sessions.swift", String(contentsOf: recipe, encoding: .utf8))
        try app.add("Program.swift", Self.program)
        let result = try app.run(flags + ["-I", security.folder.path, object])
        #expect(
            result.output == "right use pinned\nwrong cancel -\nexpired cancel -\nplain default -\n",
            "\(result.compiler)")
    }
    #endif
}
