// Backends that keep to their contract in a way of their own, and such that have a mistake behind one.

import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import OwnThread
import Synchronization
import Testing
import VerificationReports

@testable import Verification

@Suite(.ownThread) struct UnusualBackendTests {
    enum Habit: String, CaseIterable {
        /// DELETE answers with the room, which can still be read, and is marked.
        case archives
        /// The same, and the answer to DELETE is empty.
        case archivesSilently
        case deletesNothing
        /// Of a booking, in the one case where its room is there.
        case failsAtEmptyNote
        case asksForNoToken
        /// Of a room that is replaced.
        case keepsSeats
        /// The largest page has one more, of more rooms than there are words for.
        case overfillsPages
        /// And by this the boolean that is stored is another as well.
        case showsText
    }

    /// A list with a slash at the end of its path and items without, what refers to rooms without saying that it is an id, and rooms of
    /// which no two have one title.
    private static let document = """
        openapi: 3.1.0
        info: {title: Rooms, version: '1'}
        components:
          securitySchemes: {token: {type: http, scheme: bearer}}
          schemas:
            NewRoom: &new
              type: object
              required: [title, seats]
              properties:
                title: {type: string, minLength: 1, maxLength: 40}
                seats: {type: integer, minimum: 1, maximum: 500}
                mail: {type: string, format: email}
                open: {type: boolean, default: false}
            Room:
              allOf:
                - $ref: '#/components/schemas/NewRoom'
                - {type: object, required: [id, archived], properties: {id: {type: integer}, archived: {type: boolean}}}
            Booking: {type: object, required: [id, room], properties: {id: {type: integer}, room: {type: integer}}}
        paths:
          /rooms:
            get:
              operationId: listRooms
              parameters: [{name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100, default: 20}}]
              responses: {'200': {description: OK, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Room'}}}}}, '400': {description: Refused.}}
            post:
              operationId: createRoom
              requestBody: &room {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/NewRoom'}}}}
              responses: {'201': {description: Made, content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}, '400': {description: Refused.}, '409': {description: There.}, '415': {description: Refused.}}
          /rooms/{id}:
            parameters: &id [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {operationId: getRoom, responses: &one {'200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}, '400': {description: Refused.}, '404': {description: None.}, '415': {description: Refused.}}}
            put: {operationId: putRoom, requestBody: *room, responses: *one}
            delete: {operationId: deleteRoom, responses: {'200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}, '204': {description: Gone.}, '400': {description: Refused.}, '404': {description: None.}}}
          /bookings/:
            post:
              operationId: createBooking
              security: [{token: []}]
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      required: [room]
                      properties: {room: {type: integer, minimum: 1}, note: {type: string, maxLength: 60}}
              responses: {'201': {description: Made, content: {application/json: {schema: {$ref: '#/components/schemas/Booking'}}}}, '401': {description: Who?}, '400': {description: Refused.}, '415': {description: Refused.}}
          /bookings/{id}:
            parameters: *id
            get:
              operationId: getBooking
              security: [{token: []}]
              responses: {'200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Booking'}}}}, '400': {description: Refused.}, '401': {description: Who?}, '404': {description: None.}}
        """

    private final class Backend: Sendable {
        private struct State {
            var rooms: [Int64: JSONObject] = [:]
            var bookings: [Int64: JSONObject] = [:]
            var last: Int64 = 7_000
        }

        private let state = Mutex(State())
        private let habit: Habit?

        init(_ habit: Habit?) { self.habit = habit }

        func answer(_ request: Request) -> Response {
            state.withLock { state in
                let steps = request.path.split(separator: "/").map(String.init)
                let isAllowed = request.headers[.authorization] != nil || steps.first != "bookings"
                let id = steps.count > 1 ? Int64(steps[1]) : nil
                if steps.count > 1, id == nil { return Response(status: 400) }
                switch (steps.first, request.method, id) {
                case ("rooms", .get, nil): return list(request, state)
                case ("rooms", .get, let id?): return shown(state.rooms[id])
                case ("rooms", .post, nil), ("rooms", .put, _?): return store(request, id, &state)
                case ("rooms", .delete, let id?): return delete(id, &state)
                case ("bookings", .post, nil): return isAllowed ? book(request, &state) : Response(status: 401)
                case ("bookings", .get, let id?):
                    return isAllowed || habit == .asksForNoToken ? shown(state.bookings[id]) : Response(status: 401)
                default: return Response(status: 405, headers: [.allow: "GET, POST, PUT, DELETE"])
                }
            }
        }

