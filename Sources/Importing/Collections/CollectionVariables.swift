// Variables of collections: `{{name}}` out of environments and folders, `{{$name}}` made up.

import JSONValues

/// The values of variables where a request stands.
struct CollectionVariables {
    private var values: [String: String] = [:]
    /// The names that had no value.
    private(set) var missing: Set<String> = []

    /// Of a list of `{key, value}`; those that are switched off are left out.
    mutating func add(_ list: Sourced?) {
        for entry in list?.elements ?? [] where !entry.flag("disabled") && entry.json["enabled"]?.bool != false {
            guard let key = entry.text("key") ?? entry.text("id") else { continue }
            values[key] = entry.text("value") ?? ""
        }
    }

    /// Adds all of another, which count before those that are there.
    mutating func add(_ others: CollectionVariables) { values.merge(others.values) { $1 } }

    mutating func set(_ name: String, _ value: String) { values[name] = value }

    /// The text with each variable replaced. What has no value stays as it is.
    mutating func resolved(_ text: String) -> String {
        var text = text
        // A value may have variables itself.
        for _ in 0..<10 {
            var result = ""
            var rest = Substring(text)
            var changed = false
            while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
                result += rest[..<start.lowerBound]
                let name = Self.name(rest[start.upperBound..<end.lowerBound])
                if let value = values[name] ?? Self.dynamic(name) {
                    result += value
                    changed = true
                } else {
                    missing.insert(name)
                    result += rest[start.lowerBound..<end.upperBound]
                }
                rest = rest[end.upperBound...]
            }
            text = result + rest
            if !changed { break }
        }
        return text
    }

    /// The name within the braces: Insomnia writes `_.name` and `_['name']` too.
    static func name(_ written: Substring) -> String {
        let name = String(written).trimmed
        if name.hasPrefix("_.") { return String(name.dropFirst(2)) }
        if name.hasPrefix("_["), name.hasSuffix("]") { return String(name.dropFirst(3).dropLast(2)) }
        return name
    }

    /// One value for each of the dynamic variables of Postman and Bruno: an example has to be the same each time.
    private static func dynamic(_ name: String) -> String? {
        guard name.hasPrefix("$") else { return nil }
        if let known = known[String(name.dropFirst())] { return known }
        return name.hasPrefix("$random") ? String(name.dropFirst(7)).lowercased() : nil
    }

    private static let known = [
        "guid": "5f2d3a8e-4c1b-4f6a-9d7e-2b8c1a0f3e4d", "randomUUID": "5f2d3a8e-4c1b-4f6a-9d7e-2b8c1a0f3e4d",
        "timestamp": "1767225600", "isoTimestamp": "2026-01-01T00:00:00.000Z", "randomInt": "42",
        "randomBoolean": "true", "randomAlphaNumeric": "a", "randomFirstName": "Anna", "randomLastName": "Moser",
        "randomFullName": "Anna Moser", "randomUserName": "anna.moser", "randomEmail": "anna.moser@example.com",
        "randomExampleEmail": "anna.moser@example.com", "randomPassword": "placeholder", "randomCity": "Vienna",
        "randomStreetName": "Main Street", "randomStreetAddress": "1 Main Street", "randomCountry": "Austria",
        "randomCountryCode": "AT", "randomLatitude": "48.2082", "randomLongitude": "16.3738",
        "randomPhoneNumber": "202-555-0100", "randomPrice": "19.99", "randomProduct": "Lamp",
        "randomProductName": "Desk Lamp", "randomCompanyName": "Example Inc", "randomUrl": "https://example.com",
        "randomDomainName": "example.com", "randomIP": "192.0.2.1", "randomIPV6": "2001:db8::1",
        "randomDateRecent": "2026-01-01T00:00:00.000Z", "randomDatePast": "2025-01-01T00:00:00.000Z",
        "randomDateFuture": "2027-01-01T00:00:00.000Z", "randomColor": "blue", "randomHexColor": "#336699",
        "randomWord": "word", "randomWords": "some words", "randomLoremSentence": "Lorem ipsum dolor sit amet.",
        "randomLoremWord": "lorem", "randomJobTitle": "Engineer", "randomCurrencyCode": "EUR",
        "randomImageUrl": "https://example.com/image.png", "randomSemver": "1.0.0", "randomFileName": "file.txt",
        "randomAbbreviation": "API", "randomLocale": "en", "randomMACAddress": "00:00:5e:00:53:01",
    ]
}
