// Values as messages show them.

import JSONValues

extension InstanceValue {
    /// The value whole if it is short, else what it is.
    var excerpt: String {
        switch kind {
        case .null: return "null"
        case .false: return "false"
        case .true: return "true"
        case .number:
            let text = number?.text ?? ""
            return text.utf8.count <= 40 ? text : "a number of \(text.utf8.count) characters"
        case .string:
            let start = withUTF8 { String(decoding: $0.prefix(240), as: UTF8.self).unicodeScalars.prefix(57) }
            return scalarCount <= 60 ? "\"\(string ?? "")\"" : "\"\(String(start))…\""
        case .array: return count == 0 ? "an empty array" : "an array of \(count)"
        case .object:
            guard count > 0 else { return "an empty object" }
            var names: [String] = []
            forEachMember { _, name, _ in
                names.append(name.count <= 60 ? String(decoding: name, as: UTF8.self) : "…")
                return names.count < 4
            }
            return "an object with \(names.joined(separator: ", "))\(count > 4 ? ", …" : "")"
        }
    }
}

extension JSON {
    /// The value as a schema gives it, whole if that is short.
    var literal: String {
        let text = serialized()
        return text.utf8.count <= 60 ? text : excerpt
    }
}
