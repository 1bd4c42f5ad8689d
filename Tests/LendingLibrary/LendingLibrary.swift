// A backend that keeps to its contract, and breaks it in any of several ways when told to.

import JSONValues
package import HTTPExchange
import HTTPTypes
import Synchronization

/// A lending library in memory, written without regard to how contracts are read or judged here.
package final class LendingLibrary: Sendable {
    /// The tokens of the two who may use it.
    package static let tokens = ["Bearer ada-2f9c81", "Bearer bob-77d0e4"]

    let mistakes: Set<Mistake>
    private let state = Mutex(Shelves())

    package init(mistakes: Set<Mistake> = []) { self.mistakes = mistakes }

    package func answer(_ request: Request) -> Response {
        state.withLock { shelves in
            var visit = Visit(request: request, mistakes: mistakes, shelves: shelves)
            let response = visit.answer()
            shelves = visit.shelves
            return response
        }
    }
}

/// What is in the library.
struct Shelves {
    typealias Entry = (id: JSON, owner: String, value: JSONObject)

    var books: [Entry] = []
    var reviews: [Int: [Entry]] = [:]
    var members: [Entry] = []
    var loans: [Entry] = []
    /// Things that a mistake keeps for longer.
    var ghosts: [Entry] = []
    var count = 0

    mutating func next() -> Int {
        count += 1
        return count
    }

    init() {
        let book: JSONObject = [
            "title": "A Guide to Moss", "isbn": "9780306406157", "genre": "science", "price": 12.5.json, "pages": 210,
            "in_print": true, "stock": 3, "dimensions": ["width": 12.5.json, "height": 19],
            "publisher": ["name": "Fern & Son", "country": "NL"],
        ]
        for title in ["A Guide to Moss", "Rivers"] {
            var entry = book
            entry["title"] = .string(title)
            let id = next()
            entry["id"] = .number(JSONNumber(id))
            entry["created_at"] = "2026-01-05T08:00:00Z"
            books.append((id: .number(JSONNumber(id)), owner: LendingLibrary.tokens[0], value: entry))
        }
    }
}

extension Double {
    /// A number that a literal cannot say.
    fileprivate var json: JSON { JSONNumber(self).map(JSON.number) ?? .null }
}

/// One request, on its way.
struct Visit {
    let request: Request
    let mistakes: Set<Mistake>
    var shelves: Shelves

    func has(_ bug: Mistake) -> Bool { mistakes.contains(bug) }

    var token: String { request.headers[.authorization] ?? "" }

    mutating func answer() -> Response {
        var segments = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init).dropFirst()
        guard segments.popFirst() == "api" else { return problem(404, "no such path") }
        let path = Array(segments)
        guard let methods = Visit.methods(of: path) else { return problem(404, "no such path") }
        let method = request.method
        if method == .options {
            return Response(
                status: 204,
                headers: has(.optionsWithoutAllow) && path == ["books"]
                    ? [:] : [.allow: methods.joined(separator: ", ")])
        }
        if has(.patchMembers), path == ["members"], method == .patch { return json(200, .object(JSONObject())) }
        guard methods.contains(method.rawValue) else {
            var response = problem(405, "no such method")
            if !(has(.statsWithoutAllow) && path == ["stats"]) {
                response.headers[.allow] = methods.joined(separator: ", ")
            }
            return response
        }
        if path != ["stats"], !LendingLibrary.tokens.contains(token) {
            let isOpen =
                (has(.memberWithoutToken) && path[0] == "members" && path.count == 2 && method == .get && token.isEmpty)
                || (has(.anyTokenForLoans) && path == ["loans"] && !token.isEmpty)
            if has(.deletedWithoutToken), method == .delete, path[0] == "books", token.isEmpty { _ = book(path[1]) }
            if !isOpen { return problem(401, "who are you?") }
        }
        return switch (path[0], path.count) {
        case ("books", 1): method == .get ? listBooks() : createBook()
        case ("books", 2): book(path[1])
        case ("books", 3): reviews(path[1])
        case ("members", 1): method == .get ? listMembers() : createMember()
        case ("members", 2): member(path[1])
        case ("loans", 1): createLoan()
        case ("loans", 2): loan(path[1])
        default: stats()
        }
    }

    private static func methods(of path: [String]) -> [String]? {
        switch (path.first, path.count) {
        case ("books"?, 1), ("members"?, 1): ["GET", "POST"]
        case ("books"?, 2): ["GET", "PUT", "PATCH", "DELETE"]
        case ("books"?, 3) where path[2] == "reviews": ["GET", "POST"]
        case ("members"?, 2): ["GET", "DELETE"]
        case ("loans"?, 1): ["POST"]
        case ("loans"?, 2), ("stats"?, 1): ["GET"]
        default: nil
        }
    }

    // MARK: Answers

    func json(_ status: Int, _ value: JSON, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(status: status, headers: headers, body: Array(value.serialized().utf8))
    }

    func problem(_ status: Int, _ title: String) -> Response {
        Problem(status: status, title: title, detail: title).response()
    }

    // MARK: What was sent

    /// The query's parameters by their names, the last of each.
    var query: [String: String] {
        var values: [String: String] = [:]
        for pair in (request.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = Visit.decoded(parts[1]) }
        }
        return values
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    enum Sent {
        case value(JSONObject)
        case refused(Response)
    }

    /// The body, if the rule has nothing against it.
    func body(_ rule: Rule) -> Sent {
        let type = request.headers[.contentType]?.split(separator: ";").first.map(String.init)
        let path = request.path
        if type != "application/json", !(has(.otherTypeTaken) && path == "/api/books") {
            return .refused(problem(415, "JSON is taken"))
        }
        guard let value = try? JSON(parsing: request.body) else {
            if has(.brokenBodyTaken), request.method == .patch { return .value(["title": "?"]) }
            return .refused(problem(400, "no JSON"))
        }
        if let fault = rule.fault(in: value, at: "body") { return .refused(problem(400, fault)) }
        return value.object.map(Sent.value) ?? .refused(problem(400, "no object"))
    }

    enum Asked {
        case values([String: Int])
        case refused(Response)
    }

    /// The query's whole numbers, each within its range.
    func integers(_ ranges: [(name: String, range: ClosedRange<Int>)]) -> Asked {
        var found: [String: Int] = [:]
        let query = query
        for (name, range) in ranges {
            guard let text = query[name] else { continue }
            guard let number = Int(text), range.contains(number) else {
                return .refused(problem(400, "\(name) is out of range"))
            }
            found[name] = number
        }
        return .values(found)
    }
}
