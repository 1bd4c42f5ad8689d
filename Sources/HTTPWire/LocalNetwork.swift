// The addresses by which other machines reach this one.

import NIOCore

/// What the network knows this machine by.
package enum LocalNetwork {
    /// IPv4 addresses of this machine, its own alone and those that a system gave itself for want of another (RFC 3927) left out.
    package static var addresses: [String] {
        // Who may not ask for the interfaces has none to show.
        let devices = (try? System.enumerateDevices()) ?? []
        let found = devices.compactMap { device -> String? in
            guard case .v4? = device.address, let address = device.address?.ipAddress else { return nil }
            return address.hasPrefix("127.") || address.hasPrefix("169.254.") ? nil : address
        }
        return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
