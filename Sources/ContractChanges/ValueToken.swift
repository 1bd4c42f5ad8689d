// The way from a value to one inside it.

/// One step into a value, as reports name it and as places of use do.
struct ValueToken: Sendable {
    /// Where the step leads.
    enum Step: Sendable, Hashable {
        /// To the same value: a branch of a choice, a condition, the names of properties.
        case same
        case property(String)
        /// To an element, or to what stands under names that are not declared.
        case any
    }

    /// Empty where reports do not name the step.
    let text: String
    let step: Step

    static let same = ValueToken(text: "", step: .same)
    static let elements = ValueToken(text: "*", step: .any)

    static func property(_ name: String) -> ValueToken { ValueToken(text: name, step: .property(name)) }
    static func element(_ index: Int) -> ValueToken { ValueToken(text: String(index), step: .any) }
    /// Written in brackets.
    static func other(_ text: String) -> ValueToken { ValueToken(text: "[\(text)]", step: .any) }
    /// Written in brackets.
    static func aside(_ text: String) -> ValueToken { ValueToken(text: "[\(text)]", step: .same) }
}
