// What `serve --lan` prints: the addresses for other devices, and what an iOS app needs.

import JSONValues
import HTTPExchange
import HTTPWire

/// How devices of the local network reach the mock.
struct LanInvitation: Hashable {
    /// One URL for each network of this machine.
    let urls: [String]
    /// The token that the control API asks of other machines.
    let token: String

    init(addresses: [String], _ address: BackendURL, token: String) {
        urls = addresses.map { BackendURL(scheme: address.scheme, host: $0, port: address.port).description }
        self.token = token
    }

    /// 120 random bits, in letters and digits that are not easily confused.
    static func freshToken() -> String {
        let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789".utf8) + [UInt8(ascii: "0")]
        return String(decoding: (0..<24).map { _ in alphabet[Int.random(in: 0..<32)] }, as: UTF8.self)
    }

    func text(styled: (Terminal.Style, String) -> String) -> String {
        guard let url = urls.first else {
            return styled(.warning, "note:")
                + " this machine has no address that others could reach it by: it is in no network.\n"
        }
        return """
            Other devices of this network reach it on \(urls.map { styled(.success, $0) }.joined(separator: ", "))

            An iOS app needs, for builds that talk to the mock:
              in Info.plist, since it is no HTTPS, and since iOS asks before an app may use the network it is in
                <key>NSAppTransportSecurity</key><dict><key>NSAllowsLocalNetworking</key><true/></dict>
                <key>NSLocalNetworkUsageDescription</key><string>Reaches the mock of its backend.</string>
              in its scheme, under Run, Arguments, Environment Variables
                API_BASE_URL = \(url)
              in a UI test, before app.launch(); each test in a session of its own
                app.launchEnvironment["API_BASE_URL"] = "\(url)/_counterpart/sessions/\\(UUID())"
              in the app
                let base = ProcessInfo.processInfo.environment["API_BASE_URL"]

            From other machines the mock is controlled with its token, from this one without:
              curl -H 'Authorization: Bearer \(token)' \(url)/_counterpart/health
              \(url)/_counterpart/#token=\(token)


            """
    }

    var json: JSON { ["urls": .array(urls.map { .string($0) }), "admin_token": .string(token)] }
}
