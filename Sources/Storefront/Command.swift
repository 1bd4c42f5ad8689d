// The commands of the shop, parsed from lines.

import Foundation
import ReferenceClient

/// One line, understood.
enum Command: Hashable, Sendable {
    case login(email: String, password: String)
    case logout
    case home
    case categories(gender: String?)
    case list(category: UInt64)
    case search(String, category: UInt64?)
    case product(UInt64)
    case item(UInt64)
    case choose(value: String, attribute: String)
    /// Nil for the item that is open.
    case add(UInt64?, amount: UInt64?)
    case remove(UInt64, amount: UInt64?)
    case cart
    case like(UInt64, Bool)
    case likes
    case load
    case workshop
    case works(category: UInt64?)
    case find(String)
    case work(UInt64)
    case rate(UInt64, Rating?)
    case favorites
    case collapse(FavoritesContent.Section)
    case history
    case site(SiteQuery)
    case retry
    case help
    case quit

    /// What the workshop's site is asked directly, past the database.
    enum SiteQuery: Hashable, Sendable {
        case works(WorkshopSite.Start, category: UInt64?)
        case search(String, category: UInt64?)
        case changed(after: Date)
        case work(UInt64)
    }

    /// Why a line is no command.
    struct InvalidCommand: Error, Hashable {
        let message: String
    }

    static let summary = """
        login EMAIL PASSWORD, logout
        home, categories [GENDER], list CATEGORY, search WORDS [in CATEGORY]
        product ID, item ID, choose VALUE of ATTRIBUTE
        add [ID] [times AMOUNT], remove ID [times AMOUNT], cart
        like ID, unlike ID, likes
        load, workshop, works [CATEGORY], find WORDS, work ID
        rate ID STARS, unrate ID, favorites, collapse rated|history, history
        site page NUMBER [in CATEGORY], site after NUMBER, site search WORDS [in CATEGORY],
        site changed TIME, site work ID
        retry, help, quit
        """
}

extension Command {
    /// Whether it waits for an answer: what is kept on the device is there at once.
    var asksServer: Bool {
        switch self {
        case .login, .logout, .home, .categories, .list, .search, .product, .item, .add, .remove, .cart, .like, .likes,
            .load, .site:
            true
        case .choose, .workshop, .works, .find, .work, .rate, .favorites, .collapse, .history, .retry, .help, .quit:
            false
        }
    }

    /// Nil for a line without words, or a comment after `#`.
    init?(_ line: String) throws(InvalidCommand) {
        var words = CommandWords(line)
        guard let name = words.next(), !name.hasPrefix("#") else { return nil }
        switch name {
        case "login": self = .login(email: try words.text("an email"), password: words.rest())
        case "logout": self = .logout
        case "home": self = .home
        case "categories": self = .categories(gender: words.next())
        case "list": self = .list(category: try words.number("a category's id"))
        case "search":
            let category = try words.trailingNumber(after: "in")
            self = .search(words.rest(), category: category)
        case "product": self = .product(try words.number("a product's id"))
        case "item": self = .item(try words.number("an item's id"))
        case "choose":
            let attribute = try words.trailingText(after: "of", "an attribute")
            self = .choose(value: words.rest(), attribute: attribute)
        case "add":
            let amount = try words.trailingNumber(after: "times")
            self = .add(words.isEmpty ? nil : try words.number("a product's id"), amount: amount)
        case "remove":
            let amount = try words.trailingNumber(after: "times")
            self = .remove(try words.number("a product's id"), amount: amount)
        case "cart": self = .cart
        case "like": self = .like(try words.number("a product's id"), true)
        case "unlike": self = .like(try words.number("a product's id"), false)
        case "likes": self = .likes
        case "load": self = .load
        case "workshop": self = .workshop
        case "works": self = .works(category: words.isEmpty ? nil : try words.number("a category's id"))
        case "find": self = .find(words.rest())
        case "work": self = .work(try words.number("a work's id"))
        case "rate": self = .rate(try words.number("a work's id"), try words.rating())
        case "unrate": self = .rate(try words.number("a work's id"), nil)
        case "favorites": self = .favorites
        case "collapse":
            let name = try words.text("rated or history")
            guard let section = FavoritesContent.Section(rawValue: name) else {
                throw InvalidCommand(message: "Collapse rated or history, not \(name).")
            }
            self = .collapse(section)
        case "history": self = .history
        case "site": self = .site(try SiteQuery(&words))
        case "retry": self = .retry
        case "help": self = .help
        case "quit", "exit": self = .quit
        default: throw InvalidCommand(message: "There is no command \u{201C}\(name)\u{201D}; help lists them.")
        }
        guard words.isEmpty else {
            throw InvalidCommand(
                message: "\(name): \u{201C}\(words.rest())\u{201D} is too much; help lists the commands.")
        }
    }
}

