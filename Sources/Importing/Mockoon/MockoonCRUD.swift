// Mockoon's CRUD routes: a bucket's rows by their paths.

import JSONValues

struct MockoonCRUD {
    let bucket: MockoonBucket
    let key: String
    let base: String
    let answer: ImportedAnswer

    func routes(at place: SourcePlace) -> [ImportedRoute] {
        let isRows = bucket.value?.array.map { rows in rows.allSatisfy { $0.object != nil } } ?? false
        return isRows ? rows(place) : value(place)
    }

    private var state: String { "state.\(bucket.state)" }

    private func route(
        _ method: String, _ path: String, _ place: SourcePlace, when conditions: [String] = [], changes: [JSON] = [],
        status: Int? = nil, headers: [(String, String)] = [], _ content: String
    ) -> ImportedRoute {
        var given = answer
        if let status { given.status = status }
        if !given.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            given.set("Content-Type", "application/json; charset=utf-8")
        }
        given.headers += headers.map { (name: $0.0, value: $0.1) }
        given.content = .expression(content)
        return ImportedRoute(
            place: place, name: "\(bucket.name)", methods: [method],
            path: path.contains("{") ? PathMatch(template: path) : PathMatch(exact: path), conditions: conditions,
            changes: changes, answer: given)
    }

    /// A bucket that is no list of objects is read and replaced.
    private func value(_ place: SourcePlace) -> [ImportedRoute] {
        [
            route("GET", base, place, "json.text(\(state))"),
            route("PUT", base, place, changes: [["set": [bucket.state: "request.json"]]], "json.text(\(state))"),
            route(
                "PATCH", base, place, changes: [["set": [bucket.state: .string("json.merge(\(state), request.json)")]]],
                "json.text(\(state))"),
            route("DELETE", base, place, changes: [["set": [bucket.state: "null"]]], "\"{}\""),
        ]
    }

    private func rows(_ place: SourcePlace) -> [ImportedRoute] {
        let one = base + "/{\(key)}"
        let id = "request.path.split(\"/\")[\(PathKey(base).segments.count + 1)]"
        let isIt = "text(row[?\(CELText.quoted(key))].orValue(null)) == \(id)"
        let found = "\(state).filter(r, text(r[?\(CELText.quoted(key))].orValue(null)) == \(id))"
        let exists = "size(\(found)) > 0"
        let given = "(request.json == null ? {} : request.json)"
        let isNumber = "\(state).all(r, type(r[?\(CELText.quoted(key))].orValue(0)) == int)"
        let next =
            "(\(isNumber) ? dyn(\(state).map(r, int(r[?\(CELText.quoted(key))].orValue(0))).sort().last().orValue(0) + 1) : dyn(random.uuid(seed)))"
        let hasOwn = "json.first(\(given), \(CELText.quoted("$['\(key)']"))) != null"
        let made = "(\(hasOwn) ? \(given) : json.merge({\(CELText.quoted(key)): \(next)}, \(given)))"
        let kept = "{\(CELText.quoted(key)): row[\(CELText.quoted(key))]}"
        let missing = "\"{}\""
        let count = "string(size(\(state)))"
        let filtered = filtered
        let page = "(\"page\" in request.parameters ? int(request.parameters[\"page\"][0]) : 1)"
        let limit = "(\"limit\" in request.parameters ? int(request.parameters[\"limit\"][0]) : 10)"
        let start = "math.least((\(page) - 1) * \(limit), size(\(filtered)))"
        let paged = "(\"page\" in request.parameters || \"limit\" in request.parameters"
        let shown =
            "\(paged) ? \(filtered).slice(\(start), math.least(\(start) + \(limit), size(\(filtered)))) : \(filtered))"
        return [
            route(
                "GET", base, place,
                headers: [("X-Total-Count", count), ("X-Filtered-Count", "string(size(\(filtered)))")],
                "json.text(\(shown))"),
            route(
                "POST", base, place, changes: [["insert": .string(bucket.state), "set": .string(made)]], status: 201,
                "json.text(\(state)[size(\(state)) - 1])"),
            route(
                "PUT", base, place, when: ["type(request.json) == list"],
                changes: [["set": [bucket.state: "request.json"]]], "json.text(\(state))"),
            route("DELETE", base, place, changes: [["remove": .string(bucket.state)]], "\"{}\""),
            route("GET", one, place, when: [exists], "json.text(\(found)[0])"),
            route(
                "PUT", one, place, when: [exists],
                changes: [
                    [
                        "set": [
                            bucket.state: .string(
                                "\(state).map(row, \(isIt) ? json.merge(\(given), \(kept)) : dyn(row))")
                        ]
                    ]
                ],
                "json.text(\(found)[0])"),
            route(
                "PATCH", one, place, when: [exists],
                changes: [
                    [
                        "update": .string(bucket.state), "where": .string(isIt),
                        "set": .string("json.merge(json.merge(row, \(given)), \(kept))"),
                    ]
                ],
                "json.text(\(found)[0])"),
            route(
                "DELETE", one, place, when: [exists],
                changes: [["remove": .string(bucket.state), "where": .string(isIt)]],
                "\"{}\""),
        ] + ["GET", "PUT", "PATCH", "DELETE"].map { route($0, one, place, status: 404, missing) }
    }

    /// The rows that the query's filters let through, sorted.
    private var filtered: String {
        let values = "request.parameters"
        func field(_ ending: Int) -> String {
            "text(json.first(r, \"$['\" + k.substring(0, size(k) - \(ending)) + \"']\"))"
        }
        func number(_ text: String) -> String { "(\(text).matches(\"^-?[0-9.]+$\") ? double(\(text)) : 0.0)" }
        let value = "\(values)[k][0]"
        var test = "true"
        for (ending, condition) in [
            ("_eq", "\(field(3)) == \(value)"), ("_ne", "\(field(3)) != \(value)"),
            ("_gt", "\(number(field(3))) > \(number(value))"), ("_gte", "\(number(field(4))) >= \(number(value))"),
            ("_lt", "\(number(field(3))) < \(number(value))"), ("_lte", "\(number(field(4))) <= \(number(value))"),
            ("_like", "\(field(5)).lowerAscii().matches(\(value).lowerAscii())"),
            ("_start", "\(field(6)).lowerAscii().startsWith(\(value).lowerAscii())"),
            ("_end", "\(field(4)).lowerAscii().endsWith(\(value).lowerAscii())"),
        ].reversed() {
            test = "k.endsWith(\"\(ending)\") ? \(condition) : \(test)"
        }
        let search =
            "(!(\"search\" in \(values)) || json.text(r).lowerAscii().contains(\(values)[\"search\"][0].lowerAscii()))"
        let kept = "\(state).filter(r, \(search) && \(values).all(k, \(test)))"
        let sorted = "\(kept).sortBy(r, json.first(r, \"$['\" + \(values)[\"sort\"][0] + \"']\"))"
        let isDown = "\"order\" in \(values) && \(values)[\"order\"][0] == \"desc\""
        return "(\"sort\" in \(values) ? (\(isDown) ? \(sorted).reverse() : \(sorted)) : \(kept))"
    }
}
