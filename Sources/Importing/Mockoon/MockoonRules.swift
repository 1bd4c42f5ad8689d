// Mockoon's rules: which response a request gets.

import JSONValues

struct MockoonRules {
    let path: MockoonPath
    let buckets: [MockoonBucket]
    /// The name under `state` of how many requests the route had.
    let counter: String
    private(set) var mentions: [ImportedRoute.Mention] = []

    init(path: MockoonPath, buckets: [MockoonBucket], counter: String) {
        self.path = path
        self.buckets = buckets
        self.counter = counter
    }

    /// CEL; nil where it cannot be carried, which is told.
    mutating func condition(_ rule: Sourced, _ mock: inout ImportedMock) -> String? {
        let name = rule.text("modifier") ?? ""
        let target = rule.text("target") ?? "body"
        guard let values = values(target, name).map({ "\($0).map(n, dyn(n))" }) else {
            mock.lose("a rule on '\(target)'", remedy: "Write the condition in the rule's 'when'.", at: rule.place)
            return nil
        }
        var value = CELText.quoted(rule.text("value") ?? "")
        if (rule.text("value") ?? "").contains("{{") {
            var writer = TemplateWriter(MockoonTemplates(path: path, buckets: buckets))
            do throws(TemplateFailure) {
                value = "(\(try writer.text(of: rule.text("value") ?? "")))"
            } catch {
                mock.lose(
                    "a rule's template: \(error.what)", remedy: "Write the condition in the rule's 'when'.",
                    at: rule.place)
                return nil
            }
        }
        let constant = CELText.constant(value)
        let texts = "\(values).map(n, type(n) == list ? n : [n]).flatten().filter(n, n != null)"
        var condition: String
        switch rule.text("operator") ?? "equals" {
        case "equals": condition = "\(texts).exists(n, text(n) == \(value))"
        case "regex", "regex_i":
            guard let pattern = constant else { return lostPattern(rule, &mock) }
            let text = rule.text("operator") == "regex_i" ? "(?i)" + pattern : pattern
            guard let matches = CELText.matches("text(n)", text) else { return lostPattern(rule, &mock) }
            condition = "\(texts).exists(n, \(matches))"
        case "null": condition = "\(values).filter(n, n != null) == []"
        case "empty_array": condition = "\(values).exists(n, n == [])"
        case "array_includes": condition = "\(values).exists(n, type(n) == list && n.exists(m, text(m) == \(value)))"
        case let other:
            mock.lose(
                "the operator '\(other)' of a rule", remedy: "Write the condition in the rule's 'when'.", at: rule.place
            )
            return nil
        }
        if rule.flag("invert") { condition = CELText.not(condition) }
        return condition
    }

    private func lostPattern(_ rule: Sourced, _ mock: inout ImportedMock) -> String? {
        mock.lose(
            "the pattern '\(rule.text("value") ?? "")' of a rule", remedy: "Write one that RE2 or JavaScript has.",
            at: rule.place)
        return nil
    }

    /// CEL for the list of values that a rule looks at.
    private mutating func values(_ target: String, _ name: String) -> String? {
        switch target {
        case "body":
            if name.isEmpty { return "[request.text]" }
            return MockoonTemplates.body(name)
        case "query":
            mentions.append(.init(location: "query", name: String(name.prefix { $0 != "." })))
            return name.isEmpty ? "[request.query]" : MockoonTemplates.query(name)
        case "header":
            mentions.append(.init(location: "header", name: name))
            return
                "(\(CELText.quoted(name.lowercased())) in request.headers ? [dyn(request.headers[\(CELText.quoted(name.lowercased()))])] : [])"
        case "cookie":
            return "(\(CELText.quoted(name)) in request.cookies ? [dyn(request.cookies[\(CELText.quoted(name))])] : [])"
        case "params": return path.parameter(name).map { "[dyn(\($0))]" } ?? "[dyn(null)]"
        case "path": return "[dyn(request.path)]"
        case "method": return "[dyn(request.method.lowerAscii())]"
        case "request_number": return "[dyn(string(state.\(counter) + 1))]"
        case "data_bucket":
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            guard let bucket = buckets.first(where: { $0.id == parts.first || $0.name == parts.first }),
                bucket.value != nil
            else { return nil }
            return parts.count > 1
                ? "json.select(state.\(bucket.state), \(CELText.quoted(MockoonTemplates.jsonPath(parts[1]))))"
                : "[dyn(state.\(bucket.state))]"
        default: return nil
        }
    }
}
