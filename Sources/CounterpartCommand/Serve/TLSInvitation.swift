// What `serve --tls` prints: how clients come to trust its certificate.

import Certificates
import Foundation
import HTTPWire
import JSONValues

/// The server's certificate, and the authority that signed it.
struct TLSInvitation {
    /// Path of the authority's certificate; nil with `--certificate`.
    let authority: String?
    let names: [String]
    let expires: Date?

    /// The host names and addresses by which clients reach this machine.
    static func names(host: String) -> [String] {
        let name = ProcessInfo.processInfo.hostName.lowercased()
        let given = host == "0.0.0.0" || host == "::" ? [] : [host]
        let all = ["localhost", "127.0.0.1", "::1"] + given + [name.contains(".") ? name : "\(name).local"]
        return (all + LocalNetwork.addresses).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    func text(styled: (Terminal.Style, String) -> String, url: String) -> String {
        guard let authority, let expires else { return "" }
        let file = authority.contains(" ") ? "'\(authority)'" : authority
        return """
            HTTPS and HTTP/2 with a certificate for \(names.joined(separator: ", ")), until \(expires.formatted(.iso8601.year().month().day())).
            Your own authority has signed it, whose key never leaves this machine. To trust it, once:
              a simulator  xcrun simctl keychain booted add-root-cert \(file)
              a device     send it \(file) by AirDrop, install the profile in Settings, and switch it on under
                           General, About, Certificate Trust Settings
              this Mac     security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db \(file)
              curl         curl --cacert \(file) \(url)


            """
    }

    var json: JSON {
        var members = JSONObject([("names", .array(names.map { .string($0) }))])
        if let authority { members["authority"] = .string(authority) }
        if let expires { members["expires"] = .string(expires.formatted(.iso8601)) }
        return .object(members)
    }
}
