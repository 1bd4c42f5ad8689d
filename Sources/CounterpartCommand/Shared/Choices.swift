// The values of an option, for its help.

extension CaseIterable where Self: RawRepresentable<String> {
    /// `mock|replay`.
    static var choices: String { allCases.reduce(into: "") { $0 += ($0.isEmpty ? "" : "|") + $1.rawValue } }
}
