// What another tool's files say, in one form for all tools: the reader of each tool makes it, one writer takes it.

import JSONValues
import HTTPExchange

/// Something of a file that the contract folder does not have, or has otherwise.
package struct ImportLoss: Hashable, Sendable {
    /// The file, and the JSON Pointer to the place in it.
    package let place: String
    /// What it is.
    package let what: String
    /// What to do about it.
    package let remedy: String
}

/// A mock, as far as it could be read.
struct ImportedMock {
    var title: String
    /// Where the API is served, by what the file says.
    var servers: [String] = []
    /// How many requests of collections go to each server.
    var origins: [String: Int] = [:]
    /// In the order in which they are tried.
    var routes: [ImportedRoute] = []
    /// Exchanges that are shown as examples, where a tool keeps those instead of rules.
    var exchanges: [ImportedExchange] = []
    /// What every session starts with.
    var state: [(name: String, value: JSON)] = []
    /// Of answers that have none of their own, as mock.yaml has it.
    var latency: JSON?
    /// What is sent as it is, by its path in the folder.
    var files: [(path: String, bytes: [UInt8])] = []
    /// What is answered to requests that no route takes.
    var unmatched = ImportedAnswer(status: 404)
    /// How to ask for credentials, by name, as OpenAPI has it.
    var securitySchemes = JSONObject()
    var losses: [ImportLoss] = []
    /// Texts that are kept as comments of the contract.
    var notes: [String] = []

    init(title: String) { self.title = title }

    mutating func lose(_ what: String, remedy: String, at place: SourcePlace) {
        let loss = ImportLoss(place: place.description, what: what, remedy: remedy)
        if !losses.contains(loss) { losses.append(loss) }
    }

    /// Takes out, and tells, what mock.yaml and OpenAPI cannot say of any tool's routes: methods that an operation cannot have, and
    /// delays of more than an hour.
    mutating func settle() {
        let known = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]
        var kept: [ImportedRoute] = []
        for var route in routes {
            if let methods = route.methods {
                for method in methods where !known.contains(method) {
                    lose(
                        "the method '\(method.prefix(40))'",
                        remedy: "OpenAPI 3.1 has \(known.joined(separator: ", ")).",
                        at: route.place)
                }
                route.methods = methods.filter(known.contains)
                if route.methods?.isEmpty ?? false { continue }
            }
            if let latency = route.answer.latency {
                let (bounded, isLess) = Self.bounded(latency)
                route.answer.latency = bounded
                if isLess {
                    lose("a delay of more than an hour", remedy: "It is an hour now: shorten it.", at: route.place)
                }
            }
            kept.append(route)
        }
        routes = kept
    }

    /// With no time longer than an hour, and whether one was.
    private static func bounded(_ latency: JSON) -> (JSON, Bool) {
        switch latency {
        case .string(let text):
            guard text.hasSuffix("ms"), let time = Double(text.dropLast(2)) else { return (latency, false) }
            return (
                .string("\(min(max(time, 0), 3_600_000) == time ? text : time > 0 ? "3600000ms" : "0ms")"),
                time > 3_600_000
            )
        case .object(let members):
            var isLess = false
            let bounded = members.map { name, value in
                let (inner, isInnerLess) = Self.bounded(value)
                isLess = isLess || isInnerLess
                return (name, inner)
            }
            return (.object(JSONObject(bounded)), isLess)
        case .null, .bool, .number, .array: return (latency, false)
        }
    }

    /// A status that can be answered; nil for any other, which is told.
    mutating func status(_ status: Int?, of what: String, at place: SourcePlace) -> Int? {
        let status = status ?? 200
        guard (200...599).contains(status) else {
            lose("\(what): it answers \(status)", remedy: "Answer with a status from 200 to 599.", at: place)
            return nil
        }
        return status
    }

    /// CEL for a template. Nil where there is none: the text is then sent as it stands, which is told.
    mutating func expression(
        ofTemplate text: String, _ writer: inout TemplateWriter, at place: SourcePlace
    ) -> String? {
        do throws(TemplateFailure) {
            return try writer.text(of: text)
        } catch {
            lose(
                "the template: \(error.what); it is sent as it stands", remedy: "Write it in CEL in the rule.",
                at: place)
            return nil
        }
    }
}

