// Enumerations that keep what they do not know.

/// The values that the contract lists are cases of `Known`; another is kept as it came, and is sent back so.
public nonisolated protocol OpenEnum: RawRepresentable, Hashable, Sendable, Codable, ParameterValue, HeaderValue
where RawValue: ParameterValue & HeaderValue {
    associatedtype Known: RawRepresentable, CaseIterable, Sendable where Known.RawValue == RawValue
    static func known(_ value: Known) -> Self
    static func unknown(_ value: RawValue) -> Self
}

nonisolated extension OpenEnum {
    /// The case of a known value, or the value as it came.
    public init(rawValue: RawValue) { self = Known(rawValue: rawValue).map(Self.known) ?? .unknown(rawValue) }
}

nonisolated extension OpenEnum where RawValue == String {
    /// As it is spelled: Swift's strings are equal where Unicode calls them so.
    public init(rawValue: String) {
        let known = Known(rawValue: rawValue).flatMap { $0.rawValue.utf8.elementsEqual(rawValue.utf8) ? $0 : nil }
        self = known.map(Self.known) ?? .unknown(rawValue)
    }
}

nonisolated extension OpenEnum {
    /// The raw value as a parameter.
    public func parameterValue() throws -> JSONValue { try rawValue.parameterValue() }
}
