// Members, their loans, and numbers about them.

import JSONValues
import JSONSchema
import HTTPExchange
import HTTPTypes

extension Visit {
    private static let levels = ["basic", "silver", "gold"]

    private var memberRule: Rule {
        let address: [Field] = [
            Field("street", .text(1...60), required: true), Field("city", .text(1...60), required: true),
            Field("zip", has(.badZipTaken) ? .text(0...100) : .digits(5...5), required: true),
        ]
        return .object(
            [
                Field("name", .text(2...50), required: true),
                Field("email", .email, required: !has(.emailNotRequired)),
                Field("level", .choice(Visit.levels), required: true), Field("birthday", .date),
                Field("phone", .orNull(.digits(7...15, after: ["+"]))),
                Field("address", .object(address, closed: false)),
            ], closed: !has(.unknownPropertiesTaken))
    }

    func listMembers() -> Response {
        let numbers: [String: Int]
        switch integers([("limit", 1...20), ("offset", 0...Int.max)]) {
        case .values(let found): numbers = found
        case .refused(let response): return response
        }
        var members = (shelves.members + (has(.deletedListed) ? shelves.ghosts : [])).map(\.value)
        if let level = query["level"] {
            guard Visit.levels.contains(level) else { return problem(400, "no such level") }
            members = members.filter { $0["level"]?.string == level }
        }
        var offset = numbers["offset"] ?? 0
        if offset > 0, has(.pageSkips) { offset += 1 }
        if offset > 0, has(.pageRepeats) { offset -= 1 }
        let page = members.dropFirst(offset).prefix(numbers["limit"] ?? 10)
        return json(
            200, .array(page.map(JSON.object)), headers: has(.membersWithoutTotal) ? [:] : totals(members.count))
    }

    mutating func createMember() -> Response {
        switch body(memberRule) {
        case .value(let member): return json(201, .object(store(member)))
        case .refused(let response):
            if has(.refusedMemberStored), let value = try? JSON(parsing: request.body), let member = value.object {
                _ = store(member)
            }
            return response
        }
    }

    private mutating func store(_ member: JSONObject) -> JSONObject {
        var member = member
        let digits = String(shelves.next(), radix: 16)
        let id = JSON.string("00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits)
        member["id"] = id
        if member["email"] == nil { member["email"] = "nobody@library.example" }
        shelves.members.append((id: id, owner: token, value: member))
        return member
    }

    mutating func member(_ id: String) -> Response {
        guard Rule.uuid.fault(in: .string(id), at: "id") == nil else { return problem(400, "no id") }
        guard let index = shelves.members.firstIndex(where: { $0.id.string == id.lowercased() }) else {
            return problem(404, "no such member")
        }
        guard request.method == .delete else { return json(200, .object(shelves.members[index].value)) }
        let member = shelves.members.remove(at: index)
        if has(.deletedListed) { shelves.ghosts.append(member) }
        return Response(status: 204)
    }

    // MARK: Loans

    mutating func createLoan() -> Response {
        let fields = [
            Field("book_id", .integer(1...Int.max), required: true), Field("member_id", .uuid, required: true),
            Field("days", .integer(1...60), required: true), Field("note", .text(0...100)),
        ]
        var loan: JSONObject
        switch body(.object(fields, closed: false)) {
        case .value(let value): loan = value
        case .refused(let response): return response
        }
        guard shelves.books.contains(where: { $0.id == loan["book_id"] }),
            shelves.members.contains(where: { $0.id.string == loan["member_id"]?.string?.lowercased() })
        else { return problem(422, "no such book or member") }
        let id = shelves.next()
        loan["id"] = .number(JSONNumber(id))
        loan["status"] = "open"
        shelves.loans.append((id: .number(JSONNumber(id)), owner: token, value: loan))
        return json(201, .object(loan))
    }

    func loan(_ text: String) -> Response {
        guard let id = Int(text), id > 0 else { return problem(400, "no id") }
        guard let loan = shelves.loans.first(where: { $0.id == .number(JSONNumber(id)) }) else {
            return problem(404, "no such loan")
        }
        guard loan.owner == token || has(.foreignLoan) else { return problem(403, "not yours") }
        return json(200, .object(loan.value))
    }

    func stats() -> Response {
        let region = HTTPField.Name("X-Region").flatMap { request.headers[$0] }
        guard region == "north" || region == "south" || (region == nil && has(.regionIgnored)) else {
            return problem(400, "X-Region is north or south")
        }
        if case .refused(let response) = integers([("days", 1...365)]) { return response }
        var response = json(
            200,
            [
                "region": .string(region ?? "north"), "books": .number(JSONNumber(shelves.books.count)),
                "loans": .number(JSONNumber(shelves.loans.count)), "average_days": 14,
            ])
        if has(.statsAsHTML) { response.headers[.contentType] = "text/html" }
        return response
    }
}
