// Texts as they stand in real answers, by what a property's name says.

import JSONValues
import JSONSchema

/// Writes texts of a kind. Times lie around a fixed clock.
struct TextSample {
    var generator: SeededGenerator
    /// Seconds since 1970-01-01T00:00:00Z that count as now.
    let clock: Int

    mutating func text(_ style: NameStyle?) -> String {
        switch style?.kind {
        case .identifier: return identifier(10)
        case .uuid: return uuid()
        case .email: return email()
        case .firstName: return pick(Vocabulary.firstNames)
        case .lastName: return pick(Vocabulary.lastNames)
        case .fullName: return pick(Vocabulary.firstNames) + " " + pick(Vocabulary.lastNames)
        case .userName: return userName()
        case .phone: return "+1 555 01" + digits(2) + " " + digits(3)
        case .url: return url()
        case .image: return "https://images.example.com/" + slug() + ".png"
        case .price: return String(generator.within(1...499)) + "." + digits(2)
        case .count, .age, .rating, .percentage: return String(generator.within(1...20))
        case .year: return String(generator.within(2015...2026))
        case .latitude: return String(generator.within(-60...69)) + "." + digits(4)
        case .longitude: return String(generator.within(-179...179)) + "." + digits(4)
        case .size: return pick(Vocabulary.sizes)
        case .city: return pick(Vocabulary.places).city
        case .country: return pick(Vocabulary.places).country
        case .countryCode: return pick(Vocabulary.places).code
        case .street: return String(generator.within(1...180)) + " " + pick(Vocabulary.streets)
        case .postcode: return digits(5)
        case .currency: return pick(["EUR", "USD", "GBP", "UAH", "JPY", "CHF"])
        case .language: return pick(["en", "de", "uk", "fr", "es", "ja"])
        case .timeZone: return pick(["Europe/Berlin", "Europe/Kyiv", "America/New_York", "Asia/Tokyo", "UTC"])
        case .title: return title()
        case .description: return sentence()
        case .company: return pick(Vocabulary.lastNames) + " " + pick(["& Sons", "Ltd", "GmbH", "Works", "Studio"])
        case .colour: return pick(Vocabulary.colours)
        case .gender: return pick(["female", "male", "other"])
        case .slug: return slug()
        case .status: return pick(["active", "pending", "closed"])
        case .category: return pick(Vocabulary.nouns)
        case .date: return date().description
        case .time: return "\(moment().time)"
        case .instant: return "\(moment())"
        case .password: return capitalized(pick(Vocabulary.nouns)) + "-" + digits(4)
        case .token: return identifier(24)
        case .hash: return hexadecimal(40)
        case .version: return [9, 20, 20].map { String(generator.within(0...$0)) }.joined(separator: ".")
        case .mediaType: return pick(["application/json", "image/png", "text/plain"])
        case .fileName: return slug() + pick([".pdf", ".png", ".txt"])
        case .ipAddress: return "192.0.2." + String(generator.within(1...254))
        case .hostname: return pick(Vocabulary.nouns) + ".example.com"
        case .code: return identifier(8).uppercased()
        case nil: return generator.percent(50) ? pick(Vocabulary.nouns) : title()
        }
    }

