// Secrets in command lines, and words that are secrets by nothing but their density.

extension SecretShapes {
    // MARK: - Command lines

    /// `curl -u user:password`, `mysql -ppassword`, `sshpass -p password`, `login --password password`.
    static func commands(in text: Bytes) -> [Found] {
        // Each has a blank and a hyphen in it, and most texts have none.
        guard text.indices.dropFirst().contains(where: { text[$0] == hyphen && text[$0 - 1] == space }) else {
            return []
        }
        var found: [Found] = []
        var command: [UInt8] = []
        var option: [UInt8] = []
        for word in wordsOfCommands(in: text) {
            let bytes = Array(text[word])
            defer { option = bytes.first == hyphen ? bytes : [] }
            if [
                "curl", "wget", "http", "https", "mysql", "mysqldump", "mysqladmin", "mariadb", "sshpass", "redis-cli",
                "docker", "podman", "az", "oc", "unzip", "sqlcmd", "openssl",
            ]
            .contains(where: {
                bytes.elementsEqual($0.utf8) || bytes.reversed().starts(with: ("/" + $0).utf8.reversed())
            }) {
                command = bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? bytes
                continue
            }
            if bytes.elementsEqual("login".utf8), isCommand(command, ["docker", "podman", "az", "oc"]) {
                command = bytes
                continue
            }
            if isOption(option, ["-u", "--user", "--proxy-user", "-U"]), isCommand(command, ["curl", "http", "https"]),
                let colon = word.first(where: { text[$0] == UInt8(ascii: ":") }), colon + 1 < word.upperBound
            {
                found.append(Found(range: (colon + 1)..<word.upperBound))
            } else if isCommand(command, ["mysql", "mysqldump", "mysqladmin", "mariadb", "sshpass"]),
                bytes.starts(with: "-p".utf8), bytes.count > 2
            {
                found.append(Found(range: (word.lowerBound + 2)..<word.upperBound))
            } else if isOption(option, ["-p", "-a"]), isCommand(command, ["sshpass", "redis-cli", "login"]),
                bytes.first != hyphen
            {
                found.append(Found(range: word))
            } else if isOption(option, ["-P"]), isCommand(command, ["unzip", "sqlcmd"]), bytes.first != hyphen {
                found.append(Found(range: word))
            } else if isCommand(command, ["openssl"]), bytes.starts(with: "pass:".utf8), bytes.count > 5 {
                found.append(Found(range: (word.lowerBound + 5)..<word.upperBound))
            } else if isOption(option, ["--password", "--pass", "--passwd", "--token", "--api-key", "--secret"]),
                bytes.first != hyphen, bytes.count >= 3
            {
                found.append(Found(range: word))
            }
        }
        return found
    }

    private static let hyphen = UInt8(ascii: "-")
    private static let space = UInt8(ascii: " ")

    private static func isOption(_ option: [UInt8], _ names: [String]) -> Bool {
        names.contains { option.elementsEqual($0.utf8) }
    }

    private static func isCommand(_ command: [UInt8], _ names: [String]) -> Bool { isOption(command, names) }

    /// Between blanks and quotes.
    private static func wordsOfCommands(in text: Bytes) -> [Range<Int>] {
        words(in: text) { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "`") }
    }

    /// `IDENTIFIED BY 'password'` and `PASSWORD 'password'` in SQL.
    static func statements(in text: Bytes) -> [Found] {
        var found: [Found] = []
        var index = 1
        while index < text.count {
            guard text[index] == UInt8(ascii: "'"), text[index - 1] == space else {
                index += 1
                continue
            }
            let end = text[(index + 1)...].firstIndex(of: UInt8(ascii: "'")) ?? text.count
            let before = String(decoding: text[max(0, index - 15)..<(index - 1)], as: UTF8.self).lowercased()
            if before.hasSuffix("identified by") || before.hasSuffix(" password"), end - index > 3 {
                found.append(Found(range: (index + 1)..<end))
            }
            index = end + 1
        }
        return found
    }

    /// Digests of passwords, which can be tried at leisure.
    static func digests(in text: Bytes) -> [Found] {
        var found: [Found] = []
        var index = 0
        while let start = text[index...].firstIndex(of: UInt8(ascii: "$")) {
            index = start + 1
            guard SecretTable.digests.contains(where: { text[start...].starts(with: $0.utf8) }) else { continue }
            let end = text[start...].firstIndex { $0 <= space || "\"'`:<>;&|".utf8.contains($0) } ?? text.count
            guard end - start >= 20 else { continue }
            found.append(Found(range: start..<end))
            index = end
        }
        return found
    }

    // MARK: - Google

    /// `1//0` and what follows: the slashes keep them out of words.
    static func refreshTokens(in text: Bytes) -> [Found] {
        var found: [Found] = []
        var index = 0
        while index + 40 <= text.count {
            let isBeginning =
                text[index] == UInt8(ascii: "1") && text[(index + 1)...].starts(with: "//0".utf8)
                && (index == 0 || !isTokenCharacter(text[index - 1]))
            guard isBeginning else {
                index += 1
                continue
            }
            let end = text[(index + 3)...].firstIndex { !isTokenCharacter($0) } ?? text.count
            if end - index >= 40 { found.append(Found(range: index..<end)) }
            index = end
        }
        return found
    }

    // MARK: - Density

    /// Whether a word has as many different bytes, of as many kinds, as only chance puts together.
    static func isDense(_ word: Bytes.SubSequence) -> Bool {
        guard (20...512).contains(word.count) else { return false }
        var counts = [Int](repeating: 0, count: 256)
        for byte in word { counts[Int(byte)] += 1 }
        let used = counts.filter { $0 > 0 }
        let digits = (0x30...0x39).reduce(0) { $0 + counts[$1] }
        let letters = word.count - digits
        guard digits >= 2, letters >= 2, used.count >= 10 else { return false }
        // The share of pairs that are the same byte: 1/16 in hexadecimal, 1/32 in base32; in words about 1/14, but those have no digits.
        let same = used.reduce(0) { $0 + $1 * ($1 - 1) }
        return Double(same) / Double(word.count * (word.count - 1)) < 0.085
    }
}
