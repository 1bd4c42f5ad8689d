// Bodies of forms.
package import Foundation

nonisolated enum FormBody {
    /// `application/x-www-form-urlencoded`: one pair for each element of an array, objects by the style of the property.
    static func text(_ value: JSONValue, _ styles: [String: CallBuilder.QueryStyle]) throws -> String {
        guard let members = value.sortedMembers else { throw WireFailure("$", "a form is written from an object") }
        let pairs = try members.flatMap { member in
            try CallBuilder.queryPairs(member.key, member.value, styles[member.key] ?? .form)
        }
        return pairs.map { "\($0)=\($1)" }.joined(separator: "&").replacingOccurrences(of: "%20", with: "+")
    }
}

/// One part of a multipart body.
package nonisolated struct MultipartPart: Hashable, Sendable {
    package var name: String
    package var filename: String?
    package var contentType: String?
    package var data: Data

    package init(name: String, filename: String? = nil, contentType: String? = nil, data: Data) {
        self.name = name
        self.filename = filename
        self.contentType = contentType
        self.data = data
    }
}

/// The content of a file in a form.
package nonisolated struct FileContent: Hashable, Sendable {
    package var data: Data
    package var filename: String?
    /// Nil for the one that the contract names, or else `application/octet-stream`.
    package var contentType: String?

    package init(_ data: Data, filename: String? = "file", contentType: String? = nil) {
        self.data = data
        self.filename = filename
        self.contentType = contentType
    }
}

nonisolated extension MultipartPart {
    /// A part for each member of an object.
    static func members(_ value: some Encodable) throws -> [MultipartPart] {
        guard let members = try JSONValue(encoding: value).sortedMembers else {
            throw WireFailure("$", "a form is written from an object")
        }
        return try members.flatMap { try member($0.key, $0.value) }
    }

    /// Text as it is, objects as JSON, and a part for each element of an array.
    static func member(_ name: String, _ value: JSONValue) throws -> [MultipartPart] {
        switch value {
        case .array(let elements) where !elements.contains(where: { if case .array = $0 { true } else { false } }):
            try elements.flatMap { try member(name, $0) }
        case .array, .object: try json(name, value)
        default: try text(name, value)
        }
    }

    static func list(_ name: String, _ values: [some Encodable]?) throws -> [MultipartPart] {
        guard let values else { return [] }
        return try member(name, JSONValue(encoding: values))
    }

    static func file(
        _ name: String, _ content: FileContent?, _ contentType: String = "application/octet-stream"
    ) -> [MultipartPart] {
        guard let content else { return [] }
        let contentType = content.contentType ?? contentType
        return [MultipartPart(name: name, filename: content.filename, contentType: contentType, data: content.data)]
    }

    static func files(
        _ name: String, _ contents: [FileContent]?, _ contentType: String = "application/octet-stream"
    ) -> [MultipartPart] {
        (contents ?? []).flatMap { file(name, $0, contentType) }
    }

    static func text(_ name: String, _ value: (some ParameterValue)?, _ contentType: String? = nil) throws
        -> [MultipartPart]
    {
        guard let value = try value?.parameterValue(), value != .null else { return [] }
        if case .array(let elements) = value { return try elements.flatMap { try text(name, $0, contentType) } }
        return [MultipartPart(name: name, contentType: contentType, data: Data(try value.parameterText.utf8))]
    }

    static func json(_ name: String, _ value: (some Encodable)?, _ contentType: String = "application/json") throws
        -> [MultipartPart]
    {
        guard let value else { return [] }
        return [MultipartPart(name: name, contentType: contentType, data: try JSONEncoder.stable.encode(value))]
    }
}

/// RFC 7578.
nonisolated struct MultipartBody {
    let boundary: String
    let data: Data

    init(_ parts: [MultipartPart]) {
        var number = parts.reduce(parts.count) { $0 &+ $1.data.count }
        // A boundary that no part contains; the same parts always get the same.
        var boundary = "counterpart-\(number)"
        while parts.contains(where: { $0.data.range(of: Data(boundary.utf8)) != nil }) {
            number &+= 1
            boundary = "counterpart-\(number)"
        }
        var data = Data()
        for part in parts {
            data.append(Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name.quoted)\"".utf8))
            if let filename = part.filename { data.append(Data("; filename=\"\(filename.quoted)\"".utf8)) }
            if let type = part.contentType { data.append(Data("\r\nContent-Type: \(type.quoted)".utf8)) }
            data.append(Data("\r\n\r\n".utf8))
            data.append(part.data)
            data.append(Data("\r\n".utf8))
        }
        data.append(Data("--\(boundary)--\r\n".utf8))
        (self.boundary, self.data) = (boundary, data)
    }
}

nonisolated extension String {
    /// As browsers escape names in a form (WHATWG HTML, "multipart/form-data encoding algorithm").
    fileprivate var quoted: String {
        replacingOccurrences(of: "\r", with: "%0D").replacingOccurrences(of: "\n", with: "%0A")
            .replacingOccurrences(of: "\"", with: "%22")
    }
}
