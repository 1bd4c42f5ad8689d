// Names of paths, properties and parameters, compared as English words.

extension StringProtocol {
    /// Letters and digits in lower case, by which names of different styles are compared: `pet_id`, `petId` and `Pet-ID` are `petid`.
    package var comparableName: String { String(lowercased().filter { $0.isLetter || $0.isNumber }) }
}

/// English nouns, as APIs name lists by them.
package enum EnglishNoun {
    /// The singular of a noun, or of the last one of a name: `categories` is `category`, `order_statuses` is `order_status`. What is no
    /// plural, as far as its ending tells, stays: `status`, `news`. Capitals stay where the two agree.
    package static func singular(of word: String) -> String {
        guard let last = word.lastIndex(where: { !$0.isLetter }) else { return singular(noun: word[...]) }
        return String(word[...last]) + singular(noun: word[word.index(after: last)...])
    }

    private static func singular(noun: Substring) -> String {
        let lower = noun.lowercased()
        if let known = irregular(lower) {
            let shared = zip(lower, known).prefix { $0 == $1 }.count
            return String(noun.prefix(shared)) + known.dropFirst(shared)
        }
        if lower.count <= 3 || uninflected.contains(where: lower.hasSuffix) { return String(noun) }
        if lower.hasSuffix("ies") { return lower.count > 4 ? noun.dropLast(3) + "y" : String(noun.dropLast()) }
        for ending in ["sses", "xes", "ches", "shes"] where lower.hasSuffix(ending) { return String(noun.dropLast(2)) }
        return String(lower.hasSuffix("s") ? noun.dropLast() : noun)
    }

    /// Endings and words that are no plurals, or the same in both numbers.
    private static let uninflected = [
        "ss", "us", "is", "alias", "atlas", "bias", "canvas", "lens", "news", "series", "species",
    ]

    /// Long ones also end longer words: `bookshelves`, and `orderstatuses` in a name without its separators.
    private static func irregular(_ word: String) -> String? {
        if let known = irregulars[word] { return known }
        for length in 6..<max(6, word.count) {
            if let known = irregulars[String(word.suffix(length))] { return String(word.dropLast(length)) + known }
        }
        return nil
    }

    private static let irregulars = [
        "ads": "ad", "aliases": "alias", "analyses": "analysis", "apis": "api", "atlases": "atlas", "biases": "bias",
        "bonuses": "bonus", "buses": "bus", "caches": "cache", "campuses": "campus", "canvases": "canvas",
        "children": "child", "choruses": "chorus", "cookies": "cookie", "cpus": "cpu", "criteria": "criterion",
        "echoes": "echo", "emojis": "emoji", "gases": "gas", "gpus": "gpu", "halves": "half", "heroes": "hero",
        "ids": "id", "indices": "index", "knives": "knife", "kpis": "kpi", "leaves": "leaf", "lenses": "lens",
        "lives": "life", "loaves": "loaf", "matrices": "matrix", "menus": "menu", "movies": "movie",
        "people": "person", "potatoes": "potato", "quizzes": "quiz", "selfies": "selfie", "shelves": "shelf",
        "skis": "ski", "skus": "sku", "statuses": "status", "taxis": "taxi", "tomatoes": "tomato", "tvs": "tv",
        "uris": "uri", "vertices": "vertex", "viruses": "virus", "wikis": "wiki", "wives": "wife", "wolves": "wolf",
        "zombies": "zombie",
    ]
}
