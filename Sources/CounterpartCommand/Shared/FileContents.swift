// The files that options name.

import SourceDocuments

enum FileContents {
    /// All bytes of a file, or a failure that says which file cannot be read and why.
    static func read(_ path: String) throws -> [UInt8] {
        do throws(FileBytes.Unreadable) {
            return try FileBytes.read(path)
        } catch {
            throw CommandFailure("\(path) cannot be read: \(error.reason)")
        }
    }
}
