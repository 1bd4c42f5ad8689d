// Recipes of the article Recipes: what comes in parts.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The pages of a list, one after another, for as long as each names the next.
func pages<Page: Sendable, Cursor: Sendable>(
    _ fetch: @escaping @Sendable (Cursor?) async throws -> (page: Page, next: Cursor?)
) -> AsyncThrowingStream<Page, any Error> {
    AsyncThrowingStream { continuation in
        let task = Task {
            do {
                var cursor: Cursor?
                repeat {
                    let fetched = try await fetch(cursor)
                    continuation.yield(fetched.page)
                    cursor = fetched.next
                } while cursor != nil
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
    }
}

/// Events for as long as someone reads: after a break the server is asked for those behind the last one that came.
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

/// Loads into a file, from where an earlier attempt has come to; the server says whether it goes on from there (206) or starts anew.
func download(
    to file: URL, progress: (_ bytes: Int) -> Void = { _ in },
    _ open: (_ range: Middleware) async throws -> HTTPStream
) async throws {
    let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    var bytes = size ?? 0
    let answer = try await open(.header("Range", "bytes=\(bytes)-"))
    guard answer.status == 200 || answer.status == 206 else { throw URLError(.badServerResponse) }
    if answer.status == 200 {
        bytes = 0
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw URLError(.cannotCreateFile)
        }
    }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    try handle.seekToEnd()
    for try await part in answer.body {
        try handle.write(contentsOf: part)
        bytes += part.count
        progress(bytes)
    }
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
