// The contracts of one server: which of them a request is for.

import JSONValues
package import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

/// A contract that a server mocks.
package struct ServedContract: Sendable {
    /// By which the control API and the log tell it from others.
    package let name: String
    package let mock: LiveMock
    /// Nil where there is none on a disk.
    let mockFile: MockFileOnDisk?

    /// - Parameter mockFile: shown by the control API, and changed where it may be.
    package init(name: String, mock: LiveMock, mockFile: MockFileOnDisk? = nil) {
        self.name = name
        self.mock = mock
        self.mockFile = mockFile
    }
}

/// At least one. Their paths, each under its base path, do not meet (`Contract.clashes`).
package struct ServedContracts: Sendable {
    /// In the order in which they were given.
    package let all: [ServedContract]
    private let table = BasePathTable()

    /// - Parameter others: in the order in which they are asked whether a request is theirs.
    package init(_ first: ServedContract, _ others: [ServedContract] = []) { all = [first] + others }

    private var first: ServedContract { all[0] }

    subscript(name: String) -> ServedContract? { all.first { $0.name == name } }

    /// The one under whose base path the request's path lies, the longest first, and which has that path. Without any, the one
    /// that alone has it if no base path is asked for, and else the one that comes closest, which says why it is none.
    package func site(for request: Request) -> ServedContract {
        guard all.count > 1 else { return first }
        let target: String
        do throws(SessionRequest.InvalidName) {
            target = try SessionRequest(request).request.target
        } catch {
            // Whichever is asked says what is wrong with the name.
            return first
        }
        // A browser asks by OPTIONS for what it is about to send.
        let method = request.headers[.accessControlRequestMethod].flatMap { HTTPRequest.Method($0) } ?? request.method
        if let known = known(method, target) { return known }
        let claims = all.map { site in
            site.mock.use { mock in
                (
                    site: site, depth: mock.contract.basePathLength(covering: target),
                    claim: mock.contract.claim(on: method, target)
                )
            }
        }
        let under = claims.filter { $0.depth != nil }.sorted { ($0.depth ?? 0) > ($1.depth ?? 0) }
        for wanted in [Contract.Claim.operation, .path] {
            if let best = under.first(where: { $0.claim == wanted }) { return best.site }
        }
        let bare = claims.filter { $0.depth == nil && $0.claim != .none }
        if bare.count == 1 { return bare[0].site }
        let scores = all.map { site in site.mock.use { $0.contract.nearest(to: request).first?.score ?? 0 } }
        return zip(all, scores).max { $0.1 < $1.1 }?.0 ?? first
    }

    /// The one under whose base path a target lies and which has its path, where that is told by the base paths alone: mostly one is
    /// asked.
    private func known(_ method: HTTPRequest.Method, _ target: String) -> ServedContract? {
        let under = (table.contracts(covering: target, of: all) ?? []).map { all[$0] }
        for wanted in [Contract.Claim.operation, .path] {
            if let best = under.first(where: { $0.mock.use { $0.contract.claim(on: method, target) } == wanted }) {
                return best
            }
        }
        return nil
    }

    /// What the control API says of them.
    var listing: JSON { .array(all.map { site in site.mock.use { $0.listing(as: site.name) } }) }
}

extension Mock {
    func listing(as name: String) -> JSON {
        let bases = contract.operations.flatMap { $0.servers.map(\.basePath) }.reduce(into: [String]()) { bases, base in
            if !bases.contains(base) { bases.append(base) }
        }
        return [
            "name": .string(name), "title": .string(contract.title), "api_version": .string(contract.apiVersion),
            "base_paths": .array(bases.map { .string($0.isEmpty ? "/" : $0) }),
            "operations": .number(JSONNumber(contract.operations.count)),
            "control": .string("\(SharedControl.contracts)/\(name)/"),
        ]
    }
}
