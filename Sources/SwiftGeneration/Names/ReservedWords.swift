// Names that generated code must not take, since it uses them itself.

enum ReservedWords {
    /// Types of the standard library and of Foundation that generated code names, and what would hide the modules.
    static let libraryTypes: Set<String> = [
        "Any", "AnyObject", "Array", "ArraySlice", "AsyncIteratorProtocol", "AsyncSequence", "AsyncStream",
        "AsyncThrowingStream", "Bool", "Calendar", "CancellationError", "CaseIterable", "Character", "CharacterSet",
        "CheckedContinuation", "Codable", "CodingKey", "CodingKeys", "CodingUserInfoKey", "Collection",
        "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible", "Data", "Date", "DateComponents",
        "Decimal", "Decodable", "Decoder", "DecodingError", "Dictionary", "Double", "Encodable", "Encoder",
        "EncodingError", "Equatable", "Error", "ExpressibleByArrayLiteral", "ExpressibleByBooleanLiteral",
        "ExpressibleByDictionaryLiteral", "ExpressibleByExtendedGraphemeClusterLiteral",
        "ExpressibleByFloatLiteral", "ExpressibleByIntegerLiteral", "ExpressibleByNilLiteral",
        "ExpressibleByStringInterpolation", "ExpressibleByStringLiteral", "ExpressibleByUnicodeScalarLiteral",
        "FileHandle", "FileManager", "Float", "Foundation", "FoundationNetworking", "HTTPCookie", "HTTPURLResponse",
        "Hashable", "Hasher", "Identifiable", "Int", "Int16", "Int32", "Int64", "Int8", "JSONDecoder",
        "JSONEncoder", "KeyValuePairs", "KeyedDecodingContainer", "KeyedEncodingContainer", "Locale",
        "LocalizedError", "LosslessStringConvertible", "NSError", "NSLock", "NSObject", "Never", "Optional",
        "Protocol", "RawRepresentable", "RawValue", "Result", "Self", "Sendable", "Sequence", "Set", "StaticString",
        "String", "StringInterpolationProtocol", "Substring", "Swift", "Task", "TaskLocal", "TimeZone", "Type",
        "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "URLError", "URLRequest", "URLResponse", "URLSession",
        "URLSessionConfiguration", "URLSessionDataDelegate", "URLSessionDataTask", "URLSessionTask", "UTF8", "UUID",
        "Unicode", "Void",
    ]

    /// Other types of Foundation and the standard library that an app may use beside those of the client. One of the same name would hide it,
    /// or be ambiguous where the client is a module of its own.
    static let foundationTypes: Set<String> = [
        "Actor", "AffineTransform", "AnyHashable", "AnyIterator", "AnySequence", "AsyncIteratorProtocol",
        "AttributeContainer", "AttributeScope", "AttributedString", "BlockOperation", "Bundle",
        "ByteCountFormatter", "CGFloat", "CGPoint", "CGRect", "CGSize", "Cache", "CachedURLResponse", "Clock",
        "ClosedRange", "CocoaError", "CollectionDifference", "CommandLine", "Comparator", "ComparisonResult",
        "ContiguousArray", "ContinuousClock", "CountableRange", "DateFormatter", "DateInterval",
        "DateIntervalFormatter", "Dimension", "Duration", "EmptyCollection", "EnergyFormatter", "Executor",
        "Expression", "FileHandle", "Float16", "Float32", "Float64", "FormatStyle", "Formatter", "HTTPCookie",
        "HTTPCookieStorage", "Host", "ISO8601DateFormatter", "IndexPath", "IndexSet", "InflectionRule",
        "InlineArray", "InputStream", "Int128", "IteratorProtocol", "JSONSerialization", "KeyPath",
        "LengthFormatter", "ListFormatStyle", "LocalizedStringResource", "MainActor", "MassFormatter",
        "Measurement", "MemoryLayout", "Mirror", "Morphology", "Notification", "NotificationCenter",
        "NotificationQueue", "NumberFormatter", "Numeric", "ObjectIdentifier", "OperatingSystemVersion",
        "Operation", "OperationQueue", "OptionSet", "OutputStream", "POSIXError", "ParseStrategy",
        "PersonNameComponents", "Pipe", "Port", "PortMessage", "Predicate", "Process", "ProcessInfo", "Progress",
        "PropertyListDecoder", "PropertyListEncoder", "PropertyListSerialization", "QualityOfService", "Range",
        "RangeSet", "RecoverableError", "Regex", "Repeated", "RunLoop", "Scanner", "Selector", "Slice",
        "SortComparator", "SortDescriptor", "SortOrder", "Span", "Stream", "StreamDelegate", "StringProtocol",
        "StringTransform", "SuspendingClock", "TaskGroup", "TaskPriority", "TextOutputStream", "Thread",
        "TimeInterval", "Timer", "UInt128", "URLAuthenticationChallenge", "URLCache", "URLComponents",
        "URLCredential", "URLProtectionSpace", "URLProtocol", "URLQueryItem", "URLSessionDelegate",
        "URLSessionDownloadTask", "URLSessionTaskDelegate", "URLSessionUploadTask", "URLSessionWebSocketTask",
        "UTF16", "UTF32", "Unit", "UnitAcceleration", "UnitAngle", "UnitArea", "UnitConcentrationMass",
        "UnitConverter", "UnitDispersion", "UnitDuration", "UnitElectricCharge", "UnitElectricCurrent",
        "UnitElectricResistance", "UnitEnergy", "UnitFrequency", "UnitFuelEfficiency", "UnitIlluminance",
        "UnitInformationStorage", "UnitLength", "UnitMass", "UnitPower", "UnitPressure", "UnitSpeed",
        "UnitTemperature", "UnitVolume", "Unmanaged", "UserDefaults", "UserInfo", "XMLParser",
    ]

    /// Types of Sources/ClientRuntime, and those that every client has besides.
    static let clientTypes: Set<String> = [
        "Additional", "Answer", "AnswerModel", "AnyKey", "BasicCredential", "CalendarDate", "CallBuilder",
        "CallError",
        "CallPath", "CaseModel", "Channel", "Client",
        "ClosureTransport", "Credential", "Credentials", "Endpoint", "EventParser",
        "EventStream",
        "Example", "Exchanges", "Fake", "FakeAnswers", "Field", "FileContent", "FormBody", "HTTPBody", "HTTPCall",
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

    /// What an operation cannot be called: that, and what the fake stores.
    static let clientMembers = members.union(["storedAnswers", "storedResources"])

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
