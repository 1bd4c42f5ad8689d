// What the tests of an app asked for and got, as a pact.

import Journals
public import Foundation
import HTTPExchange
import JSONValues
import Mocking
import OpenAPIContract
import Pact

extension MockBackend {
    /// Writes what this backend was asked and has answered as a pact of version 4, for `counterpart verify --pact` or Pact's own tools.
    ///
    ///     defer { try? backend.writePact(consumer: "shop-app", provider: "shop", to: file) }
    ///
    /// The file is made, or what is new is merged into it: no interaction stands twice, and the same exchanges give the same file, in
    /// whatever order tests run. Of answers the types are expected, not the values. Secrets are taken out; exchanges that break the
    /// contract, failures of the server and requests that no operation took are left out.
    ///
    /// - Throws: ``MockBackendError`` where the file holds another pact, or cannot be written.
    public func writePact(consumer: String, provider: String, to file: URL) throws {
        var writer = PactWriter(consumer: consumer, provider: provider)
        let redaction = server.mock.redaction
        for entry in session.journal.entries() {
            guard let operation = entry.operation, let exchange = entry.exchange(without: redaction) else { continue }
            writer.add(
                exchange.request, exchange.response, of: operation.id,
                declared: operation.response(for: exchange.response.status))
        }
        do {
            try PactFiles.merge(writer, into: file)
        } catch {
            throw MockBackendError("\(file.path): the pact cannot be written: \(error)")
        }
    }
}

/// The files that the tests of this process write, one after another.
private enum PactFiles {
    private static let lock = NSLock()

    static func merge(_ writer: PactWriter, into file: URL) throws {
        lock.lock()
        defer { lock.unlock() }
        let existing = try? JSON(parsing: [UInt8](Data(contentsOf: file)))
        let document = try writer.document(mergedInto: existing)
        try Data((document.serialized(.pretty) + "\n").utf8).write(to: file, options: .atomic)
    }
}
