// One contract of a server: where it was read, the mock that answers, and the backend behind it.

import Foundation
package import Mocking
import SourceDocuments

/// A contract that is ready to be served.
package struct ServedMock: Sendable {
    /// By which the control API and the log tell it from the other contracts of the server.
    package let name: String
    /// The mock that it starts with. A saved contract puts another in its place.
    package let mock: Mock
    let live: LiveMock
    /// Gives the answers that the mock leaves to it; nil where the mock answers alone.
    package let backend: BackendForwarder?
    let saved: (source: ContractSource, watch: ContractWatch)?
    private let isEditable: Bool

    /// - Parameters:
    ///   - backend: asked by a mock with `Mock.Options.forwarding`.
    ///   - saved: where it was read, if it is to be read again when it is saved. The watch is made before the contract is read, so
    ///     that nothing that is saved meanwhile is missed.
    ///   - isEditable: whether the control API may write the mock file.
    package init(
        name: String, mock: Mock, backend: BackendForwarder? = nil,
        saved: (source: ContractSource, watch: ContractWatch)? = nil, isEditable: Bool = false
    ) {
        self.name = name
        self.mock = mock
        live = LiveMock(mock)
        self.backend = backend
        self.saved = saved
        self.isEditable = isEditable
    }

    /// As the control API sees it.
    var site: ServedContract {
        let mockFile = saved.flatMap { source, _ in
            MockFileOnDisk(contract: source.path, write: isEditable ? ServedMock.write : nil)
        }
        return ServedContract(name: name, mock: live, mockFile: mockFile)
    }

    private static let write: MockFileOnDisk.Write = { bytes, path throws(MockFileOnDisk.WriteFailure) in
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw MockFileOnDisk.WriteFailure(reason: "\(path) cannot be written: \(SystemReason.of(error))")
        }
    }
}
