// Reads what servers send that is not quite what the contract says.
public import Foundation

/// How texts are read that are not of their format. By itself an answer with one is refused, with its place; an app that would rather
/// have the rest of the answer says so: `client.reading(.usual)`.
public nonisolated struct Leniency: Sendable {
    /// A date and time that is none of RFC 3339; nil refuses it.
    public var date: @Sendable (String) -> Date?
    /// A URL that is none; nil refuses it.
    public var url: @Sendable (String) -> URL?
    /// A member that may be left out is nil where its text is none of its format.
    public var dropsUnreadable: Bool

    /// Refuses all that it is not told of.
    public init(
        date: @escaping @Sendable (String) -> Date? = { _ in nil },
        url: @escaping @Sendable (String) -> URL? = { _ in nil }, dropsUnreadable: Bool = false
    ) {
        self.date = date
        self.url = url
        self.dropsUnreadable = dropsUnreadable
    }

    /// Takes dates without an offset, which are UTC, without a time, or with a space between; an optional member that cannot be read is
    /// nil.
    public static let usual = Leniency(date: { Timestamp.lenientDate($0) }, dropsUnreadable: true)

    // Not by the macro, which every process of the compiler would have to load.
    private static let ofTask = TaskLocal(wrappedValue: Leniency())

    /// The one that answers are read by in this task.
    public static var current: Leniency { ofTask.get() }

    /// Reads by it, also in an app's own decoding: `try Leniency.usual.reading { try decoder.decode(… }`.
    public func reading<Value>(_ read: () throws -> Value) rethrows -> Value {
        try Self.ofTask.withValue(self, operation: read)
    }
}

nonisolated extension Channel {
    func reading(_ leniency: Leniency) -> Channel {
        var channel = self
        channel.aroundReading = { read in try leniency.reading { try read() } }
        return channel
    }
}

nonisolated extension Timestamp {
    /// `2024-02-29 12:00:00`, `2024-02-29T12:00:00.5`, `2024-02-29T12:00:00+0200`, `2024-02-29`.
    static func lenientDate(_ text: String) -> Date? {
        var text = text.trimmingCharacters(in: .whitespaces)
        if text.utf8.count == 10 { text += "T00:00:00" }
        if let space = text.firstIndex(of: " ") { text.replaceSubrange(space...space, with: "T") }
        if let date = date(text) ?? date(text + "Z") { return date }
        // An offset without its colon.
        guard text.utf8.count > 5, let sign = text.dropLast(4).last, sign == "+" || sign == "-" else { return nil }
        return date(text.dropLast(2) + ":" + text.suffix(2))
    }
}
