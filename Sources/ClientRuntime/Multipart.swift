// Bodies of several parts.
public import Foundation

/// One part of a multipart body.
public nonisolated struct MultipartPart: Hashable, Sendable {
    /// The name of the form's field.
    public var name: String
    /// The file's name, for a part that is a file.
    public var filename: String?
    /// The media type of the data; nil sends none.
    public var contentType: String?
    /// Header fields besides.
    public var headers: HTTPHeaders
    /// The content of the part, where it is in memory.
    public var data: Data
    /// The file that is the content in place of the data: it is read while it is sent.
    public var file: URL?

    /// A part with these members.
    public init(
        name: String, filename: String? = nil, contentType: String? = nil, headers: HTTPHeaders = [:], data: Data,
        file: URL? = nil
    ) {
        self.name = name
        self.filename = filename
        self.contentType = contentType
        self.headers = headers
        self.data = data
        self.file = file
    }
}

/// The content of a file in a form.
public nonisolated struct FileContent: Hashable, Sendable {
    /// The content of the file, where it is in memory.
    public var data: Data
    /// The file on the disk that is the content in place of the data: it is read while it is sent.
    public var file: URL?
    /// The file's name; nil sends none.
    public var filename: String?
    /// Nil for the one that the contract names, or else what the filename's ending says.
    public var contentType: String?

    /// Text where a form takes a file or a text: sent as a plain field, without a filename.
    public static func text(_ text: String) -> FileContent {
        FileContent(Data(text.utf8), filename: nil, contentType: "text/plain; charset=utf-8")
    }

    /// A file with this content.
    public init(_ data: Data, filename: String? = "file", contentType: String? = nil) {
        self.data = data
        self.filename = filename
        self.contentType = contentType
    }

    /// A file on the disk, which is not read into memory; its name is sent unless another is given.
    public init(file: URL, filename: String? = nil, contentType: String? = nil) {
        self.init(Data(), filename: filename ?? file.lastPathComponent, contentType: contentType)
        self.file = file
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

    /// - Parameter contentTypes: those that the contract takes, specific ones or ranges such as `image/*` (OpenAPI, Encoding Object).
    static func file(
        _ name: String, _ content: FileContent?, _ contentTypes: String = "*/*"
    ) throws -> [MultipartPart] {
        guard let content else { return [] }
        let contentType = try content.contentType ?? contentType(of: content, contentTypes, name)
        if let file = content.file, !FileManager.default.isReadableFile(atPath: file.path) {
            throw WireFailure(name, "the file \(file.lastPathComponent) cannot be read")
        }
        return [
            MultipartPart(
                name: name, filename: content.filename, contentType: contentType, data: content.data, file: content.file
            )
        ]
    }

    static func files(
        _ name: String, _ contents: [FileContent]?, _ contentTypes: String = "*/*"
    ) throws -> [MultipartPart] {
        try (contents ?? []).flatMap { try file(name, $0, contentTypes) }
    }

    private static func contentType(of content: FileContent, _ contentTypes: String, _ name: String) throws -> String {
        let ranges = contentTypes.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let ending = content.filename?.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
        let known = endings[ending]
        if let known, ranges.contains(where: { $0 == known || $0.hasSuffix("/*") && known.hasPrefix($0.dropLast()) }) {
            return known
        }
        if let first = ranges.first(where: { !$0.contains("*") }) { return first }
        if ranges.contains(where: { $0 == "*/*" || $0 == "application/*" }) {
            return known ?? "application/octet-stream"
        }
        if ranges.contains("text/*") { return "text/plain" }
        throw WireFailure(name, "the contract takes \(contentTypes): say which it is by the file's contentType")
    }

    /// Media types by the ending of a file's name.
    private static let endings = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "heic": "image/heic", "svg": "image/svg+xml", "mp4": "video/mp4", "mov": "video/quicktime",
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "txt": "text/plain", "csv": "text/csv",
        "html": "text/html", "json": "application/json", "pdf": "application/pdf", "zip": "application/zip",
    ]

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

nonisolated extension [MultipartPart] {
    /// The same parts with a header field besides.
    func header(_ name: String, _ value: (some ParameterValue)?) throws -> [MultipartPart] {
        guard let text = try CallBuilder.headerText(name, value) else { return self }
        return map { part in
            var part = part
            part.headers[name] = text
            return part
        }
    }
}

/// RFC 7578.
nonisolated struct MultipartBytes {
    fileprivate enum Piece: Sendable {
        case data(Data)
        case file(URL)
    }

    let boundary: String
    private var pieces: [Piece] = []

    init(_ parts: [MultipartPart]) {
        boundary = Self.boundary(of: parts)
        var data = Data()
        for part in parts {
            data.append(Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name.quoted)\"".utf8))
            if let filename = part.filename { data.append(Data("; filename=\"\(filename.quoted)\"".utf8)) }
            if let type = part.contentType { data.append(Data("\r\nContent-Type: \(type.withoutLineBreaks)".utf8)) }
            for field in part.headers.fields {
                data.append(Data("\r\n\(field.name.withoutLineBreaks): \(field.value.withoutLineBreaks)".utf8))
            }
            data.append(Data("\r\n\r\n".utf8))
            if let file = part.file {
                pieces += [.data(data), .file(file)]
                data = Data()
            } else {
                data.append(part.data)
            }
            data.append(Data("\r\n".utf8))
        }
        data.append(Data("--\(boundary)--\r\n".utf8))
        pieces.append(.data(data))
    }

    /// One that no part contains; the same parts always get the same. Files are not searched for it: theirs is made at random.
    private static func boundary(of parts: [MultipartPart]) -> String {
        guard parts.allSatisfy({ $0.file == nil }) else { return "counterpart-\(UUID().uuidString)" }
        var number = parts.reduce(parts.count) { $0 &+ $1.data.count }
        var boundary = "counterpart-\(number)"
        while parts.contains(where: { $0.data.range(of: Data(boundary.utf8)) != nil }) {
            number &+= 1
            boundary = "counterpart-\(number)"
        }
        return boundary
    }

    /// As one piece, or as it is read where a part is a file.
    var body: HTTPBody {
        if pieces.count == 1, case .data(let data) = pieces[0] { return .data(data) }
        return .stream { [pieces] in
            let reader = PieceReader(pieces)
            return AsyncThrowingStream(unfolding: { try await reader.next() })
        }
    }
}

