// Books and what is said of them.

import JSONValues
import HTTPExchange
import HTTPTypes

extension Visit {
    static let genres = ["fiction", "science", "history", "comics"]

    private var bookFields: [Field] {
        let text = Rule.text(0...80)
        let publisher: [Field] = [
            Field("name", .text(1...60), required: true),
            Field("country", .matching { $0.count == 2 && $0.utf8.allSatisfy { (0x41...0x5A).contains($0) } }),
            Field("email", .email),
        ]
        let size = Rule.number(from: 0, past: true, to: 200)
        let pages: Rule =
            has(.pagesAsText) ? .matching { Int($0).map { (1...5_000).contains($0) } ?? false } : .integer(1...5_000)
        return [
            Field("title", .text(1...(has(.longTitleTaken) ? 81 : 80)), required: true),
            Field("subtitle", .orNull(text)),
            Field("isbn", .digits(10...10, after: ["978", "979"]), required: true),
            Field("genre", .choice(Visit.genres), required: true),
            Field(
                "price", .number(from: has(.negativePriceTaken) ? -1_000 : 0, past: false, to: 1_000), required: true),
            Field("pages", pages, required: true), Field("published", .date), Field("in_print", .flag),
            Field("stock", .integer(0...10_000)),
            Field("tags", .list(atMost: 5, unique: !has(.duplicatesTaken), .text(1...20))),
            Field("purchase_note", .text(0...100)),
            Field(
                "dimensions",
                .object([Field("width", size, required: true), Field("height", size, required: true)], closed: false),
                required: true),
            Field("publisher", .object(publisher, closed: false)),
        ]
    }

    /// Where text is taken for the number of pages, numbers still are.
    private func sentBook(_ fields: [Field]) -> Sent {
        guard has(.pagesAsText), let value = try? JSON(parsing: request.body), value["pages"]?.number != nil else {
            return body(.object(fields, closed: false))
        }
        let others = fields.filter { $0.name != "pages" } + [Field("pages", .integer(1...5_000), required: false)]
        return body(.object(others, closed: false))
    }

    /// The book as its readers see it.
    private func shown(_ book: JSONObject, listed: Int? = nil) -> JSON {
        var book = book
        if !(has(.secretShown) && listed == nil) { book["purchase_note"] = nil }
        if has(.priceAsText), listed == nil { book["price"] = book["price"].map { .string($0.serialized()) } }
        if has(.unknownGenre), listed == nil, book["genre"] == "history" { book["genre"] = "unknown" }
        if has(.widthAsText), listed == nil {
            book["dimensions"] = .object(["width": "12", "height": book["dimensions"]?["height"] ?? 1])
        }
        if has(.nullCountry), listed == nil, case .object(var publisher)? = book["publisher"],
            publisher["country"] == nil
        {
            publisher["country"] = .null
            book["publisher"] = .object(publisher)
        }
        if has(.tagsForgotten), listed == nil { book["tags"] = nil }
        if has(.titleMissingInList), listed != nil { book["title"] = nil }
        if has(.comicsDiscount), listed != nil, book["genre"] == "comics" { book["in_print"] = "yes" }
        if has(.secondPageShape), let listed, listed > 0 { book["genre"] = nil }
        return .object(book)
    }

    func listBooks() -> Response {
        let numbers: [String: Int]
        switch integers([("limit", 1...(has(.limitPastMaximum) ? 21 : 20)), ("offset", 0...Int.max)]) {
        case .values(let found): numbers = found
        case .refused(let response): return response
        }
        let query = query
        var books = shelves.books.map(\.value)
        if let genre = query["genre"] {
            guard Visit.genres.contains(genre) else { return problem(400, "no such genre") }
            if has(.combinationFails), genre == "science", query["in_print"] == "false" { return problem(500, "oh") }
            books = books.filter { $0["genre"]?.string == genre }
        }
        if let text = query["q"] {
            guard ((has(.shortQueryTaken) ? 1 : 2)...30).contains(text.unicodeScalars.count) else {
                return problem(400, "q has a wrong length")
            }
            books = books.filter { $0["title"]?.string?.contains(text) ?? false }
        }
        if let text = query["in_print"] {
            guard text == "true" || text == "false" else { return problem(400, "in_print is true or false") }
            books = books.filter { ($0["in_print"]?.bool ?? false) == (text == "true") }
        }
        if let text = query["max_price"] {
            guard let price = Double(text), (0...1_000).contains(price) else { return problem(400, "max_price") }
            books = books.filter { ($0["price"]?.number?.double ?? 0) <= price }
        }
        let offset = numbers["offset"] ?? 0
        let limit = (numbers["limit"] ?? 10) + (has(.secondPageOverflow) && offset > 0 ? 1 : 0)
        let page = books.dropFirst(offset).prefix(limit).map { shown($0, listed: offset) }
        return json(200, .array(page), headers: totals(books.count))
    }

    func totals(_ count: Int) -> HTTPFields {
        var headers = HTTPFields()
        if let name = HTTPField.Name("X-Total-Count") { headers[name] = String(count) }
        return headers
    }

