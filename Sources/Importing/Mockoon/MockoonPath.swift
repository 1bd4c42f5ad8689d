// Paths of Mockoon's routes.

import JSONValues

/// A path as Express has it.
struct MockoonPath {
    /// Of OpenAPI, where it is nothing but segments and parameters.
    let template: String?
    let match: PathMatch
    /// Where the parameters are captured.
    let pattern: String
    let parameters: [String: Int]

    init?(_ endpoint: String) {
        var pattern = ""
        var parameters: [String: Int] = [:]
        var groups = 0
        var rest = Substring(endpoint.hasPrefix("/") ? endpoint : "/" + endpoint)
        var isPlain = true
        while let character = rest.popFirst() {
            switch character {
            case ":":
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                rest = rest.dropFirst(name.count)
                groups += 1
                parameters[String(name)] = groups
                if rest.first == "(", let end = rest.firstIndex(of: ")") {
                    isPlain = false
                    pattern += String(rest[...end])
                    rest = rest[rest.index(after: end)...]
                } else {
                    pattern += "([^/]+)"
                }
            case "*":
                isPlain = false
                groups += 1
                pattern += "(.*)"
            case "(":
                isPlain = false
                groups += rest.hasPrefix("?") ? 0 : 1
                pattern += "("
            case ")", "?", "+", "[", "]", "|":
                isPlain = false
                pattern.append(character)
            default: pattern += PathKey.escaped(String(character))
            }
        }
        self.pattern = "^\(pattern)/?$"
        self.parameters = parameters
        if isPlain {
            let pieces = PathKey(endpoint).segments.map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : $0 }
            let isWhole = !pieces.contains { !$0.hasPrefix("{") && $0.contains(":") }
            if isWhole {
                let text = PathKey(pieces).template
                template = text
                match = parameters.isEmpty ? PathMatch(exact: text) : PathMatch(template: text)
                return
            }
        }
        template = nil
        guard let match = PathMatch(pattern: pattern + "/?") else { return nil }
        self.match = match
    }

    /// CEL for the text of a parameter; nil for none of that name.
    func parameter(_ name: String) -> String? {
        parameters[name].map { "regex.capture(request.path, \(CELText.quoted(pattern)), \($0))" }
    }
}
