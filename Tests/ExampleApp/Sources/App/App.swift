// Shows what both clients' fakes answer.

import Bookings
import Notes

@main
enum App {
    static func main() async throws {
        print(try await Notebook(Notes.Fake()).line(7))
        for seat in try await seats(Bookings.Fake()) { print(seat) }
    }
}
