// Times as templates write them.

/// Patterns of `java.text.SimpleDateFormat` and of date-fns, which agree on what is used.
enum TimeText {
    /// CEL that writes a time; nil for a pattern with parts that have no equivalent.
    static func formatted(_ time: String, _ pattern: String) -> String? {
        var parts: [String] = []
        var rest = Substring(pattern)
        func two(_ getter: String, adding: Int = 0) -> String {
            let value = adding == 0 ? "(\(time)).\(getter)()" : "((\(time)).\(getter)() + \(adding))"
            return "(\(value) < 10 ? \"0\" : \"\") + string(\(value))"
        }
        while let first = rest.first {
            if first == "'" {
                rest = rest.dropFirst()
                if rest.first == "'" {
                    parts.append("\"'\"")
                    rest = rest.dropFirst()
                    continue
                }
                let text = rest.prefix { $0 != "'" }
                parts.append(CELText.quoted(String(text)))
                rest = rest.dropFirst(text.count + 1)
                continue
            }
            guard first.isLetter, first.isASCII else {
                parts.append(CELText.quoted(String(first)))
                rest = rest.dropFirst()
                continue
            }
            let run = rest.prefix { $0 == first }
            rest = rest.dropFirst(run.count)
            switch (first, run.count) {
            case ("y", 4), ("Y", 4), ("y", 1): parts.append("string((\(time)).getFullYear())")
            case ("y", 2), ("Y", 2): parts.append("string((\(time)).getFullYear()).substring(2)")
            case ("M", 2): parts.append("(\(two("getMonth", adding: 1)))")
            case ("M", 1): parts.append("string((\(time)).getMonth() + 1)")
            case ("d", 2), ("D", 2): parts.append("(\(two("getDate")))")
            case ("d", 1), ("D", 1): parts.append("string((\(time)).getDate())")
            case ("H", 2): parts.append("(\(two("getHours")))")
            case ("H", 1): parts.append("string((\(time)).getHours())")
            case ("m", 2): parts.append("(\(two("getMinutes")))")
            case ("s", 2): parts.append("(\(two("getSeconds")))")
            case ("S", 3):
                parts.append("string((\(time)).getMilliseconds() + 1000).substring(1)")
            case ("Z", _): parts.append("\"+0000\"")
            case ("X", _), ("x", _): parts.append("\"Z\"")
            case ("z", _): parts.append("\"UTC\"")
            case ("T", 1): parts.append("\"T\"")
            default: return nil
            }
        }
        return CELText.joined(parts)
    }

    /// CEL for a span of time such as `3 days` or `-24 seconds`; nil for months and years, whose length is not fixed, and for what is none.
    static func span(_ text: String) -> String? {
        let words = text.trimmed.split(separator: " ")
        guard words.count == 2, let count = Int(words[0]) else { return nil }
        let units = ["second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800]
        let unit = words[1].hasSuffix("s") ? String(words[1].dropLast()) : String(words[1])
        guard let seconds = units[unit.lowercased()] else { return nil }
        return "duration(\"\(count * seconds)s\")"
    }
}