    mutating func createBook() -> Response {
        var book: JSONObject
        switch sentBook(bookFields) {
        case .value(let value): book = value
        case .refused(let response): return response
        }
        if has(.zeroStockFails), book["stock"] == 0 { return problem(500, "oh") }
        if has(.unicodeFails), book["title"]?.string?.utf8.contains(where: { $0 > 0x7F }) ?? false {
            return problem(500, "oh")
        }
        let id = shelves.next()
        book["id"] = .number(JSONNumber(id))
        if !has(.createdAtTaken) || book["created_at"] == nil { book["created_at"] = "2026-03-01T12:00:00Z" }
        let entry = (id: JSON.number(JSONNumber(id)), owner: token, value: book)
        if has(.bookNotStored) { shelves.loans = shelves.loans } else { shelves.books.append(entry) }
        var headers = HTTPFields()
        if !has(.locationMissing) { headers[.location] = "/api/books/\(id)" }
        var answer = book
        answer["purchase_note"] = nil
        return json(has(.createdAs200) ? 200 : 201, .object(answer), headers: headers)
    }

    mutating func book(_ text: String) -> Response {
        guard let id = Int(text), id > 0 else { return problem(400, "no id") }
        let isReading = request.method == .get
        if has(.greatNumberFails), isReading, id > Int(Int32.max) { return problem(500, "oh") }
        guard let index = shelves.books.firstIndex(where: { $0.id == .number(JSONNumber(id)) }) else {
            if has(.deletedReplaced), request.method == .put, id <= shelves.count, let first = shelves.books.first {
                return json(200, shown(first.value))
            }
            if isReading, let ghost = shelves.ghosts.first(where: { $0.id == .number(JSONNumber(id)) }) {
                return json(200, shown(ghost.value))
            }
            return problem(has(.missingBookAs410) && isReading ? 410 : 404, "no such book")
        }
        switch request.method {
        case .get: return json(200, shown(shelves.books[has(.anotherBookRead) ? 0 : index].value))
        case .delete:
            if has(.deletedReadable) { shelves.ghosts.append(shelves.books[index]) }
            shelves.books.remove(at: index)
            shelves.reviews[id] = nil
            return Response(status: 204)
        default: return changeBook(at: index)
        }
    }

    private mutating func changeBook(at index: Int) -> Response {
        let isWhole = request.method == .put
        let fields = isWhole ? bookFields : bookFields.map { Field($0.name, $0.rule) }
        var book: JSONObject
        switch sentBook(fields) {
        case .value(let value): book = value
        case .refused(let response):
            if has(.refusedChangeMade), !isWhole, let sent = try? JSON(parsing: request.body), let title = sent["title"]
            {
                shelves.books[index].value["title"] = title
            }
            return response
        }
        if !isWhole, book.isEmpty { return problem(400, "nothing to change") }
        let old = shelves.books[index].value
        if isWhole {
            book["id"] = old["id"]
            book["created_at"] = old["created_at"]
        } else {
            var merged = old
            for (name, value) in book where name != "id" && name != "created_at" { merged[name] = value }
            if has(.changeResetsStock), book["stock"] == nil { merged["stock"] = 0 }
            book = merged
        }
        if !has(isWhole ? .replacementNotStored : .changeNotStored) { shelves.books[index].value = book }
        book["purchase_note"] = nil
        return json(200, .object(book))
    }

    // MARK: Reviews

    mutating func reviews(_ text: String) -> Response {
        guard let id = Int(text), id > 0 else { return problem(400, "no id") }
        guard shelves.books.contains(where: { $0.id == .number(JSONNumber(id)) }) else {
            return problem(404, "no such book")
        }
        return request.method == .get ? listReviews(of: id) : createReview(of: id)
    }

    private func listReviews(of book: Int) -> Response {
        let numbers: [String: Int]
        switch integers([("limit", 1...20), ("page", 1...1_000)]) {
        case .values(let found): numbers = found
        case .refused(let response): return response
        }
        let all = (shelves.reviews[book] ?? []).map { JSON.object($0.value) }
        let limit = numbers["limit"] ?? 10
        let page = all.dropFirst(((numbers["page"] ?? 1) - 1) * limit).prefix(limit)
        return json(200, ["items": .array(Array(page)), "total": .number(JSONNumber(all.count))])
    }

    private mutating func createReview(of book: Int) -> Response {
        let fields = [
            Field("rating", .integer(1...(has(.rating5Refused) ? 4 : 5)), required: true),
            Field("text", .text(1...500), required: true), Field("author", .text(1...40)),
            Field("recommended", .flag),
        ]
        var review: JSONObject
        switch body(.object(fields, closed: false)) {
        case .value(let value): review = value
        case .refused(let response): return response
        }
        if has(.longReviewFails), (review["text"]?.string?.count ?? 0) > 400 { return problem(500, "oh") }
        let id = shelves.next()
        review["id"] = .number(JSONNumber(id))
        review["at"] = has(.timeWithoutZone) && review["rating"] == 1 ? "2026-03-01T12:00:00" : "2026-03-01T12:00:00Z"
        if !has(.reviewNotListed) {
            shelves.reviews[book, default: []].append((id: .number(JSONNumber(id)), owner: token, value: review))
        }
        return json(201, .object(review))
    }
}
