// The description of the control API, loaded: requests to it are judged as those to any other API are.

package import OpenAPIContract

/// The operations of `control.openapi.yaml`.
enum ControlOperation: String, CaseIterable {
    case showPage, getConsoleFile, getDescription, listContracts, getHealth, getContract, getMetrics
    case listSessions, createSession, getSession, endSession, reset
    case listJournal, clearJournal, countJournal, awaitRequests, watchTraffic, getEntry, explainEntry, listNearMisses
    case verifyExpectations, expectRequests, clearExpectations
    case listAnswers, answerOnce, clearAnswers
    case getBehaviour, getMockFile, putMockFile, addExample
    case listRecordings, getRecording, compareRecordings, getReplay, putReplay, clearReplay
    case getState, putState, getLatency, putLatency, clearLatency, getFaults, putFaults, clearFaults
}

/// The contract of the control API itself.
package enum ControlContract {
    /// What the document is called in the repository, and where it is exported.
    package static let fileName = "control.openapi.yaml"

    /// The document as it stands in the repository.
    package static var text: [UInt8] { PackageResources.control_openapi_yaml }

    /// Made when it is first needed.
    package static let contract: Contract = {
        let loaded = Contract.load(files: [fileName: String(decoding: text, as: UTF8.self)], root: fileName)
        guard let contract = loaded.contract else {
            preconditionFailure("the control API's description is no contract: \(loaded.diagnostics)")
        }
        return contract
    }()
}
