// What `serve --tls` tells: how the devices that are to reach the mock come to trust it.

import Certificates
import Foundation
import HTTPWire
import JSONValues

/// The mock's certificate, and where the authority is that signed it; of a certificate that was given nobody knows that.
struct TLSInvitation {
    /// Nil for a certificate that was given.
    let authority: String?
    let names: [String]
    let expires: Date?

    /// The names by which clients reach this machine: itself, the networks it is in, and what else it listens on.
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
