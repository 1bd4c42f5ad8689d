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
        let bytes = try FileContents.read(path)
        do throws(HAR.Invalid) {
            self.init(name: URL(filePath: path).lastPathComponent, try HAR(parsing: bytes))
        } catch {
            throw CommandFailure("\(path):\(error.line == nil ? " " : "")\(error)")
        }
    }
}
