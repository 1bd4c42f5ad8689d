// `serve --session-port`: how a session and its port are read and announced.

import ArgumentParser
import JSONValues
import HTTPExchange
import MockServing
import Mocking

extension SessionPort: ExpressibleByArgument {
    /// Reads `anna=8081`.
    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let session = SessionID(String(parts[0])), let port = UInt16(parts[1]) else {
            return nil
        }
        self.init(session: session, port: port)
    }
}

extension SessionAddress {
    var text: String { "  session \(session.text): \(address)\n" }

    var json: JSON {
        [
            "id": .string(session.text), "url": .string(address.description),
            "port": .number(JSONNumber(address.port)),
        ]
    }
}
