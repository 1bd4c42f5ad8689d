// Enumerations that keep what they do not know.

/// The values that the contract lists are cases of `Known`; another is kept as it came, and is sent back so.
package nonisolated protocol OpenEnum: RawRepresentable, Hashable, Sendable, Codable {
    associatedtype Known: RawRepresentable, CaseIterable, Hashable, Sendable where Known.RawValue == RawValue
    static func known(_ value: Known) -> Self
    static func unknown(_ value: RawValue) -> Self
}

nonisolated extension OpenEnum {
    package init(rawValue: RawValue) { self = Known(rawValue: rawValue).map(Self.known) ?? .unknown(rawValue) }
}
