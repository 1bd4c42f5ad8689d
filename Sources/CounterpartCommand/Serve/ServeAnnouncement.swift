// What `counterpart serve` prints when it listens.

import JSONValues
import SourceDocuments
import OpenAPIContract
import HTTPExchange
import MockServing
import Mocking

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

struct ServeAnnouncement {
    /// A contract and its mock at the start.
    struct Served {
        let name: String
        let mock: Mock
        let replay: ReplayNotice?

        var contract: Contract { mock.contract }
    }

    let served: [Served]
    /// The address for clients on this machine.
    let address: BackendURL
    /// The host that it listens on.
    let host: String
    let sessions: [SessionAddress]
    let lan: LanInvitation?
    let secure: TLSInvitation?

    var json: JSON {
        var event = JSONObject([
            ("event", "listening"), ("url", .string(address.description)), ("host", .string(host)),
            ("port", .number(JSONNumber(address.port))), ("pid", .number(JSONNumber(getpid()))),
        ])
        if served.count == 1 {
            for (name, value) in facts(served[0]) { event[name] = value }
        } else {
            event["contracts"] = .array(
                served.map { one in .object(JSONObject([("name", .string(one.name))] + facts(one).map { ($0, $1) })) })
        }
        if !sessions.isEmpty { event["sessions"] = .array(sessions.map(\.json)) }
        event["lan"] = lan?.json
        event["tls"] = secure?.json
        return .object(event)
    }

    private func facts(_ one: Served) -> JSONObject {
        var members = JSONObject([
            ("title", .string(one.contract.title)), ("version", .string(one.contract.apiVersion)),
            ("operations", OperationTable(one.mock, at: address).json),
        ])
        members["replay"] = one.replay?.json
        return members
    }

    func text(_ terminal: Terminal) -> String {
        var text = served.map { contractText($0, terminal) }.joined(separator: "\n")
        if let lan { text += lan.text(styled: terminal.styled) }
        if let secure { text += secure.text(styled: terminal.styled, url: address.description) }
        text += sessions.map(\.text).joined()
        return text + "Listening on \(terminal.styled(.success, address.description)), press Ctrl-C to stop.\n"
    }

    private func contractText(_ one: Served, _ terminal: Terminal) -> String {
        let table = OperationTable(one.mock, at: address, most: OperationTable.shownRows)
        let count = table.count == 1 ? "1 operation" : "\(table.count) operations"
        let name = served.count == 1 ? "" : "  \(terminal.styled(.aside, one.name))"
        var text = "\(terminal.styled(.emphasis, one.contract.title)) \(one.contract.apiVersion), \(count)\(name)\n\n"
        text += table.text(terminal) + "\n"
        return text + (one.replay?.text(styled: terminal.styled) ?? "")
    }

    /// Notes on examples that break the contract. Slow, since all answers are made and judged: print it after the address.
    func notes(_ terminal: Terminal) -> String {
        served.flatMap(\.mock.invalidExamples).map { operation, status, violations in
            let first = violations.first.map { "\($0.location): \($0.message)" } ?? ""
            return terminal.styled(.warning, "note:")
                + " the example of \(operation.id) for \(status) breaks the contract, so a sample takes its place: \(first.printable)\n"
        }.joined()
    }
}
