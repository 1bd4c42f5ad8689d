// The files that options name.

import Foundation
import SourceDocuments

enum FileContents {
    /// All bytes of a file, or a failure that says which file cannot be read and why.
    static func read(_ path: String) throws -> [UInt8] {
        do {
            return try Array(Data(contentsOf: URL(filePath: path)))
        } catch {
            throw CommandFailure("\(path) cannot be read: \(SystemReason.of(error))")
        }
    }
}
