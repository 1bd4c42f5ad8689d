// What goes to a server and comes from it, in the binary formats of PostgreSQL's types.

#if PostgreSQL
import CPostgreSQL

/// A value of a statement.
enum Value: Sendable {
    case text(String)
    case integer(Int64)
    case bytes([UInt8])
    case null

    /// A number that may be missing.
    static func optional(_ number: Int64?) -> Value { number.map { .integer($0) } ?? .null }

    /// Nil for null. Numbers are written with the highest byte first.
    fileprivate var encoded: [UInt8]? {
        switch self {
        case .text(let text): Array(text.utf8)
        case .integer(let number): withUnsafeBytes(of: number.bigEndian) { Array($0) }
        case .bytes(let bytes): bytes
        case .null: nil
        }
    }
}

/// What was asked: a statement with $1, $2 …, and their values.
struct Statement: Sendable {
    let sql: String
    let values: [Value]

    init(_ sql: String, _ values: [Value] = []) {
        self.sql = sql
        self.values = values
    }

    /// - Returns: false where libpq does not take it, which its message tells.
    func send(by link: Link) -> Bool {
        let parts = values.map(\.encoded)
        var lengths = parts.map { Int32($0?.count ?? 0) }
        var formats = parts.map { _ in Int32(1) }
        // One array has them all, so that one closure lends them. An empty value is no null: it has an address too.
        let joined = parts.reduce(into: [UInt8]()) { $0 += $1 ?? [] } + [0]
        // Safe: the addresses stay within the array, and libpq copies what is there before it returns.
        return joined.withUnsafeBytes { bytes in
            var offset = 0
            var places: [UnsafePointer<CChar>?] = parts.map { part in
                guard let part else { return nil }
                defer { offset += part.count }
                return bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
            }
            return PQsendQueryParams(
                link.pointer, sql, Int32(parts.count), nil, &places, &lengths, &formats, 1) == 1
        }
    }
}

/// What a server answered.
struct Rows: Sendable {
    /// Of each row its columns; nil for null.
    private(set) var rows: [[[UInt8]?]] = []
    /// How many rows the statement has given, changed or removed.
    private(set) var count = 0

    /// Copies what libpq holds.
    init(_ result: OpaquePointer) {
        // Safe: libpq names the address of each value and its length.
        count = Int(String(cString: PQcmdTuples(result))) ?? 0
        let columns = 0..<PQnfields(result)
        rows = (0..<PQntuples(result)).map { row in
            columns.map { column in
                guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else {
                    return nil
                }
                return Array(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column))))
            }
        }
    }
}

extension [[UInt8]?] {
    /// The value of a column of the type `bigint` or `integer`.
    func integer(_ column: Int) -> Int64? {
        self[column].map { bytes in
            let first: Int64 = (bytes.first ?? 0) >= 128 ? -1 : 0
            return bytes.reduce(first) { $0 << 8 | Int64($1) }
        }
    }

    /// That of one of the type `boolean`.
    func isTrue(_ column: Int) -> Bool { self[column] == [1] }

    /// That of one of the type `text`.
    func text(_ column: Int) -> String? { self[column].map { String(decoding: $0, as: UTF8.self) } }
}
#endif
