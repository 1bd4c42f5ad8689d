// Why a recording cannot be begun, or cannot go on.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A recording that cannot be written, and what to do about it.
package struct RecordingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The causes, for callers that treat them differently.
    package enum Kind: String, Hashable, Sendable {
        case exists
        /// Another recorder has it.
        case taken
        /// The file is there and is not a HAR.
        case unreadable
        /// The system refuses to write: no room, no permission, no folder.
        case unwritable
    }

    /// The cause.
    package let kind: Kind
    /// What is wrong, with the file's path; without a full stop.
    package let message: String
    /// What to do about it, as a sentence.
    package let remedy: String

    package var description: String { "\(message). \(remedy)" }

    static func exists(_ path: String) -> RecordingFailure {
        RecordingFailure(
            kind: .exists, message: "\(path) is there already",
            remedy: "--append adds to it, --replace puts the new recording in its place when that is complete.")
    }

    static func interrupted(_ path: String) -> RecordingFailure {
        RecordingFailure(
            kind: .exists, message: "\(path) is left from a recording that was interrupted",
            remedy: "It is whole: rename it if you want to keep it, or remove it.")
    }

    static func taken(_ path: String) -> RecordingFailure {
        RecordingFailure(
            kind: .taken, message: "Another recorder is writing \(path)", remedy: "End it first, or name another file.")
    }

    static func unreadable(_ path: String, _ reason: String) -> RecordingFailure {
        RecordingFailure(
            kind: .unreadable, message: "\(path) cannot be added to: \(reason)",
            remedy: "--replace puts the new recording in its place.")
    }

    /// By what the system said last.
    static func system(_ path: String, _ number: Int32) -> RecordingFailure {
        let remedy: String
        switch number {
        case ENOSPC, EDQUOT, EFBIG: remedy = "Make room: what waits is written as soon as it fits."
        case ENOENT, ENOTDIR: remedy = "Its folder is gone: make it again, and the whole recording is written there."
        case EACCES, EPERM, EROFS: remedy = "Choose a folder that this user may write to."
        default: remedy = "Choose another place with --to."
        }
        return RecordingFailure(
            kind: .unwritable, message: "\(path) cannot be written: \(String(cString: strerror(number)))",
            remedy: remedy)
    }
}
