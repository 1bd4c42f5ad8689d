// What `openssl` says of a certificate that was made before.

import Foundation

/// A certificate in a file, and the key that belongs to it.
struct KeptCertificate {
    let expires: Date
    let begins: Date
    let names: Set<SubjectName>
    /// PEM, as `openssl` writes it.
    let publicKey: String

    /// - Throws: ``OpenSSL/Failed`` for a file that is no certificate.
    init(_ file: String, in folder: String, _ openSSL: OpenSSL) throws {
        let text = try openSSL.run(
            ["x509", "-in", file, "-noout", "-text", "-startdate", "-enddate", "-pubkey"], in: folder)
        guard let begins = KeptCertificate.date(after: "notBefore=", in: text),
            let expires = KeptCertificate.date(after: "notAfter=", in: text),
            let key = text.range(of: "-----BEGIN PUBLIC KEY-----"), let end = text.range(of: "-----END PUBLIC KEY-----")
        else { throw OpenSSL.Failed(description: "openssl x509 does not say what \(file) is for") }
        self.begins = begins
        self.expires = expires
        publicKey = String(text[key.lowerBound..<end.upperBound])
        names = KeptCertificate.names(in: text)
    }

    /// The public half of a private key in a file.
    static func publicKey(of file: String, in folder: String, _ openSSL: OpenSSL) throws -> String {
        try openSSL.run(["pkey", "-in", file, "-pubout"], in: folder).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// `Nov  3 09:05:00 2027 GMT`, at the beginning of a line.
    private static func date(after label: String, in text: String) -> Date? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(label) }) else { return nil }
        let words = line.dropFirst(label.count).split(separator: " ")
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count == 5, words[4] == "GMT", let month = months.firstIndex(of: String(words[0])),
            let day = Int(words[1]), let year = Int(words[3])
        else { return nil }
        let time = words[2].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(
            from: DateComponents(
                year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2]))
    }

    /// `DNS:localhost, IP Address:127.0.0.1`, in the line below the extension's name.
    private static func names(in text: String) -> Set<SubjectName> {
        let lines = text.split(separator: "\n")
        guard let heading = lines.firstIndex(where: { $0.contains("X509v3 Subject Alternative Name") }),
            heading + 1 < lines.endIndex
        else { return [] }
        return Set(
            lines[heading + 1].split(separator: ",").compactMap { entry in
                let entry = entry.trimmingCharacters(in: .whitespaces)
                for label in ["DNS:", "IP Address:"] where entry.hasPrefix(label) {
                    return SubjectName(String(entry.dropFirst(label.count)))
                }
                return nil
            })
    }
}
