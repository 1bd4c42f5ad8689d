// Names as words: in one spelling, and in the singular.

package enum Words {
    /// Letters and digits in lower case: `pet_id`, `petId` and `Pet-ID` are the same.
    static func plain(_ name: String) -> String { String(name.lowercased().filter { $0.isLetter || $0.isNumber }) }

    /// English plurals as paths have them.
    package static func singular(_ word: String) -> String {
        if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        for ending in ["sses", "xes", "ches", "shes"] where word.hasSuffix(ending) { return String(word.dropLast(2)) }
        return word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }
}
