// What an option may be, as the help shows it.

extension CaseIterable where Self: RawRepresentable<String> {
    /// `mock|replay`.
    static var choices: String { allCases.reduce(into: "") { $0 += ($0.isEmpty ? "" : "|") + $1.rawValue } }
}
