// What `openssl` is told to make a certificate of this machine's own.

import Foundation

/// A certificate to be made with `openssl ca`, which alone takes both its dates in every version.
struct SigningRequest {
    enum Kind {
        /// Signs itself, and others.
        case authority
        /// Signed by an authority whose files are given, for these names.
        case server(names: [SubjectName], certificate: String, key: String)
    }

    let commonName: String
    let kind: Kind
    let validity: ClosedRange<Date>

    /// Makes a key and its certificate.
    /// - Parameter folder: an empty one that only its owner can read. Its files `key.pem` and `certificate.pem` are the result.
    func sign(with openSSL: OpenSSL, in folder: String) throws {
        for (file, text) in [
            ("openssl.cnf", configuration), ("index.txt", ""), ("serial", "\(SigningRequest.serial())\n"),
        ] {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(file)"))
        }
        try openSSL.run(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "key.pem"], in: folder)
        try openSSL.run(
            ["req", "-new", "-sha256", "-config", "openssl.cnf", "-key", "key.pem", "-out", "request.pem"], in: folder)
        let issuer =
            switch kind {
            case .authority: ["-selfsign", "-keyfile", "key.pem", "-extensions", "authority"]
            case .server(_, let certificate, let key): ["-cert", certificate, "-keyfile", key, "-extensions", "server"]
            }
        try openSSL.run(
            [
                "ca", "-batch", "-notext", "-config", "openssl.cnf", "-in", "request.pem", "-out", "certificate.pem",
                "-startdate", SigningRequest.text(validity.lowerBound),
                "-enddate", SigningRequest.text(validity.upperBound),
            ] + issuer, in: folder)
    }

    private var configuration: String {
        var names: [String] = []
        if case .server(let all, _, _) = kind {
            names = all.enumerated().map { index, name in "\(name.kind.rawValue).\(index + 1) = \(name.text)" }
        }
        return """
            [ca]
            default_ca = local
            [local]
            database = index.txt
            serial = serial
            new_certs_dir = .
            default_md = sha256
            policy = subject
            [subject]
            commonName = supplied
            organizationName = optional
            [req]
            prompt = no
            string_mask = utf8only
            distinguished_name = name
            [name]
            commonName = \(commonName)
            \(names.isEmpty ? "organizationName = Counterpart, for development" : "")
            [authority]
            basicConstraints = critical, CA:TRUE, pathlen:0
            keyUsage = critical, keyCertSign, cRLSign
            subjectKeyIdentifier = hash
            [server]
            basicConstraints = critical, CA:FALSE
            keyUsage = critical, digitalSignature
            extendedKeyUsage = serverAuth
            subjectAltName = @names
            subjectKeyIdentifier = hash
            authorityKeyIdentifier = keyid
            [names]
            \(names.joined(separator: "\n"))

            """
    }

    /// 127 bits that nobody guesses, as hexadecimal digits of a positive number (RFC 5280, section 4.1.2.2).
    private static func serial() -> String {
        let bytes = [UInt8.random(in: 1...0x7F)] + (0..<15).map { _ in UInt8.random(in: 0...0xFF) }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// In UTC, with two digits of the year before 2050 and four from then on (RFC 5280, section 4.1.2.5).
    private static func text(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let year = parts.year ?? 1970
        let rest = [parts.month, parts.day, parts.hour, parts.minute, parts.second].map { part in
            let part = part ?? 0
            return part < 10 ? "0\(part)" : "\(part)"
        }
        let digits = year < 2050 ? "\(year % 100 < 10 ? "0" : "")\(year % 100)" : "\(year)"
        return digits + rest.joined() + "Z"
    }
}

/// A name or an address that a certificate is for.
struct SubjectName: Hashable {
    enum Kind: String {
        case address = "IP"
        case name = "DNS"
    }

    let kind: Kind
    /// As `openssl` reads it; addresses in their shortest form.
    let text: String

    /// Nil for what a certificate cannot name (RFC 5280, section 4.2.1.6).
    init?(_ text: String) {
        if let address = SubjectName.address(text) {
            kind = .address
            self.text = address
        } else if !text.isEmpty, text.utf8.allSatisfy(SubjectName.isOfName) {
            kind = .name
            self.text = text.lowercased()
        } else {
            return nil
        }
    }

    /// Letters, digits, `-`, `.`, `_`, and `*` of a wildcard.
    static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "*"):
            true
        default: false
        }
    }

    private static func address(_ text: String) -> String? {
        var (v4, v6) = (in_addr(), in6_addr())
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isAddress =
            inet_pton(AF_INET, text, &v4) == 1
            ? inet_ntop(AF_INET, &v4, &buffer, socklen_t(buffer.count)) != nil
            : inet_pton(AF_INET6, text, &v6) == 1 && inet_ntop(AF_INET6, &v6, &buffer, socklen_t(buffer.count)) != nil
        guard isAddress else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
