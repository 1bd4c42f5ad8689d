// Names that generated code must not take, since it uses them itself.

enum ReservedWords {
    /// Types of the standard library and of Foundation that generated code names, and what would hide the modules.
    static let libraryTypes: Set<String> = [
        "Any", "AnyObject", "Array", "AsyncIteratorProtocol", "AsyncSequence", "AsyncStream", "AsyncThrowingStream",
        "Bool",
        "CancellationError", "CaseIterable", "Character", "CharacterSet", "CheckedContinuation", "Codable", "CodingKey",
        "CodingKeys", "CodingUserInfoKey", "Collection", "Comparable", "CustomStringConvertible", "Data", "Date",
        "DateComponents", "Calendar", "Decimal", "Decodable", "Decoder", "DecodingError", "Dictionary", "Double",
        "Encodable",
        "Encoder", "EncodingError", "Equatable", "Error", "FileHandle", "FileManager", "Float", "Foundation",
        "FoundationNetworking", "HTTPURLResponse", "Hashable", "Hasher", "Identifiable", "Int", "Int16", "Int32",
        "Int64", "Int8",
        "JSONDecoder", "JSONEncoder", "KeyedDecodingContainer", "KeyedEncodingContainer", "Locale", "LocalizedError",
        "LosslessStringConvertible", "NSError", "NSLock", "NSObject", "Never", "Optional", "Protocol",
        "RawRepresentable", "RawValue",
        "Result", "Self", "Sendable", "Sequence", "Set", "String", "Substring", "Swift", "Task", "TimeZone", "Type",
        "UInt",
        "UInt16", "UInt32", "UInt64", "UInt8", "URL", "URLError", "URLRequest", "URLResponse", "URLSession",
        "URLSessionConfiguration", "URLSessionDataDelegate", "URLSessionDataTask", "URLSessionTask", "UUID", "Unicode",
        "Void",
    ]

    /// Other types of Foundation that an app is likely to use beside those of the client. One of the same name would hide it.
    static let foundationTypes: Set<String> = [
        "AttributedString", "Bundle", "ByteCountFormatter", "Cache", "Clock", "DateFormatter", "DateInterval",
        "Dimension",
        "Duration", "FileHandle", "Formatter", "HTTPCookie", "Host", "IndexPath", "IndexSet", "InputStream",
        "JSONSerialization", "Measurement", "Mirror", "Notification", "NotificationCenter", "NumberFormatter",
        "Operation",
        "OperationQueue", "OutputStream", "PersonNameComponents", "Pipe", "Port", "Predicate", "Process", "ProcessInfo",
        "Progress", "PropertyListDecoder", "Range", "RunLoop", "Scanner", "Stream", "Thread", "Timer", "URLCache",
        "URLComponents", "URLCredential", "URLProtocol", "URLQueryItem", "Unit", "UserDefaults", "UserInfo",
        "XMLParser",
    ]

    /// Types of Sources/ClientRuntime, and those that every client has besides.
    static let clientTypes: Set<String> = [
        "Additional", "Answer", "AnswerModel", "AnyKey", "BasicCredential", "CalendarDate", "CallBuilder",
        "CallError",
        "CallPath", "CaseModel", "Channel", "Client",
        "ClosureTransport", "Credential", "Credentials", "Endpoint", "EventParser",
        "EventStream",
        "Example", "Exchanges", "Fake", "Field", "FileContent", "FormBody", "HTTPBody", "HTTPCall",
        "HTTPHeaders",
        "HTTPReply", "HTTPStream", "HeaderValue", "Indirect", "JSONKind", "JSONValue", "KeptCollection",
        "KeptResources", "Leniency", "Locked", "MemberReader",
        "Middleware", "MultipartBytes",
        "MultipartPart", "ObjectModel", "OpenEnum", "ParameterValue", "PieceReader", "PropertyReads", "Servers",
        "ServerSentEvent",
        "Timestamp",
        "Transport", "UnionCase", "UnionModel",
        "URLSessionRequest", "URLSessionTransport", "ValueModel", "ValueVisitor", "Wire", "WireCoded", "WireFailure",
        "Wired",
    ]

    /// What every operation declares: a type of the file would be hidden there.
    static let operationTypes: Set<String> = ["Request", "Response"]

    /// Names of nested types that the surrounding type has already.
    static let nestedTypes: Set<String> = ["CodingKeys", "Known", "Element", "ID"]

    /// Names that mean something else after a dot, or that a type has already.
    static let members: Set<String> = [
        "self", "Self", "Type", "Protocol", "init", "hashValue", "none", "some", "subscript",
    ]

    /// Words of the grammar that cannot be written without backticks.
    static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import", "in",
        "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw",
        "throws",
        "true", "try", "typealias", "var", "where", "while", "_",
    ]
}

extension String {
    /// The name as the label of an argument in a call: the compiler warns of backticks that are not needed.
    var label: String { self == "inout" ? escaped : self }

    /// The name as it is declared and called.
    var escaped: String { ReservedWords.keywords.contains(self) ? "`\(self)`" : self }
}
