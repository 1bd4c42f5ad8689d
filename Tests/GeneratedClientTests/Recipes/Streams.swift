// Recipes of the article Recipes: what comes in parts.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The pages of a list, one after another, for as long as each names the next. A page is loaded when it is asked for, and a cancelled
/// task gets an error: a list that merely ended would look whole.
struct Pages<Page: Sendable, Cursor: Sendable>: AsyncSequence, Sendable {
    typealias Fetch = @Sendable (Cursor?) async throws -> (page: Page, next: Cursor?)
    let fetch: Fetch

    init(_ fetch: @escaping Fetch) { self.fetch = fetch }

    func makeAsyncIterator() -> Iterator { Iterator(fetch: fetch) }

    struct Iterator: AsyncIteratorProtocol {
        let fetch: Fetch
        var cursor: Cursor?
        var isAtEnd = false

        mutating func next() async throws -> Page? {
            if isAtEnd { return nil }
            try Task.checkCancellation()
            let fetched = try await fetch(cursor)
            cursor = fetched.next
            isAtEnd = cursor == nil
            return fetched.page
        }
    }
}

/// Events for as long as someone reads: after a break the server is asked for those behind the last one that came. An answer that is no
/// stream of events ends this with its error, unless its status says that the server cannot give one now.
func events<Payload>(
    wait: @escaping @Sendable (_ milliseconds: Int) async throws -> Void = {
        try await Task.sleep(nanoseconds: UInt64($0) * 1_000_000)
    },
    from open: @escaping @Sendable (_ lastID: String?) async throws -> EventStream<Payload>
) -> AsyncThrowingStream<ServerSentEvent, any Error> {
    AsyncThrowingStream { continuation in
        let task = Task {
            var (lastID, delay) = (String?.none, 1_000)
            while !Task.isCancelled {
                do {
                    for try await event in try await open(lastID) {
                        lastID = event.id ?? lastID
                        delay = event.retry ?? delay
                        continuation.yield(event)
                    }
                } catch is CancellationError {
                    break
                } catch let error as CallError where error.status.map({ $0 < 500 && $0 != 429 }) ?? false {
                    return continuation.finish(throwing: error)
                } catch {
                    // The connection broke, or there is none yet.
                }
                do { try await wait(delay) } catch { break }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
    }
}

extension Middleware {
    /// The same header field for each call: `client.with(.header("Range", "bytes=100-"))`.
    static func header(_ name: String, _ value: String) -> Middleware {
        Middleware { call, next in
            var call = call
            call.headers[name] = value
            return try await next(call)
        }
    }
}

/// Loads into a file, from where an earlier attempt has come to. Beside it stands which version it is a part of, so that the server can
/// say whether it goes on from there (206), or has another by now and starts anew (RFC 9110, section 13.1.5).
func download(
    to file: URL, progress: (_ bytes: Int) -> Void = { _ in },
    _ open: (_ range: Middleware) async throws -> HTTPStream
) async throws {
    let versionFile = file.appendingPathExtension("version")
    let version = try? String(contentsOf: versionFile, encoding: .utf8)
    let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    var bytes = version == nil ? 0 : size ?? 0
    let range = Middleware { [bytes] call, next in
        var call = call
        // Ranges count what crosses the network, and not what is unpacked here.
        call.headers["Accept-Encoding"] = "identity"
        if bytes > 0 { (call.headers["Range"], call.headers["If-Range"]) = ("bytes=\(bytes)-", version) }
        return try await next(call)
    }
    let answer = try await open(range)
    let isWhole = answer.status == 416 && answer.headers["Content-Range"] == "bytes */\(bytes)"
    guard [200, 206].contains(answer.status) || isWhole else { throw URLError(.badServerResponse) }
    if isWhole { return try FileManager.default.removeItem(at: versionFile) }
    if answer.status == 200 {
        bytes = 0
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw URLError(.cannotCreateFile)
        }
        // A weak entity tag says nothing of bytes.
        let tag = answer.headers["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        let version = tag ?? answer.headers["Last-Modified"] ?? ""
        try? FileManager.default.removeItem(at: versionFile)
        if !version.isEmpty { try Data(version.utf8).write(to: versionFile) }
    }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    try handle.seekToEnd()
    for try await part in answer.body {
        try handle.write(contentsOf: part)
        bytes += part.count
        progress(bytes)
    }
    try? FileManager.default.removeItem(at: versionFile)
}

extension HTTPBody {
    /// A file that is read as it is sent, with a word of how far that is.
    static func file(_ file: URL, progress: @escaping @Sendable (_ bytes: Int) -> Void) -> HTTPBody {
        .stream {
            let handle = try FileHandle(forReadingFrom: file)
            return AsyncThrowingStream(unfolding: {
                guard let part = try handle.read(upToCount: 65_536), !part.isEmpty else { return nil }
                progress(Int(try handle.offset()))
                return part
            })
        }
    }
}