extension Command.SiteQuery {
    fileprivate init(_ words: inout CommandWords) throws(Command.InvalidCommand) {
        let name = try words.text("page, after, search, changed or work")
        switch name {
        case "page":
            let category = try words.trailingNumber(after: "in")
            self = .works(.page(try words.count("a page")), category: category)
        case "after": self = .works(.after(try words.count("a number of works")), category: nil)
        case "search":
            let category = try words.trailingNumber(after: "in")
            self = .search(words.rest(), category: category)
        case "changed":
            let text = try words.text("a time")
            do {
                self = .changed(after: try Date.ISO8601FormatStyle().parse(text))
            } catch {
                throw .init(message: "\(text) is no time like 2026-09-20T00:00:00Z.")
            }
        case "work": self = .work(try words.number("a work's id"))
        default: throw .init(message: "The site knows page, after, search, changed and work, not \(name).")
        }
    }
}

/// The words of a line, taken from the front, and from the back where they follow a keyword.
private struct CommandWords {
    private var words: ArraySlice<Substring>

    init(_ line: String) { words = line.split(whereSeparator: \.isWhitespace)[...] }

    var isEmpty: Bool { words.isEmpty }

    mutating func next() -> String? { words.popFirst().map(String.init) }

    mutating func rest() -> String {
        defer { words = [] }
        return words.joined(separator: " ")
    }

    mutating func text(_ what: String) throws(Command.InvalidCommand) -> String {
        guard let word = next() else { throw .init(message: "Say \(what), too.") }
        return word
    }

    mutating func number(_ what: String) throws(Command.InvalidCommand) -> UInt64 {
        try Self.number(try text(what), what)
    }

    mutating func count(_ what: String) throws(Command.InvalidCommand) -> Int {
        let word = try text(what)
        guard let number = Int(word) else { throw .init(message: "\(word) is not \(what).") }
        return number
    }

    mutating func rating() throws(Command.InvalidCommand) -> Rating {
        let word = try text("one to five stars")
        guard let rating = Int(word).flatMap({ Rating(stars: $0) }) else {
            throw .init(message: "\(word) is not one to five stars.")
        }
        return rating
    }

    /// The number after the last such keyword, if that stands last but one.
    mutating func trailingNumber(after keyword: String) throws(Command.InvalidCommand) -> UInt64? {
        guard words.count >= 2, words[words.endIndex - 2] == keyword, let last = words.last else { return nil }
        words = words.dropLast(2)
        return try Self.number(String(last), "a number")
    }

    /// The words after the last such keyword.
    mutating func trailingText(after keyword: String, _ what: String) throws(Command.InvalidCommand) -> String {
        guard let index = words.lastIndex(where: { $0 == keyword }), index + 1 < words.endIndex else {
            throw .init(message: "Say \(keyword) and \(what), too.")
        }
        defer { words = words[..<index] }
        return words[(index + 1)...].joined(separator: " ")
    }

    private static func number(_ word: String, _ what: String) throws(Command.InvalidCommand) -> UInt64 {
        guard let number = UInt64(word) else { throw .init(message: "\(word) is not \(what).") }
        return number
    }
}