/// A request that is answered, and how.
struct ImportedRoute {
    let place: SourcePlace
    var name = ""
    /// Nil for any.
    var methods: [String]?
    var path: PathMatch
    /// CEL; all must hold.
    var conditions: [String] = []
    /// As mock.yaml has them.
    var changes: [JSON] = []
    var answer: ImportedAnswer
    /// Parameters that the conditions look at, for the contract.
    var mentions: [Mention] = []
    /// A body of a request that fits, for the contract.
    var body: JSON?

    struct Mention: Hashable {
        /// `query`, `header`, `cookie`
        let location: String
        let name: String
    }
}

/// What is answered.
struct ImportedAnswer {
    enum Content {
        case none
        /// As it is.
        case text(String)
        case bytes([UInt8])
        /// CEL that gives text.
        case expression(String)
    }

    var status: Int
    /// CEL that gives a text, or a list of them.
    var headers: [(name: String, value: String)] = []
    var content = Content.none
    /// As mock.yaml has them.
    var latency: JSON?
    var fault: JSON?

    /// The header of that name where it does not hang on the request.
    func constant(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name }.flatMap { CELText.constant($0.value) }
    }

    /// Takes a text as it is, unless there is CEL for it.
    mutating func set(content text: String, written: String?) {
        content = written.map { .expression($0) } ?? (text.isEmpty ? .none : .text(text))
    }

    mutating func set(_ name: String, _ text: String) { headers.append((name, CELText.quoted(text))) }
}

/// A request with the answer that was saved to it.
struct ImportedExchange {
    /// `/users/{id}`; nil where only the path itself is known.
    let template: String?
    let request: Request
    let response: Response
    let place: SourcePlace
}

/// A place in a file that is imported.
struct SourcePlace: CustomStringConvertible {
    let file: String
    var pointer = JSONPointer.root

    var description: String { pointer.tokens.isEmpty ? file : "\(file)#\(pointer)" }

    func appending(_ token: String) -> SourcePlace { SourcePlace(file: file, pointer: pointer.appending(token)) }

    func appending(_ index: Int) -> SourcePlace { SourcePlace(file: file, pointer: pointer.appending(index)) }
}

/// A value with its place in a file that is imported.
struct Sourced {
    let json: JSON
    let place: SourcePlace

    subscript(name: String) -> Sourced? {
        json[name].flatMap { $0.isNull ? nil : Sourced(json: $0, place: place.appending(name)) }
    }

    var elements: [Sourced] {
        (json.array ?? []).enumerated().map { Sourced(json: $1, place: place.appending($0)) }
    }

    var members: [(name: String, value: Sourced)] {
        (json.object ?? JSONObject()).map { ($0.key, Sourced(json: $0.value, place: place.appending($0.key))) }
    }

    /// Text; numbers and booleans as they are written.
    func text(_ name: String) -> String? {
        guard let value = json[name], !value.isNull else { return nil }
        return value.string ?? (value.object == nil && value.array == nil ? value.serialized() : nil)
    }

    func whole(_ name: String) -> Int? {
        guard let value = json[name] else { return nil }
        if let number = value.number?.int64 { return Int(number) }
        // Beyond what a file can mean.
        let bound = 1e15
        return value.number.map { Int(min(max($0.double.rounded(), -bound), bound)) }
            ?? value.string.flatMap { Int($0) }
    }

    func flag(_ name: String) -> Bool { json[name]?.bool ?? false }

    /// The same without one of its members.
    func without(_ name: String) -> Sourced {
        var members = json.object ?? JSONObject()
        members[name] = nil
        return Sourced(json: .object(members), place: place)
    }
}
