// What is written by hand over the client that is committed.

/// The seats that are booked, as lines of text.
public func seats(_ api: any BookingsAPI) async throws -> [String] {
    try await api.listBookings().ok.map { "\($0)" }
}
