// Mockoon's CRUD routes: what a data bucket holds, by its paths.

import JSONValues

/// The routes of one bucket. A list has its elements below it: objects by their key, anything else by its index. What is no list is read and
/// replaced as a whole, whatever stands behind its path.
struct MockoonCRUD {
    let bucket: MockoonBucket
    /// The member that objects are known by; `data.id` is one of a member.
    let key: String
    let base: String
    let answer: ImportedAnswer

    /// What the bucket starts with says which it is.
    func routes(at place: SourcePlace) -> [ImportedRoute] {
        bucket.value?.array == nil ? single(place) : whole(place) + parts(place)
    }

    private var state: String { "dyn(state.\(bucket.state))" }
    /// The body: JSON, or else its text; an empty object where there is none.
    private let body = "(request.json != null ? request.json : request.text == \"\" ? dyn({}) : dyn(request.text))"
    private let bodyMembers = "(type(request.json) == map ? request.json : {})"

    private func route(
        _ method: String, _ path: String, _ place: SourcePlace, when conditions: [String] = [], to value: String? = nil,
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
            changes: value.map { [["set": [bucket.state: .string($0)]]] } ?? [], answer: given)
    }

    // MARK: - What is no list

    private func single(_ place: SourcePlace) -> [ImportedRoute] {
        let merged = "(type(\(state)) == map ? dyn(json.merge(\(state), \(bodyMembers))) : \(body))"
        let all = "json.text(\(state))"
        return [route("POST", base, place, to: body, status: 201, all)]
            + [base, one].flatMap { path in
                [
                    route("GET", path, place, all), route("PUT", path, place, to: body, status: 200, all),
                    route("PATCH", path, place, to: merged, status: 200, all),
                    route("DELETE", path, place, to: "null", status: 200, "\"{}\""),
                ]
            }
    }

    // MARK: - The list

    private func whole(_ place: SourcePlace) -> [ImportedRoute] {
        let isList = "type(request.json) == list"
        return [
            route(
                "GET", base, place,
                headers: [
                    ("X-Total-Count", "string(size(\(state)))"), ("X-Filtered-Count", "string(size(\(kept)))"),
                ], "json.text(\(page))"),
            route(
                "POST", base, place, to: "\(state) + [\(made)]", status: 201,
                "json.text(\(state)[size(\(state)) - 1])"),
            route("PUT", base, place, when: [isList], to: "request.json", status: 200, "json.text(\(state))"),
            route(
                "PATCH", base, place, when: [isList], to: "\(state) + request.json", status: 200, "json.text(\(state))"),
            route("DELETE", base, place, to: "[]", status: 200, "\"{}\""),
        ]
    }

    /// A new element: an object without the key gets the next number, or an identifier where no element has a number.
    private var made: String {
        let numbers =
            "\(state).map(r, \(value(of: "r"))).filter(v, \(isNumber("v"))).map(v, number(v))"
        let next =
            "(size(\(numbers)) > 0 ? dyn(int(\(numbers).sort().last().orValue(0.0)) + 1) : dyn(random.uuid(seed)))"
        return "(type(request.json) == map && \(value(of: "request.json")) == null ? dyn(\(setting(next))) : \(body))"
    }

    // MARK: - Its elements

    private func parts(_ place: SourcePlace) -> [ImportedRoute] {
        let exists = "size(\(found)) > 0"
        // The key that the body gives is the element's from then on.
        let given = value(of: "request.json")
        let after =
            "\(state).filter(r, type(r) == map && text(\(value(of: "r"))) == (\(given) != null ? text(\(given)) : \(id)))"
        let changed = "json.text(size(\(after)) > 0 ? \(after)[0] : \(found)[0])"
        let replaced =
            "(type(r) == map ? (\(given) != null ? \(bodyMembers) : \(setting(value(of: "r"), in: bodyMembers))) : \(body))"
        let merged = "(type(r) == map ? json.merge(r, \(bodyMembers)) : \(body))"
        func list(_ element: String) -> String {
            "\(state).transformList(i, r, i == \(index) ? dyn(\(element)) : dyn(r))"
        }
        let rest = "\(state).transformList(i, r, i != \(index), r)"
        return [
            route("GET", one, place, when: [exists], "json.text(\(found)[0])"),
            route("PUT", one, place, when: [exists], to: list(replaced), status: 200, changed),
            route("PATCH", one, place, when: [exists], to: list(merged), status: 200, changed),
            route("DELETE", one, place, when: [exists], to: rest, status: 200, "\"{}\""),
        ] + ["GET", "PUT", "PATCH", "DELETE"].map { route($0, one, place, status: 404, "\"{}\"") }
    }

    /// The path of one element.
    private var one: String {
        let name = keys.last.flatMap { name in
            name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } ? name : nil
        }
        return base + "/{\(name ?? "id")}"
    }

    private var id: String { "request.path.split(\"/\")[\(PathKey(base).segments.count + 1)]" }

    /// The elements that the path means, of which the first is it.
    private var found: String { "\(state).transformList(i, r, \(isIt), r)" }
    private var index: String { "\(state).transformList(i, r, \(isIt), i)[0]" }

    private var isIt: String {
        let number = "regex.capture(\(id), \(CELText.quoted(Self.leadingNumber)), 1)"
        return
            "(type(r) == map ? \(value(of: "r")) != null && text(\(value(of: "r"))) == \(id) : i == (\(number) == \"\" ? 0 : int(\(number))))"
    }

    private static let leadingNumber = "^\\s*([0-9]{1,9})"

    private var keys: [String] { key.split(separator: ".").map(String.init) }

    /// The key's value; null where there is none.
    private func value(of row: String) -> String {
        let steps = keys.map { "['" + $0.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "']" }
        return "json.first(\(row), \(CELText.quoted("$" + steps.joined())))"
    }

    /// An object with another value of the key.
    private func setting(_ value: String, in object: String = "request.json") -> String {
        func merged(_ names: ArraySlice<String>, _ object: String) -> String {
            guard let name = names.first else { return value }
            let inner = "json.first(\(object), \(CELText.quoted("$['\(name)']")))"
            let own = "(type(\(inner)) == map ? \(inner) : {})"
            let rest = merged(names.dropFirst(), own)
            // The key comes first where it is new.
            return
                "json.merge(json.merge({\(CELText.quoted(name)): dyn(null)}, \(object)), {\(CELText.quoted(name)): dyn(\(rest))})"
        }
        return merged(keys[...], object)
    }

    // MARK: - Pages, filters and order

    private func isNumber(_ value: String) -> String {
        "json.text(\(value)).matches(\"^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$\")"
    }

    private func whole(_ name: String, or otherwise: Int) -> String {
        let text = "request.parameters[?\(CELText.quoted(name))].orValue([\"\"])[0]"
        let number = "regex.capture(\(text), \(CELText.quoted(Self.leadingNumber)), 1)"
        return "(\(number) in [\"\", \"0\"] ? \(otherwise) : int(\(number)))"
    }

    private var page: String {
        let (page, limit) = (whole("page", or: 1), whole("limit", or: 10))
        let start = "math.least((\(page) - 1) * \(limit), size(rows))"
        let end = "math.least(\(page) * \(limit), size(rows))"
        let shown =
            "(\"page\" in request.parameters || \"limit\" in request.parameters ? rows.slice(\(start), \(end)) : rows)"
        return "cel.bind(rows, dyn(\(sorted)), \(shown))"
    }

    /// What the query's filters let through.
    private var kept: String {
        let values = "request.parameters"
        let value = "\(values)[k][0]"
        func field(_ ending: String) -> String {
            "json.first(r, \"$['\" + k.substring(0, size(k) - \(ending.count)).replace(\".\", \"']['\") + \"']\")"
        }
        func isText(_ value: String) -> String { "\(value).matches(\"^-?[0-9]+([.][0-9]+)?$\")" }
        func equal(_ ending: String) -> String {
            let own = "text(\(field(ending)))"
            return "(\(own) == \(value) || (\(isText(own)) && \(isText(value)) && number(\(own)) == number(\(value))))"
        }
        /// Numbers are compared as numbers, texts as texts.
        func compared(_ ending: String, _ sign: String) -> String {
            let own = field(ending)
            return
                "(\(isNumber(own)) ? number(\(own)) \(sign) number(\(value)) : type(\(own)) == string && text(\(own)) \(sign) \(value))"
        }
        func matched(_ ending: String, _ pattern: String) -> String { "text(\(field(ending))).matches(\(pattern))" }
        var test = "true"
        for (ending, condition) in [
            ("_eq", equal("_eq")), ("_ne", CELText.not(equal("_ne"))), ("_gt", compared("_gt", ">")),
            ("_gte", compared("_gte", ">=")), ("_lt", compared("_lt", "<")), ("_lte", compared("_lte", "<=")),
            ("_like", matched("_like", "\"(?i)\" + \(value)")), ("_start", matched("_start", "\"(?i)^\" + \(value)")),
            ("_end", matched("_end", "\"(?i)(?:\" + \(value) + \")$\"")),
        ].reversed() {
            test = "k.endsWith(\"\(ending)\") ? \(condition) : \(test)"
        }
        let search = "\(values)[?\"search\"].orValue([\"\"])[0].lowerAscii()"
        let texts = "([dyn(r)] + json.select(r, \"$..*\")).filter(v, type(v) != list && type(v) != map)"
        return
            "\(state).filter(r, \(texts).exists(v, text(v).lowerAscii().contains(\(search))) && \(values).all(k, \(test)))"
    }

    private var sorted: String {
        let by = "(type(r) == map ? json.first(r, \"$['\" + request.parameters[\"sort\"][0] + \"']\") : dyn(r))"
        let up =
            "(kept.all(r, \(isNumber(by))) ? dyn(kept.sortBy(r, number(\(by)))) : dyn(kept.sortBy(r, text(\(by)).lowerAscii())))"
        let isDown = "request.parameters[?\"order\"].orValue([\"\"])[0] == \"desc\""
        return
            "cel.bind(kept, dyn(\(kept)), \"sort\" in request.parameters ? (\(isDown) ? \(up).reverse() : \(up)) : kept)"
    }
}
