// Names of fields that nearly all requests have.

import HTTPTypes

/// As clients spell them: a name that is known need not be looked at twice.
enum FieldNames {
    private static let byLength: [[(bytes: [UInt8], name: HTTPField.Name)]] = {
        let common = [
            "Host", "Accept", "Accept-Encoding", "Accept-Language", "User-Agent", "Connection", "Content-Length",
            "Content-Type", "Authorization", "Cookie", "Origin", "Referer", "Cache-Control", "If-None-Match", "Prefer",
            "Counterpart-Session", "If-Match", "Keep-Alive", "Pragma", "DNT", "Priority", "Sec-Fetch-Site",
            "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Sec-CH-UA", "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform",
            "Upgrade-Insecure-Requests", "X-API-Key", "X-Request-ID", "X-Requested-With",
        ]
        var byLength: [[(bytes: [UInt8], name: HTTPField.Name)]] = []
        for text in common + common.map({ $0.lowercased() }) {
            guard let name = HTTPField.Name(text) else { continue }
            while byLength.count <= text.utf8.count { byLength.append([]) }
            byLength[text.utf8.count].append((Array(text.utf8), name))
        }
        return byLength
    }()

    /// Nil where the bytes are no token.
    static func name(_ bytes: UnsafeRawBufferPointer) -> HTTPField.Name? {
        if bytes.count < byLength.count {
            for index in byLength[bytes.count].indices where bytes.elementsEqual(byLength[bytes.count][index].bytes) {
                return byLength[bytes.count][index].name
            }
        }
        return HTTPField.Name(String(decoding: bytes, as: UTF8.self))
    }
}
