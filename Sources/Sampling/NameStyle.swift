// What a property's name says about its values.

import JSONSchema

/// What kind of value a name asks for, read once when a schema is planned.
struct NameStyle: Sendable {
    /// The words of the name, in lower case: `mainPhoto_url` has `main`, `photo` and `url`.
    let words: [String]
    let kind: Kind?

    enum Kind: Sendable {
        case identifier, uuid, email, firstName, lastName, fullName, userName, phone, url, image
        case price, count, rating, percentage, age, year, latitude, longitude, size
        case city, country, countryCode, street, postcode, currency, language, timeZone
        case title, description, company, colour, gender, slug, status, category
        case date, time, instant, password, token, hash, version, mediaType, fileName, ipAddress, hostname, code
    }

    init(_ name: String) {
        words = NameStyle.words(of: name)
        kind = NameStyle.kind(of: words)
    }

    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var current = ""
        var wasLower = false
        for scalar in name.unicodeScalars.prefix(80) {
            let properties = scalar.properties
            let isWordPart = properties.isAlphabetic || properties.numericType != nil
            if !isWordPart || (wasLower && properties.isUppercase) {
                if !current.isEmpty { words.append(current.lowercased()) }
                current = ""
            }
            if isWordPart { current.unicodeScalars.append(scalar) }
            wasLower = properties.isLowercase || properties.numericType != nil
        }
        if !current.isEmpty { words.append(current.lowercased()) }
        return words
    }

    /// By the last word that says something: of `customer_email` it is `email`, of `photo_url` it is `url`.
    private static func kind(of words: [String]) -> Kind? {
        if words.count >= 2, let kind = pairs[words.suffix(2).joined(separator: " ")] { return kind }
        for word in words.reversed() {
            if let kind = kinds[word] { return kind }
            if word.hasSuffix("s"), let kind = kinds[String(word.dropLast())] { return kind }
        }
        return nil
    }

    private static let pairs: [String: Kind] = [
        "first name": .firstName, "given name": .firstName, "last name": .lastName, "family name": .lastName,
        "full name": .fullName, "display name": .fullName, "user name": .userName, "file name": .fileName,
        "customer name": .fullName, "author name": .fullName, "company name": .company, "country code": .countryCode,
        "country name": .country, "city name": .city, "postal code": .postcode, "zip code": .postcode,
        "time zone": .timeZone, "phone number": .phone, "created at": .instant, "updated at": .instant,
        "mime type": .mediaType, "media type": .mediaType, "content type": .mediaType, "ip address": .ipAddress,
        "email address": .email, "host name": .hostname, "street address": .street, "access token": .token,
        "api key": .token, "modified gmt": .instant, "date gmt": .instant, "currency code": .currency,
        "language code": .language, "image url": .url, "source url": .url,
    ]

    private static let kinds: [String: Kind] = {
        let lists: [(Kind, String)] = [
            (.identifier, "id ids identifier sid"), (.uuid, "uuid guid"), (.email, "email mail"),
            (.firstName, "firstname forename"), (.lastName, "lastname surname"),
            (.fullName, "fullname author owner person"),
            (.userName, "username login nickname handle"), (.phone, "phone telephone mobile fax tel"),
            (.url, "url uri link href website homepage permalink"),
            (.image, "image photo picture avatar icon thumbnail logo img pic"),
            (.price, "price cost amount total subtotal sum fee tax balance discount"),
            (.count, "count number quantity qty stock amounts limit offset page pages items length"),
            (.rating, "rating stars score"), (.percentage, "percent percentage ratio"), (.age, "age"), (.year, "year"),
            (.latitude, "latitude lat"), (.longitude, "longitude lon lng"), (.size, "size sizes"),
            (.city, "city town"), (.country, "country"), (.street, "street address"),
            (.postcode, "postcode zip zipcode"), (.currency, "currency"), (.language, "language locale lang"),
            (.timeZone, "timezone tz"), (.title, "name title label subject headline caption"),
            (
                .description,
                "description text summary content body comment message note notes details bio excerpt review"
            ),
            (.company, "company organization organisation brand vendor manufacturer"), (.colour, "color colour"),
            (.gender, "gender sex"), (.slug, "slug permalink"), (.status, "status state"),
            (.category, "category categories tag type kind department"),
            (.date, "date day birthday birthdate dob"), (.time, "time"),
            (.instant, "timestamp created updated modified deleted expires expiry"),
            (.password, "password passwd passphrase"), (.token, "token secret key session nonce signature"),
            (.hash, "hash sha checksum digest etag sha1 sha256 md5"), (.version, "version"),
            (.mediaType, "mimetype"), (.fileName, "filename file path"), (.ipAddress, "ip"),
            (.hostname, "host hostname domain"), (.code, "code sku ean barcode reference"),
        ]
        var kinds: [String: Kind] = [:]
        for (kind, words) in lists { for word in words.split(separator: " ") { kinds[String(word)] = kind } }
        return kinds
    }()
}

/// Numbers that are usual for a name.
struct NumberRange: Sendable {
    let range: ClosedRange<Int>
    /// Decimal places that such numbers are written with, where they need not be whole.
    let places: Int

    init(_ range: ClosedRange<Int>, places: Int = 1) {
        self.range = range
        self.places = places
    }
}

extension NameStyle {
    var numbers: NumberRange {
        switch kind {
        case .identifier, .code: NumberRange(1...99_999, places: 0)
        case .price: NumberRange(1...500, places: 2)
        case .count: NumberRange(1...20, places: 0)
        case .rating: NumberRange(1...5)
        case .percentage: NumberRange(0...100)
        case .age: NumberRange(18...80, places: 0)
        case .year: NumberRange(2015...2026, places: 0)
        case .latitude: NumberRange(-60...70, places: 4)
        case .longitude: NumberRange(-180...180, places: 4)
        case .size: NumberRange(36...46, places: 0)
        case .instant, .date, .time: NumberRange(1_735_689_600...1_795_000_000, places: 0)
        case .uuid, .email, .firstName, .lastName, .fullName, .userName, .phone, .url, .image, .city, .country,
            .countryCode, .street, .postcode, .currency, .language, .timeZone, .title, .description, .company, .colour,
            .gender, .slug, .status, .category, .password, .token, .hash, .version, .mediaType, .fileName, .ipAddress,
            .hostname, nil:
            NumberRange(1...1000)
        }
    }
}
