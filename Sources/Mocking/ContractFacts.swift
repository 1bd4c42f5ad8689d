// What follows from a contract and is not always needed.

import ContractTools
import HTTPExchange
import JSONValues
package import Journals
import OpenAPIContract
import Synchronization

/// Made when it is first asked for.
final class ContractFacts: Sendable {
    private let contract: Contract
    private let madeRedaction = Mutex<Redaction?>(nil)
    private let madeStamp = Mutex<String?>(nil)

    init(_ contract: Contract) { self.contract = contract }

    var redaction: Redaction {
        madeRedaction.withLock { made in
            let redaction = made ?? Redaction(contract)
            made = redaction
            return redaction
        }
    }

    /// The same for the same contract, in every process.
    var stamp: String {
        madeStamp.withLock { made in
            let stamp = made ?? EntityTag(of: Array(ContractExport(contract).document.serialized().utf8)).value
            made = stamp
            return stamp
        }
    }
}

extension Mock {
    /// Of what is written down.
    package var redaction: Redaction { facts.redaction }

    /// By which a document of a session tells whether it was written with the same contract.
    var contractStamp: String { facts.stamp }
}
