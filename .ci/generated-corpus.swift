// Calls every operation of a generated client with its example, once for each status and seed, and compares what comes back.
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An operation, the statuses to ask for, and how it is called.
nonisolated struct CorpusCase: Sendable {
    let name: String
    let statuses: [Int]
    let call: @Sendable (Client) async throws -> Any

    init(_ name: String, _ statuses: [Int], _ call: @escaping @Sendable (Client) async throws -> Any) {
        (self.name, self.statuses, self.call) = (name, statuses, call)
    }
}

/// Through a requirement that is not deprecated: some operations are, and calling them is no fault.
nonisolated protocol CorpusCallable {
    static var cases: [CorpusCase] { get }
}

nonisolated enum CorpusOperations: CorpusCallable {
    @available(*, deprecated)
    static var cases: [CorpusCase] {
        [
            // CASES
        ]
    }
}

nonisolated func cases(_ operations: any CorpusCallable.Type) -> [CorpusCase] { operations.cases }

nonisolated final class CorpusSeen: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: HTTPReply?
    var reply: HTTPReply? {
        get { lock.withLock { kept } }
        set { lock.withLock { kept = newValue } }
    }
}

/// The value that stands for the body: the first that an answer's case carries, but for bytes that were not read.
nonisolated func payload(_ value: Any) -> (any Encodable)? {
    if value is HTTPReply || value is Data { return nil }
    let mirror = Swift.Mirror(reflecting: value)
    guard mirror.displayStyle == .enum || mirror.displayStyle == .tuple else { return value as? any Encodable }
    if mirror.displayStyle == .enum, value is any Encodable, !(value is any Error) { return value as? any Encodable }
    return mirror.children.first.flatMap { payload($0.value) }
}

nonisolated func written(_ value: any Encodable) throws -> JSONValue {
    func wired<Value: WireCoded>(_ value: Value) throws -> JSONValue { try JSONValue(encoding: Wired(value)) }
    if let value = value as? any WireCoded { return try wired(value) }
    return try JSONValue(encoding: value)
}

/// What was answered, of lines a list of each.
nonisolated func read(_ reply: HTTPReply) throws -> JSONValue {
    let isLines = ["application/jsonl", "application/x-ndjson", "application/ndjson", "application/json-seq"].contains(reply.mediaType)
    return isLines ? .array(try reply.lines()) : try reply.json()
}

/// Equal JSON; a moment or a UUID that is spelled otherwise is the same, and so is a number of more digits than a Double has.
nonisolated func same(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)):
        return left.count == right.count && left.allSatisfy { key, value in right[key].map { same(value, $0) } ?? false }
    case (.array(let left), .array(let right)):
        return left.count == right.count && zip(left, right).allSatisfy { same($0, $1) }
    case (.string(let left), .string(let right)):
        if left == right || left.lowercased() == right.lowercased() && UUID(uuidString: left) != nil { return true }
        guard let first = Timestamp.date(left), let second = Timestamp.date(right) else { return false }
        return abs(first.timeIntervalSince(second)) < 0.000_002
    case (.decimal, _), (_, .decimal):
        guard let first = try? Double(left.parameterText), let second = try? Double(right.parameterText) else { return false }
        return first == second
    default: return left == right
    }
}

/// Keeps what was answered, for other clients to read.
nonisolated func keep(_ reply: HTTPReply, _ item: CorpusCase) {
    guard CommandLine.arguments.count > 3, (200...299).contains(reply.status), reply.mediaType?.hasSuffix("json") ?? false,
        !reply.body.isEmpty, let file = FileHandle(forWritingAtPath: CommandLine.arguments[3])
    else { return }
    _ = try? file.seekToEnd()
    file.write(Data("\(item.name)\t".utf8) + reply.body.filter { $0 != UInt8(ascii: "\n") } + Data("\n".utf8))
    try? file.close()
}

nonisolated func check(_ item: CorpusCase, _ status: Int, _ seed: Int, _ url: URL) async -> String? {
    let seen = CorpusSeen()
    let watch = Middleware { call, next in
        var call = call
        call.headers["Prefer"] = "code=\(status), dynamic=true, seed=\(seed)"
        let reply = try await next(call).collected()
        seen.reply = reply
        return HTTPStream(reply)
    }
    let place = "\(item.name) \(status) seed \(seed)"
    do {
        let answer = try await item.call(Client(url: url/* CREDENTIALS */, middleware: [watch]))
        guard let reply = seen.reply else { return "\(place): no answer" }
        keep(reply, item)
        let decision = reply.headers["Counterpart-Decision"] ?? "-"
        if decision.hasPrefix("refused") || reply.status != status { return "\(place): \(reply.status), \(decision)" }
        if Swift.Mirror(reflecting: answer).children.first?.label == "undocumented" { return "\(place): undocumented" }
        guard reply.mediaType?.hasSuffix("json") ?? false, !reply.body.isEmpty, let value = payload(answer) else { return nil }
        let (before, after) = (try read(reply), try written(value))
        return same(before, after) ? nil : "\(place) came back as \(try after.jsonText): \(try before.jsonText)"
    } catch {
        return "\(place): \(error) \(seen.reply.map { String(decoding: $0.body.prefix(400), as: UTF8.self) } ?? "")"
    }
}

guard let url = URL(string: CommandLine.arguments[1]), let seeds = Int(CommandLine.arguments[2]) else { exit(2) }
var answers = 0
if CommandLine.arguments.count > 3 { _ = FileManager.default.createFile(atPath: CommandLine.arguments[3], contents: nil) }
for item in cases(CorpusOperations.self) {
    for status in item.statuses {
        for seed in 0..<seeds {
            answers += 1
            if let fault = await check(item, status, seed, url) { print(fault.replacingOccurrences(of: "\n", with: " ").prefix(1_000)) }
        }
    }
}
print(answers)
