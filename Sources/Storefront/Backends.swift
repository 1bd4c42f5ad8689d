// Where the three APIs are: in this process, or somewhere on the network.

import MockRules
import Foundation
import Mocking
import SourceDocuments
import OpenAPIContract
import ReferenceClient

enum Backends {
    /// One for each API.
    struct Transports: Sendable {
        var shop: any Transport
        var catalog: any Transport
        var workshop: any Transport
    }

    /// Why a backend cannot be had.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let names = (shop: "sneaker-shop", catalog: "selectable-catalog", workshop: "golden-sewing")

    /// Mocks of the three contracts below a folder.
    static func mocks(
        below folder: String, profile: NetworkProfile?, clock: AppClock
    ) throws(Failure) -> Transports {
        func transport(_ name: String) throws(Failure) -> any Transport {
            MockTransport(mock: try mock(folder + "/" + name, profile: profile, clock: clock), clock: clock)
        }
        return Transports(
            shop: try transport(names.shop), catalog: try transport(names.catalog),
            workshop: try transport(names.workshop))
    }

    /// A mock of the contract in a folder, as its mock file says that it behaves.
    static func mock(_ path: String, profile: NetworkProfile?, clock: AppClock) throws(Failure) -> Mock {
        guard ContractFolder(path: path) != nil else {
            throw Failure(description: "\(path) is no folder with a contract; name one by --contracts")
        }
        guard let definition = MockDefinition.load(path: path).definition else {
            throw Failure(description: "\(path) cannot be used; counterpart check \(path) says why")
        }
        return Mock(
            definition.contract, behaviour: definition.behaviour, options: .init(profile: profile),
            clock: MockClock(now: { .seconds(clock.now().timeIntervalSince1970) }))
    }
}