        private func list(_ request: Request, _ state: State) -> Response {
            let text = request.target.split(separator: "limit=").dropFirst().first
            guard let limit = text.map({ Int($0) }) ?? 20, (1...100).contains(limit) else {
                return Response(status: 400)
            }
            let rooms = state.rooms.sorted { $0.key < $1.key }.map { JSON.object($0.value) }
            let extra = habit == .overfillsPages && limit == 100 ? 1 : 0
            return json(200, .array(Array(rooms.prefix(limit + extra))))
        }

        private func store(_ request: Request, _ id: Int64?, _ state: inout State) -> Response {
            guard let sent = body(of: request) else { return Response(status: 415) }
            guard let title = sent["title"]?.string, (1...40).contains(title.unicodeScalars.count),
                let seats = sent["seats"]?.number?.int64, (1...500).contains(seats),
                sent["mail"].map({ $0.string?.wholeMatch(of: /[^@]+@[^@.]+[.][^@]+/) != nil }) ?? true,
                sent["open"].map({ $0.bool != nil }) ?? true
            else { return Response(status: 400) }
            if let id, state.rooms[id]?["archived"] != .bool(false) { return Response(status: 404) }
            if id == nil, state.rooms.values.contains(where: { $0["title"]?.string == title }) {
                return Response(status: 409)
            }
            state.last += 1
            var room = JSONObject([
                ("id", .number(JSONNumber(Int(id ?? state.last)))), ("title", .string(title)),
                ("seats", sent["seats"] ?? .null), ("open", sent["open"] ?? .bool(false)),
                ("archived", .bool(false)),
            ])
            if let mail = sent["mail"] { room["mail"] = mail }
            if habit == .keepsSeats, let id { room["seats"] = state.rooms[id]?["seats"] }
            state.rooms[id ?? state.last] = room
            return json(id == nil ? 201 : 200, .object(room))
        }

        private func delete(_ id: Int64, _ state: inout State) -> Response {
            guard var room = state.rooms[id] else { return Response(status: 404) }
            switch habit {
            case .archives, .archivesSilently:
                room["archived"] = .bool(true)
                state.rooms[id] = room
                return habit == .archives ? json(200, .object(room)) : Response(status: 204)
            case .deletesNothing: return json(200, .object(room))
            default:
                state.rooms[id] = nil
                return Response(status: 204)
            }
        }

        private func book(_ request: Request, _ state: inout State) -> Response {
            guard let sent = body(of: request) else { return Response(status: 415) }
            guard let room = sent["room"]?.number?.int64, state.rooms[room] != nil,
                sent["note"].map({ ($0.string?.unicodeScalars.count ?? 99) <= 60 }) ?? true
            else { return Response(status: 400) }
            if habit == .failsAtEmptyNote, sent["note"]?.string == "" { return Response(status: 500) }
            state.last += 1
            let booking = JSONObject([("id", .number(JSONNumber(Int(state.last)))), ("room", sent["room"] ?? .null)])
            state.bookings[state.last] = booking
            return json(201, .object(booking))
        }

        private func body(of request: Request) -> JSONObject? {
            guard request.headers[.contentType]?.hasPrefix("application/json") == true else { return nil }
            return (try? JSON(parsing: request.body))?.object ?? JSONObject()
        }

        private func shown(_ resource: JSONObject?) -> Response {
            guard var resource else { return Response(status: 404) }
            if habit == .showsText, resource["open"] == .bool(true) { resource["open"] = .string("yes") }
            return json(200, .object(resource))
        }

        private func json(_ status: Int, _ value: JSON) -> Response {
            Response(
                status: status, headers: [.contentType: "application/json"], body: Array(value.serialized().utf8))
        }
    }

    /// What is found, besides notes: check, operation and degree.
    @Test(
        arguments: [
            (nil, []),
            (.archives, []),
            (.archivesSilently, ["used-after-delete getRoom suspicion"]),
            (.deletesNothing, ["used-after-delete getRoom violation", "used-after-delete putRoom violation"]),
            (.failsAtEmptyNote, ["server-error createBooking violation"]),
            (.asksForNoToken, ["authentication-ignored getBooking violation"]),
            (.keepsSeats, ["not-stored putRoom violation"]),
            (.overfillsPages, ["page-overflow listRooms violation"]),
            (.showsText, ["body-shape getRoom violation"]),
        ] as [(Habit?, Set<String>)])
    func whatIsFoundIsWhatIsWrong(habit: Habit?, expected: Set<String>) async throws {
        let backend = Backend(habit)
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let report = await Verifier(contract: contract, options: VerificationOptions()) { backend.answer($0) }.run()
        let shown = report.findings.map(\.finding).filter { $0.degree != .note }
        let found = Set(shown.map { "\($0.check.rawValue) \($0.operation.id) \($0.degree.rawValue)" })
        #expect(found == expected, "\(LendingLibraryTests.text(report))")
    }
}
