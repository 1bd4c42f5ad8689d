// What a refusal says of the parts of its request: which it names, and what it says they are to be.

import VerificationReports
import HTTPExchange
import JSONSchema
import JSONValues
import OpenAPIContract

/// The parts of a request that the answer to it complains of.
struct Refusal {
    /// A part that is named, with all that is said of it.
    struct Complaint {
        let site: Site
        let text: String
    }

    private(set) var complaints: [Complaint] = []

    /// Reads problem details with pointers (RFC 9457), lists of errors with `loc`, `field` or their like, members called like the parts, and
    /// sentences that name a part, in quotes or not.
    init(_ exchange: Exchange, of draft: Draft) {
        let sites = draft.sites.filter { draft.value(at: $0) != nil || $0.required }
        if let answer = exchange.answer { read(answer, sites, depth: 0) }
        guard complaints.isEmpty, !exchange.response.body.isEmpty,
            let body = String(validating: exchange.response.body.prefix(4_096), as: UTF8.self)
        else { return }
        // In JSON the quotes of a sentence stand within those of its member.
        let text = exchange.answer.map { $0.texts(depth: 0).joined(separator: "\n") } ?? body
        let quoted = Set(text.quotedWords.map(\.comparableName))
        for site in sites where quoted.contains(site.name.comparableName) { add(site, text) }
        guard complaints.isEmpty else { return }
        let words = Set(text.lowercased().split { !$0.isLetter && !$0.isNumber && !"_-".contains($0) }.map(String.init))
        for site in sites where site.name.count > 3 && words.contains(site.name.lowercased()) { add(site, text) }
    }

    private mutating func add(_ site: Site, _ text: String) {
        guard complaints.count < 16, !complaints.contains(where: { $0.site.kind == site.kind }) else { return }
        complaints.append(Complaint(site: site, text: text))
    }

    private static let locators = [
        "loc", "pointer", "field", "param", "parameter", "attribute", "property", "path", "name",
    ]

    private mutating func read(_ value: JSON, _ sites: [Site], depth: Int) {
        guard depth < 6 else { return }
        switch value {
        case .array(let elements): for element in elements.prefix(32) { read(element, sites, depth: depth + 1) }
        case .object(let members):
            for locator in Refusal.locators {
                guard let place = members[locator]?.place, let site = Refusal.site(at: place, sites) else { continue }
                add(site, value.texts(depth: 0).joined(separator: " "))
                return
            }
            for (name, member) in members {
                // `{"params": {"per_page": "…"}}`, `{"per_page": ["…"]}`
                let isText = member.string != nil || member.array?.allSatisfy { $0.string != nil } == true
                if isText, let site = Refusal.site(at: [name], sites) {
                    add(site, member.texts(depth: 0).joined(separator: " "))
                } else {
                    read(member, sites, depth: depth + 1)
                }
            }
        case .null, .bool, .number, .string: return
        }
    }

    /// The part that a list of names ends at, the longest way to one first.
    private static func site(at place: [String], _ sites: [Site]) -> Site? {
        let tokens = place.filter { !$0.isEmpty && $0 != "#" && $0 != "$" }
        for end in stride(from: tokens.count, to: 0, by: -1) {
            let name = tokens[end - 1].comparableName
            let named = sites.filter { $0.name.comparableName == name }
            if named.count == 1 { return named.first }
            let isBody = tokens.first.map { ["body", "json"].contains($0) } ?? false
            if let site = named.first(where: { $0.isParameter != isBody }) ?? named.first { return site }
        }
        return nil
    }
}

extension Refusal.Complaint {
    /// Values that what is said asks for, as far as the contract allows them: those that it lists, and one of the kind that it names.
    var suggestions: [JSON] {
        let lowercase = text.lowercased()
        var values = text.quotedWords.map(JSON.string)
        for (word, examples) in Self.kinds where lowercase.contains(word) { values += examples }
        // Of texts that are refused, one without spaces and capitals may do.
        values += ["counterpart", "counterpart1"]
        return values.filter { value in
            guard value.string?.comparableName != site.name.comparableName else { return false }
            return site.schema.accepts(value, direction: .request)
        }
    }

    private static let kinds: [(String, [JSON])] = [
        ("uuid", ["6f1e2c4a-3b5d-4e7f-8a9b-0c1d2e3f4a5b"]), ("e-mail", ["counterpart@example.com"]),
        ("email", ["counterpart@example.com"]), ("url", ["https://example.com/"]), ("uri", ["https://example.com/"]),
        ("datetime", ["2024-02-29T12:00:00Z"]), ("date", ["2024-02-29", "2024-02-29T12:00:00Z"]),
        ("cron", ["0 0 * * *"]), ("timezone", ["UTC"]), ("time zone", ["UTC"]), ("json", ["{}"]),
        ("integer", ["1", 1]),
        ("number", ["1", 1]), ("boolean", ["true", true]),
        ("base64", ["Y291bnRlcnBhcnQ="]), ("hex", ["0a1b2c"]), ("ip address", ["192.0.2.1"]), ("color", ["#336699"]),
        ("colour", ["#336699"]), ("regular expression", ["a+"]), ("version", ["1.0.0"]), ("slug", ["counterpart"]),
    ]
}

extension JSON {
    /// What a member that says where something is wrong says: the steps of a list, of a pointer or of a dotted name.
    fileprivate var place: [String]? {
        switch self {
        case .array(let steps):
            let names = steps.compactMap { $0.string ?? $0.number?.text }
            return names.count == steps.count && !names.isEmpty ? names : nil
        case .string(let text):
            guard !text.isEmpty, text.utf8.count < 200 else { return nil }
            return text.split { "/.[]".contains($0) }.map(String.init)
        case .null, .bool, .number, .object: return nil
        }
    }

    /// All texts in it.
    fileprivate func texts(depth: Int) -> [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): depth < 4 ? elements.prefix(16).flatMap { $0.texts(depth: depth + 1) } : []
        case .object(let members): depth < 4 ? members.flatMap { $0.value.texts(depth: depth + 1) } : []
        case .null, .bool, .number: []
        }
    }
}

extension String {
    /// What stands in quotes of any kind, in its order, as far as it may be a name or a choice.
    fileprivate var quotedWords: [String] {
        var words: [String] = []
        var word: String?
        var quote: Character = "'"
        for character in prefix(4_096) {
            if let open = word {
                if character == quote {
                    if !open.isEmpty, open.count <= 64 { words.append(open) }
                    word = nil
                } else {
                    word = open + String(character)
                }
            } else if "\"'`".contains(character) {
                quote = character
                word = ""
            }
        }
        return Array(words.prefix(32))
    }
}
