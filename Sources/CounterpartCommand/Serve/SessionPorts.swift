// `serve --session-port`: sessions with a port of their own, for clients that can choose nothing but where to connect.

import ArgumentParser
import HTTPExchange
import JSONSchema
import Mocking

/// `anna=8081`: requests to that port belong to that session.
struct SessionPort: ExpressibleByArgument, Hashable, Sendable {
    let session: SessionID
    let port: UInt16

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let session = SessionID(String(parts[0])), let port = UInt16(parts[1]) else {
            return nil
        }
        self.session = session
        self.port = port
    }
}

struct SessionPorts: ParsableArguments {
    @Option(
        name: .customLong("session-port"),
        help: ArgumentHelp(
            "A port whose requests belong to a session, unless they name one; 0 takes any free one. May be given several times.",
            valueName: "name=port"))
    var all: [SessionPort] = []

    func validate() throws {
        let ports = all.map(\.port).filter { $0 != 0 }
        guard Set(ports).count == ports.count else {
            throw ValidationError("--session-port: a port belongs to one session.")
        }
    }
}

/// A session, and where it listens.
struct SessionAddress: Sendable {
    let session: SessionID
    let address: BackendURL

    var text: String { "  session \(session.text): \(address)\n" }

    var json: JSON {
        [
            "id": .string(session.text), "url": .string(address.description),
            "port": .number(JSONNumber(address.port)),
        ]
    }
}
