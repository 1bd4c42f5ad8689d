// Writes JSON as YAML that people read: blocks, plain words where they are safe, and comments.

package import JSONValues

/// JSON as YAML.
package struct YAMLText {
    /// Comments behind the key or the dash of a value, by its place.
    let comments: [JSONPointer: String]

    package init(comments: [JSONPointer: String] = [:]) { self.comments = comments }

    /// The value, with a line's end at its end.
    package func text(_ json: JSON) -> String {
        var lines: [String] = []
        write(json, at: .root, indent: "", &lines)
        return lines.joined(separator: "\n") + "\n"
    }

    private func write(_ json: JSON, at pointer: JSONPointer, indent: String, _ lines: inout [String]) {
        switch json {
        case .object(let members) where !members.isEmpty:
            for (name, value) in members {
                let key = Self.scalar(name)
                if Self.isLong(key) { lines.append(indent + "? " + key) }
                add((Self.isLong(key) ? "" : key) + ":", value, at: pointer.appending(name), indent: indent, &lines)
            }
        case .array(let elements) where !elements.isEmpty:
            for (index, value) in elements.enumerated() {
                let start = lines.count
                let place = pointer.appending(index)
                guard case .object(let members) = value, !members.isEmpty else {
                    add("-", value, at: place, indent: indent, &lines)
                    continue
                }
                write(value, at: place, indent: indent + "  ", &lines)
                lines[start] = indent + "- " + lines[start].dropFirst(indent.count + 2)
                if let comment = comments[place] { lines[start] += " # \(comment)" }
            }
        default: lines.append(indent + Self.flow(json))
        }
    }

    private func add(
        _ key: String, _ value: JSON, at pointer: JSONPointer, indent: String, _ lines: inout [String]
    ) {
        let comment = comments[pointer].map { " # \($0)" } ?? ""
        switch value {
        case .object(let members) where !members.isEmpty && !Self.isShort(value):
            lines.append(indent + key + comment)
            write(value, at: pointer, indent: indent + "  ", &lines)
        case .array(let elements) where !elements.isEmpty && !Self.isShort(value):
            lines.append(indent + key + comment)
            write(value, at: pointer, indent: indent + "  ", &lines)
        default: lines.append(indent + key + " " + Self.flow(value) + comment)
        }
    }

    /// A key that stands before its colon without a mark may have 1,024 characters (YAML 1.2, section 7.4.2).
    private static func isLong(_ key: String) -> Bool { key.utf8.count > 1_000 }

    /// Lists of a few words stand in a line.
    private static func isShort(_ json: JSON) -> Bool {
        guard case .array(let elements) = json, elements.allSatisfy({ $0.array == nil && $0.object == nil }) else {
            return false
        }
        return json.serialized().utf8.count <= 80
    }

    /// In one line.
    static func flow(_ json: JSON) -> String {
        switch json {
        case .string(let text): scalar(text)
        case .array(let elements): "[" + elements.map(flow).joined(separator: ", ") + "]"
        case .object(let members):
            members.isEmpty
                ? "{}"
                : "{"
                    + members.map { name, value in
                        let key = scalar(name)
                        return (isLong(key) ? "? " : "") + key + (isLong(key) ? " : " : ": ") + flow(value)
                    }.joined(separator: ", ") + "}"
        case .null, .bool, .number: json.serialized()
        }
    }

    /// Plain where no reader takes it for anything but text, else as JSON writes it, which YAML 1.2 reads.
    private static func scalar(_ text: String) -> String {
        let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"]
        let isPlain =
            text.utf8.first.map {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || $0 == UInt8(ascii: "/")
            }
            ?? false
        let isSafe = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                || "-_./".utf8.contains(byte)
        }
        if isPlain, isSafe, !words.contains(text.lowercased()) { return text }
        return quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        // Control characters beyond those of JSON, and separators of lines, are escaped for YAML.
        var result = ""
        for scalar in JSON.string(text).serialized().unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
