// What a person looks for among the works: an article number or words of the title.

import Foundation

/// A search as it was typed.
public enum WorkshopSearch: Hashable, Sendable {
    /// Digits alone: the work with this article number.
    case article(UInt64)
    /// Part of a title, folded.
    case title(String)

    /// Nil where nothing but white space was typed. More digits than an article number can have are searched in titles.
    public init?(_ typed: String) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(text) {
            self = .article(number)
        } else {
            self = .title(Self.fold(text))
        }
    }

    /// The form in which titles are compared: canonically composed, so that `й` is one letter however it was typed, and in lower
    /// case by Unicode's rules, which hold for Russian and Ukrainian too.
    public static func fold(_ text: String) -> String { text.precomposedStringWithCanonicalMapping.lowercased() }

    /// Whether a work matches the search.
    public func finds(_ post: WorkshopPost) -> Bool {
        switch self {
        case .article(let number): post.id == number
        case .title(let folded): Self.fold(post.title).contains(folded)
        }
    }
}
