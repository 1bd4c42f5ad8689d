// The values of the keyword `format` that are checked, and the question each one answers.

package import JSONValues

/// A format that JSON Schema defines ([validation, section 7.3](https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3)), or
/// that the [OpenAPI format registry](https://spec.openapis.org/registry/format/) does. A name that is not here is an annotation.
package enum Format: String, CaseIterable, Sendable {
    case dateTime = "date-time"
    case date, time, duration
    case email
    case idnEmail = "idn-email"
    case hostname
    case idnHostname = "idn-hostname"
    case ipv4, ipv6
    case uri
    case uriReference = "uri-reference"
    case iri
    case iriReference = "iri-reference"
    case uriTemplate = "uri-template"
    case uuid
    case jsonPointer = "json-pointer"
    case relativeJSONPointer = "relative-json-pointer"
    case regex
    case int8, int16, int32, int64, uint8, uint16, uint32, uint64
    case float, double, decimal
    case byte
    case base64url
    case binary, password
}

extension Format {
    /// Whether a string is of the format. Formats of numbers take a string that writes such a number.
    package func accepts(_ string: String) -> Bool {
        string.utf8.withContiguousStorageIfAvailable(accepts) ?? Array(string.utf8).withUnsafeBufferPointer(accepts)
    }

    /// The same for a string that stands as valid UTF-8 in memory.
    package func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = bytes[...]
        return switch self {
        case .dateTime: DateTime(text) != nil
        case .date: CalendarDate(text) != nil
        case .time: TimeOfDay(text) != nil
        case .duration: DurationGrammar.accepts(text)
        case .email: Mailbox.accepts(text, international: false)
        case .idnEmail: Mailbox.accepts(text, international: true)
        case .hostname: Hostname.accepts(text)
        case .idnHostname: Hostname.acceptsInternational(text)
        case .ipv4: IPAddress.isVersion4(text)
        case .ipv6: IPAddress.isVersion6(text)
        case .uri: URIGrammar(international: false).acceptsAbsolute(text)
        case .uriReference: URIGrammar(international: false).acceptsReference(text)
        case .iri: URIGrammar(international: true).acceptsAbsolute(text)
        case .iriReference: URIGrammar(international: true).acceptsReference(text)
        case .uriTemplate: URITemplateGrammar.accepts(text)
        case .uuid: Identifiers.isUUID(text)
        case .jsonPointer: Identifiers.isJSONPointer(text)
        case .relativeJSONPointer: Identifiers.isRelativeJSONPointer(text)
        case .regex: Identifiers.isRegularExpression(text)
        case .byte: Base64.standard.accepts(text)
        case .base64url: Base64.urlSafe.accepts(text)
        case .binary, .password: true
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double, .decimal:
            JSONNumber(String(decoding: text, as: UTF8.self)).map(accepts) ?? false
        }
    }

    /// Whether a number is of the format. Formats of strings take every number.
    package func accepts(_ number: JSONNumber) -> Bool {
        switch self {
        case .int8: within(Int8.self, number)
        case .int16: within(Int16.self, number)
        case .int32: within(Int32.self, number)
        case .int64: number.int64 != nil
        case .uint8: within(UInt8.self, number)
        case .uint16: within(UInt16.self, number)
        case .uint32: within(UInt32.self, number)
        case .uint64: number.uint64 != nil
        case .float: Float(number.text)?.isFinite ?? false
        case .double: Double(number.text)?.isFinite ?? false
        case .decimal, .dateTime, .date, .time, .duration, .email, .idnEmail, .hostname, .idnHostname, .ipv4, .ipv6,
            .uri,
            .uriReference, .iri, .iriReference, .uriTemplate, .uuid, .jsonPointer, .relativeJSONPointer, .regex, .byte,
            .base64url, .binary, .password:
            true
        }
    }

    private func within<Integer: FixedWidthInteger>(_: Integer.Type, _ number: JSONNumber) -> Bool {
        number.int64.flatMap(Integer.init(exactly:)) != nil
    }
}

extension Format {
    /// What is expected, for messages: `a date and time of RFC 3339, like 2026-11-21T09:30:00Z`.
    package var expectation: String {
        switch self {
        case .dateTime: "a date and time of RFC 3339, like 2026-11-21T09:30:00Z"
        case .date: "a date of RFC 3339, like 2026-11-21"
        case .time: "a time of RFC 3339 with its offset, like 09:30:00Z"
        case .duration: "a duration of RFC 3339, like P1DT12H"
        case .email: "an email address, like anna@example.com"
        case .idnEmail: "an email address, international or not, like анна@example.com"
        case .hostname: "a host name, like www.example.com"
        case .idnHostname: "a host name, international or not, like bücher.example"
        case .ipv4: "an IPv4 address, like 192.0.2.1"
        case .ipv6: "an IPv6 address, like 2001:db8::1"
        case .uri: "an absolute URI, like https://example.com/a?b=c"
        case .uriReference: "a URI or relative reference, like /a?b=c"
        case .iri: "an absolute IRI, like https://example.com/größe"
        case .iriReference: "an IRI or relative reference, like /größe"
        case .uriTemplate: "a URI template of RFC 6570, like /items/{id}"
        case .uuid: "a UUID, like 2eb8aa08-aa98-11ea-b4aa-73b441d16380"
        case .jsonPointer: "a JSON pointer, like /items/0"
        case .relativeJSONPointer: "a relative JSON pointer, like 1/items"
        case .regex: "a regular expression of ECMA-262"
        case .int8: "a whole number from -128 to 127"
        case .int16: "a whole number from -32768 to 32767"
        case .int32: "a whole number from -2147483648 to 2147483647"
        case .int64: "a whole number from -9223372036854775808 to 9223372036854775807"
        case .uint8: "a whole number from 0 to 255"
        case .uint16: "a whole number from 0 to 65535"
        case .uint32: "a whole number from 0 to 4294967295"
        case .uint64: "a whole number from 0 to 18446744073709551615"
        case .float: "a number in the range of single precision"
        case .double: "a number in the range of double precision"
        case .decimal: "a decimal number"
        case .byte: "base64 of RFC 4648, section 4"
        case .base64url: "base64 for URLs of RFC 4648, section 5"
        case .binary, .password: "a string"
        }
    }
}
