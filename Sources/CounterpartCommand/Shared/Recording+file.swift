// Reads a recording that is to be judged.

import SourceDocuments
import Archives
import Foundation
import HTTPExchange
import OpenAPIContract
import Verification

extension Recording {
    /// Reads a HAR file whole. One that cannot be read ends the command.
    init(readingFrom path: String) throws {
        let bytes: [UInt8]
        do {
            bytes = try Array(Data(contentsOf: URL(filePath: path)))
        } catch {
            throw CommandFailure("\(path) cannot be read: \(SystemReason.of(error))")
        }
        do throws(HAR.Invalid) {
            self.init(name: URL(filePath: path).lastPathComponent, try HAR(parsing: bytes))
        } catch {
            throw CommandFailure("\(path):\(error.line == nil ? " " : "")\(error)")
        }
    }
}
