// Where in a test a call stands: what an error of the mock points at.

import Foundation

#if canImport(Testing)
import Testing
#endif

/// The source location of a call in a test, which an error on its own does not have.
struct TestPlace: Sendable, CustomStringConvertible {
    let file: String
    let path: String
    let line: Int

    init(_ file: StaticString, _ path: StaticString, _ line: UInt) {
        self.file = "\(file)"
        self.path = "\(path)"
        self.line = Int(line)
    }

    var description: String { "\(file.split(separator: "/").last ?? ""):\(line)" }

    /// Gives an error of the mock this place, unless it has one.
    func locating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch var error as MockBackendError where error.place == nil {
            error.place = self
            throw error
        } catch let error as EncodingError {
            throw MockBackendError("This cannot be written as JSON: \(error)", at: self)
        }
    }

    #if canImport(Testing)
    var sourceLocation: SourceLocation { SourceLocation(fileID: file, filePath: path, line: line, column: 1) }
    #endif
}