/// Gives the pieces of a body one after another, files 64 KiB at a time.
private actor PieceReader {
    private var pieces: ArraySlice<MultipartBytes.Piece>
    private var file: FileHandle?

    init(_ pieces: [MultipartBytes.Piece]) { self.pieces = pieces[...] }

    func next() throws -> Data? {
        while true {
            if let part = try file?.read(upToCount: 65_536), !part.isEmpty { return part }
            try file?.close()
            file = nil
            switch pieces.popFirst() {
            case .data(let data): return data
            case .file(let url): file = try FileHandle(forReadingFrom: url)
            case nil: return nil
            }
        }
    }
}

nonisolated extension String {
    /// A header's value, which ends at a line break.
    fileprivate var withoutLineBreaks: String {
        replacingOccurrences(of: "\r", with: "").replacingOccurrences(of: "\n", with: "")
    }

    /// As browsers escape names in a form (WHATWG HTML, "multipart/form-data encoding algorithm").
    fileprivate var quoted: String {
        replacingOccurrences(of: "\r", with: "%0D").replacingOccurrences(of: "\n", with: "%0A")
            .replacingOccurrences(of: "\"", with: "%22")
    }
}

nonisolated extension CallBuilder {
    mutating func multipart(_ parts: [MultipartPart], as mediaType: String = "multipart/form-data") {
        let body = MultipartBytes(parts)
        self.body(body.body, as: "\(mediaType); boundary=\(body.boundary)")
    }
}
