// Classifies transport failures by what they say about the network.

import Foundation

/// Why no whole answer came, as far as an app can tell apart.
enum Reachability: Hashable, Sendable {
    /// The device has no network, or the server is not to be found in it.
    case noNetwork
    /// Nothing came for too long.
    case timedOut
    /// The connection ended before the answer did, or what came was no answer.
    case connectionLost
    case cancelled

    init(_ error: any Error) {
        if error is CancellationError {
            self = .cancelled
            return
        }
        switch (error as? URLError)?.code {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
            .dataNotAllowed,
            .internationalRoamingOff, .callIsActive:
            self = .noNetwork
        default: self = .connectionLost
        }
    }

    /// Whether the same call may well succeed a moment later.
    var mayPass: Bool {
        switch self {
        case .timedOut, .connectionLost: true
        case .noNetwork, .cancelled: false
        }
    }
}
