// The control API of a server with several contracts: each has its own, and what names none of them is asked of all.

import JSONValues
package import HTTPExchange
package import SessionStores
import HTTPTypes

/// The control API of a server with several mocks: each is reached beneath the name of its contract.
package struct SharedControl: Sendable {
    /// Before the name of a contract.
    static let contracts = "\(ControlRequest.base)/contracts"

    let sites: ServedContracts
    let access: ControlAccess
    private let drain: Drain

    package init(_ sites: ServedContracts, access: ControlAccess = ControlAccess(), drain: Drain = Drain()) {
        self.sites = sites
        self.access = access
        self.drain = drain
    }

    /// Whether a request is for the mock itself.
    package func takes(_ request: Request) -> Bool {
        do throws(SessionRequest.InvalidName) {
            return try ControlRequest(request) != nil
        } catch {
            return true
        }
    }

    /// Nil where the request is for an API that is mocked.
    /// - Parameters:
    ///   - isLoopback: whether it comes from this machine.
    ///   - atRest: sessions that a store has, by the names of their contracts.
    package func answer(
        _ request: Request, isLoopback: Bool, atRest: [String: [ListedSession]] = [:]
    ) -> Control.Reply? {
        guard ControlRequest.mayBe(request) else { return nil }
        func ask(_ site: ServedContract, _ request: Request, listing: JSON? = nil) -> Control.Reply? {
            site.mock.use {
                Control(
                    mock: $0, access: access, contracts: listing, site: site, atRest: atRest[site.name] ?? [],
                    isDraining: drain.hasBegun
                ).answer(request, isLoopback: isLoopback)
            }
        }
        let (name, target) = SharedControl.split(request.target)
        if let name {
            if name.isEmpty {
                var listed = request
                listed.target = Self.contracts
                return ask(sites.all[0], listed, listing: sites.listing)
            }
            guard let site = sites[name] else {
                // Nobody learns the names of the others without the right to ask.
                guard case .now(let refusal)? = ask(sites.all[0], request), refusal.status == 403 else {
                    return .now(noContract(name))
                }
                return .now(refusal)
            }
            var plain = request
            plain.target = target
            return ask(site, plain)?.map { $0.located(under: "\(Self.contracts)/\(name)") }
        }
        guard sites.all.count > 1 else { return ask(sites.all[0], request) }
        let replies = sites.all.compactMap { site in ask(site, request).map { (name: site.name, reply: $0) } }
        return replies.isEmpty ? nil : SharedControl.joined(replies)
    }

    /// The name of a contract in a target of the control API, empty for all their names, and the target without it.
    static func split(_ target: String) -> (name: String?, target: String) {
        let path = target.prefix { $0 != "?" }
        var session = path[..<path.startIndex]
        if path.hasPrefix(SessionRequest.prefix) {
            session = path.prefix(SessionRequest.prefix.count)
            session = path[..<(path[session.endIndex...].firstIndex(of: "/") ?? path.startIndex)]
        }
        let own = path[session.endIndex...]
        guard own.hasPrefix(contracts) else { return (nil, target) }
        let behind = own.dropFirst(contracts.count)
        guard behind.isEmpty || behind.hasPrefix("/") else { return (nil, target) }
        let name = behind.dropFirst().prefix { $0 != "/" }
        let rest = name.isEmpty ? behind.dropFirst() : path[name.endIndex...]
        let plain = session + ControlRequest.base + rest + target[path.endIndex...]
        return (String(name), String(plain))
    }

    private func noContract(_ name: String) -> Response {
        let names = sites.all.map(\.name).joined(separator: ", ")
        return Problem(
            status: 404, title: "No such contract",
            detail: "No contract is served as \(name.prefix(100)), but \(names)."
        ).response()
    }

    private static func joined(_ replies: [(name: String, reply: Control.Reply)]) -> Control.Reply {
        if replies.contains(where: { if case .stream = $0.reply { true } else { false } }) { return .now(eachItsOwn) }
        let known = replies.compactMap { name, reply in
            if case .now(let response) = reply { (name: name, response: response) } else { nil }
        }
        guard known.count < replies.count else { return .now(joined(known)) }
        return .later {
            let late = await withTaskGroup(of: (name: String, response: Response).self) { group in
                for case (let name, .later(let work)) in replies { group.addTask { (name, await work()) } }
                var late: [(name: String, response: Response)] = []
                for await answer in group {
                    late.append(answer)
                    // What was waited for has come to one of them; to the others it need not come.
                    if answer.response.json?["met"] == true { break }
                }
                group.cancelAll()
                return late
            }
            let order = replies.map(\.name)
            return joined(order.compactMap { name in (known + late).first { $0.name == name } })
        }
    }

    /// What they say, by their names; of those that refuse nothing, unless all do.
    private static func joined(_ answers: [(name: String, response: Response)]) -> Response {
        let taken = answers.filter { $0.response.status < 400 }
        guard let first = taken.first?.response else { return refusal(answers) }
        guard taken.contains(where: { !$0.response.body.isEmpty }) else { return first }
        var members = JSONObject()
        for (name, response) in taken {
            guard let json = response.json else {
                return first.headers[.contentType]?.hasPrefix("text/plain") == true ? eachItsOwn : first
            }
            members[name] = json
        }
        return .json(.object(members), status: first.status)
    }

    private static func refusal(_ answers: [(name: String, response: Response)]) -> Response {
        let details = answers.map { name, response in "\(name): \(response.json?["detail"]?.string ?? "")" }
        let first = answers.first?.response
        return Problem(
            status: first?.status ?? 404, title: first?.json?["title"]?.string ?? "Refused",
            detail: details.joined(separator: " "), extensions: JSONObject([("contracts", .string(contracts))])
        ).response()
    }

    /// Texts of several are none of one.
    private static var eachItsOwn: Response {
        Problem(
            status: 404, title: "Each contract has its own",
            detail: "Several contracts are served here. GET \(contracts) lists them; ask under \(contracts)/<name>/."
        ).response()
    }
}

extension Control.Reply {
    func map(_ change: @escaping @Sendable (Response) -> Response) -> Control.Reply {
        switch self {
        case .now(let response): .now(change(response))
        case .later(let work): .later { change(await work()) }
        case .stream(let head, let content): .stream(change(head), content)
        }
    }
}

extension Response {
    /// Nil where its content is no JSON; of an answer without content null.
    fileprivate var json: JSON? {
        guard !body.isEmpty else { return JSON.null }
        guard headers[.contentType]?.contains("json") == true else { return nil }
        return try? JSON(parsing: body)
    }

    /// With links into the control API as those of one contract.
    fileprivate func located(under base: String) -> Response {
        guard let location = headers[.location], location.hasPrefix(ControlRequest.base) else { return self }
        var response = self
        response.headers[.location] = base + location.dropFirst(ControlRequest.base.count)
        return response
    }
}
