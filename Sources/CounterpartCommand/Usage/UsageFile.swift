// Files of what applications use.

import ContractUsage
import Foundation
import JSONValues
import SourceDocuments

enum UsageFile {
    /// Reads a file. One that cannot be read ends the command.
    static func read(_ path: String) throws -> Usage { try usage(in: FileContents.read(path), named: path) }

    static func usage(in bytes: [UInt8], named path: String) throws -> Usage {
        let json: JSON
        do {
            json = try JSON(parsing: bytes)
        } catch {
            throw CommandFailure("\(path) cannot be read: \(error)")
        }
        do throws(Usage.Invalid) {
            return try Usage(json)
        } catch {
            throw CommandFailure("\(path) cannot be used: \(error). Write it with counterpart usage.")
        }
    }

    static func reads(in json: JSON, named path: String) throws -> ReadProperties {
        do throws(Usage.Invalid) {
            return try ReadProperties(json)
        } catch {
            throw CommandFailure("\(path) cannot be used: \(error). Write it with PropertyReads.write(to:).")
        }
    }

    /// Adds to what a file has, or writes a new one, and gives what is in it then.
    static func merge(_ usage: Usage, into path: String, replacing: Bool) throws -> Usage {
        var merged = usage
        if !replacing, FileManager.default.fileExists(atPath: path) { merged.merge(try read(path)) }
        do {
            let file = URL(filePath: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((merged.json.serialized(.pretty) + "\n").utf8).write(to: file, options: .atomic)
        } catch {
            throw CommandFailure("\(path) cannot be written: \(SystemReason.of(error))")
        }
        return merged
    }
}