    /// A text of a format.
    mutating func text(_ format: Format, _ style: NameStyle?) -> String {
        switch format {
        case .dateTime: return "\(moment(style))"
        case .date: return date(style).description
        case .time: return "\(moment().time)"
        case .duration: return pick(["P1D", "PT30M", "P2W", "PT1H30M", "P3M"])
        case .email: return email()
        case .idnEmail: return pick(["анна", "jürgen", "zoë"]) + "@bücher.example"
        case .hostname: return pick(Vocabulary.nouns) + ".example.com"
        case .idnHostname: return pick(["bücher", "größe", "київ"]) + ".example"
        case .ipv4: return "192.0.2." + String(generator.within(1...254))
        case .ipv6: return "2001:db8::" + hexadecimal(4)
        case .uri: return style?.kind == .image ? text(style) : url()
        case .uriReference: return "/" + slug()
        case .iri: return "https://example.com/größe/" + slug()
        case .iriReference: return "/größe/" + slug()
        case .uriTemplate: return "/" + pick(Vocabulary.nouns) + "/{id}"
        case .uuid: return uuid()
        case .jsonPointer: return "/" + pick(Vocabulary.nouns) + "/" + digits(1)
        case .relativeJSONPointer: return "1/" + pick(Vocabulary.nouns)
        case .regex: return "^[a-z]{1," + String(generator.within(2...9)) + "}$"
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: return String(generator.within(1...100))
        case .float, .double, .decimal: return String(generator.within(1...499)) + "." + digits(2)
        case .byte:
            return Base64.standard.encode(style?.kind == .image ? PNG.picture(&generator) : Array(sentence().utf8))
        case .base64url: return Base64.urlSafe.encode(Array(sentence().utf8))
        case .binary: return style?.kind == nil ? sentence() : text(style)
        case .password: return capitalized(pick(Vocabulary.nouns)) + "-" + digits(4)
        }
    }

    mutating func sentence() -> String {
        let words = (0..<generator.within(6...14)).map { _ in pick(Vocabulary.words) }
        return capitalized(words.joined(separator: " ")) + "."
    }

    mutating func title() -> String { capitalized(pick(Vocabulary.qualities)) + " " + pick(Vocabulary.nouns) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[generator.below(elements.count)] }

    /// Of a text that begins with a small letter of ASCII, as all in the vocabulary do.
    private func capitalized(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            // Safe: the copy is as long as its room, and has the first byte.
            String(unsafeUninitializedCapacity: bytes.count) { copy in
                _ = copy.initialize(from: bytes)
                copy[0] &= ~0x20
                return bytes.count
            }
        }
    }

    private mutating func email() -> String { userName() + "@example.com" }

    private mutating func userName() -> String {
        pick(Vocabulary.firstNames).lowercased() + "." + pick(Vocabulary.lastNames).lowercased()
    }

    private mutating func url() -> String {
        var text = "https://example.com/"
        text.reserveCapacity(40)
        text += pick(Vocabulary.nouns)
        text += "/"
        text += digits(4)
        return text
    }

    private mutating func slug() -> String {
        pick(Vocabulary.qualities) + "-" + pick(Vocabulary.nouns) + "-" + digits(2)
    }

    private mutating func digits(_ count: Int) -> String {
        characters("0123456789", count)
    }

    private mutating func identifier(_ count: Int) -> String {
        characters("abcdefghijklmnopqrstuvwxyz0123456789", count)
    }

    private mutating func hexadecimal(_ count: Int) -> String { characters("0123456789abcdef", count) }

    private mutating func characters(_ alphabet: StaticString, _ count: Int) -> String {
        // Safe: all of the room is written, and `below` stays under the alphabet's length.
        String(unsafeUninitializedCapacity: count) { text in
            for index in 0..<count { text[index] = alphabet.utf8Start[generator.below(alphabet.utf8CodeUnitCount)] }
            return count
        }
    }

    /// Version 4, RFC 9562.
    private mutating func uuid() -> String {
        let digits = Array(hexadecimal(32).utf8)
        var text: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(index == 12 ? UInt8(ascii: "4") : index == 16 ? Array("89ab".utf8)[Int(digit & 3)] : digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Within the last two months, or the next ones for what is to come.
    private mutating func moment(_ style: NameStyle? = nil) -> DateTime {
        let distance = generator.below(60 * 86_400)
        let isAhead = style?.words.contains {
            ["expires", "expiry", "until", "due", "end", "ends", "valid"].contains($0)
        }
        return DateTime(secondsSinceEpoch: isAhead == true ? clock + distance : clock - distance)
    }

    private mutating func date(_ style: NameStyle? = nil) -> CalendarDate {
        let isBirth = style?.words.contains { $0.hasPrefix("birth") || $0 == "dob" }
        if isBirth == true { return CalendarDate(dayNumber: generator.within(0...12_000)) }
        return moment(style).date
    }
}
