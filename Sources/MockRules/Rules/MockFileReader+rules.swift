// Reads rules: condition, changes, answer.

import JSONValues
import SourceDocuments
import OpenAPIContract

extension MockFileReader {
    mutating func rules(_ value: Located, of operation: Operation, in file: MockFile) -> [MockFile.Rule] {
        var rules: [MockFile.Rule] = []
        var isSettled = false
        for element in elements(value, "the rules of '\(operation.id)'") {
            if isSettled {
                report(
                    .invalidValue, "this rule is never reached: the one before it has no 'when'",
                    remedy: "Move it up, or give that one a condition.", severity: .warning, at: element.place)
            }
            guard let rule = rule(element, of: operation, in: file) else { continue }
            isSettled = isSettled || rule.condition == nil
            rules.append(rule)
        }
        return rules
    }

    private mutating func rule(_ value: Located, of operation: Operation, in file: MockFile) -> MockFile.Rule? {
        guard object(value, "a rule", fields: ["when", "change", "respond"]) else { return nil }
        let condition = value["when"].flatMap { expression($0, "'when'") }
        let changes = value["change"].map { self.changes($0, in: file) } ?? []
        guard let respond = value["respond"] else {
            report(
                .missingField, "a rule has no 'respond'", expected: "a status, or a mapping with one",
                remedy: "Say what it answers: respond: 200.", at: value.place)
            return MockFile.Rule(condition: condition, changes: changes, response: nil, place: value.place)
        }
        return MockFile.Rule(
            condition: condition, changes: changes, response: response(respond, of: operation), place: value.place)
    }

    // MARK: Changes

    private mutating func changes(_ value: Located, in file: MockFile) -> [MockFile.Change] {
        var changes: [MockFile.Change] = []
        for element in elements(value, "'change'") {
            if let change = change(element, in: file) { changes.append(change) }
        }
        return changes
    }

    private mutating func change(_ value: Located, in file: MockFile) -> MockFile.Change? {
        let verbs = ["insert", "update", "upsert", "remove"]
        guard object(value, "a change", fields: verbs + ["where", "set"]) else { return nil }
        let given = verbs.filter { value[$0] != nil }
        guard given.count <= 1 else {
            report(
                .invalidValue, "a change does one thing", found: given.joined(separator: " and "),
                remedy: "Write them as two changes.", at: value.place)
            return nil
        }
        guard let verb = given.first, let target = value[verb] else { return setting(value, in: file) }
        let condition = value["where"].flatMap { expression($0, "'where'") }
        guard let rows = rows(target, in: file) else { return nil }
        if verb == "remove" {
            if let set = value["set"] {
                report(.unknownField, "what is removed cannot be set", remedy: "Leave it out.", at: set.place)
            }
            return .remove(from: rows, condition: condition)
        }
        guard let set = value["set"] else {
            report(
                .missingField, "'\(verb)' has no 'set'", expected: "the fields of the row, each with an expression",
                at: value.place)
            return nil
        }
        if case .array = set.json {
            wrongType(set, "'set'", expected: "a mapping of fields to expressions, or an expression")
            return nil
        }
        switch verb {
        case "insert":
            if let condition {
                report(
                    .unknownField, "a new row meets no condition", remedy: "Leave 'where' out, or write 'upsert'.",
                    at: condition.written.place)
            }
            return .insert(into: rows, Template(set))
        case "update": return .update(rows, condition: condition, Template(set))
        default:
            guard let condition else {
                report(
                    .missingField, "'upsert' has no 'where'", expected: "the condition that the row to change meets",
                    remedy: "Give it one, or write 'insert'.", at: value.place)
                return nil
            }
            return .upsert(rows, condition: condition, Template(set))
        }
    }

    /// `set` by itself: values of the state.
    private mutating func setting(_ value: Located, in file: MockFile) -> MockFile.Change? {
        guard let set = value["set"], case .object = set.json, value["where"] == nil else {
            report(
                .missingField, "a change says what it does", found: value.json.serialized(),
                expected: "insert, update, upsert or remove with a collection, or set with names of the state",
                at: value.place)
            return nil
        }
        var settings: [(target: MockFile.Change.Target, value: Template)] = []
        for (name, value) in set.members {
            guard let target = target(name, at: value.place, in: file) else { continue }
            settings.append((target, Template(value)))
        }
        return .set(settings)
    }

    private mutating func rows(_ value: Located, in file: MockFile) -> MockFile.Change.Target? {
        guard let name = text(value, "what is changed"), let target = target(name, at: value.place, in: file) else {
            return nil
        }
        guard StateValue(file.state[target.index].value).isCollection else {
            report(
                .invalidValue, "'\(name)' has no rows", found: file.state[target.index].value.kindName,
                expected: "a list of objects", remedy: "Write 'set: {\(name): …}' to give it another value.",
                at: value.place)
            return nil
        }
        return target
    }

    private mutating func target(_ name: String, at place: Place, in file: MockFile) -> MockFile.Change.Target? {
        guard let index = file.state.firstIndex(where: { $0.name == name }) else {
            unknown("name under 'state'", name, among: file.state.map(\.name), at: place)
            return nil
        }
        return MockFile.Change.Target(index: index, name: name, place: place)
    }

    // MARK: Answers

    /// A bare status, or a mapping.
    private mutating func response(_ value: Located, of operation: Operation) -> MockFile.Response? {
        if case .number = value.json { return response(value, status: value, of: operation) }
        guard object(value, "'respond'", fields: Self.answerFields) else { return nil }
        guard var response = response(value, status: value["status"], of: operation) else { return nil }
        for (name, value) in members("headers", of: value) {
            guard let expression = expression(value, "a header") else { continue }
            response.headers.append(MockFile.Response.Header(name: name, value: expression, place: value.place))
        }
        let contents = ["body", "content", "file", "example"].compactMap { value[$0] }
        if contents.count > 1 {
            report(
                .invalidValue, "an answer has one of 'body', 'content', 'file' and 'example'",
                remedy: "Leave the others out.", at: contents[1].place)
        }
        response.body = value["body"].map { Template($0) }
        response.content = value["content"].flatMap { expression($0, "'content'") }
        if let file = value["file"] { response.file = bytes(of: file) }
        if let fault = value["fault"] { response.fault = ending(fault) }
        response.latency = value["latency"].map { latencyModel($0) }
        if let example = value["example"], let name = text(example, "'example'") {
            checkExample(name, of: response, operation, at: example.place)
            response.example = name
        }
        return response
    }

    private static let answerFields = [
        "status", "headers", "body", "content", "file", "example", "latency", "fault",
    ]

    /// Of a file that is sent as it is.
    private mutating func bytes(of value: Located) -> [UInt8]? {
        guard let path = text(value, "'file'") else { return nil }
        let bytes: [UInt8]? = folder.bytes(of: path)
        if bytes == nil {
            report(
                .noSuchFile, "there is no file '\(path)'", remedy: "Paths start from the contract's folder.",
                at: value.place)
        }
        return bytes
    }

    /// How an answer fails on its way: those faults that do not give another answer.
    private mutating func ending(_ value: Located) -> Fault? {
        guard let fault = fault(value) else { return nil }
        switch fault {
        case .reset, .close, .stall, .garbage, .cut: return fault
        case .status, .expiredToken:
            report(
                .invalidValue, "this fault is an answer of its own", found: "\(fault)",
                expected: "one that ends the connection, such as reset or close",
                remedy: "Answer with the status itself.", at: value.place)
            return nil
        }
    }

    /// Without a status it is the operation's success.
    private mutating func response(
        _ value: Located, status written: Located?, of operation: Operation
    ) -> MockFile.Response? {
        guard let written else {
            guard let (status, declared) = operation.success else {
                report(
                    .missingField, "'respond' has no 'status', and '\(operation.id)' declares no success",
                    remedy: "Add 'status' with one that it declares.", at: value.place)
                return nil
            }
            return MockFile.Response(status: status, declared: declared, place: value.place)
        }
        guard let status = written.json.number?.int64, (200...599).contains(status) else {
            report(
                .invalidValue, "this is no status", found: written.json.serialized(), expected: "200 to 599",
                at: written.place)
            return nil
        }
        guard let declared = operation.response(for: Int(status)) else {
            report(
                .impossibleAnswer, "'\(operation.id)' does not declare the status \(status)", found: "\(status)",
                expected: operation.responses.map(\.status.description).joined(separator: ", "),
                remedy: "Declare it in the contract, or answer with one that is.", at: written.place)
            return nil
        }
        return MockFile.Response(status: Int(status), declared: declared, place: value.place)
    }

    private mutating func checkExample(
        _ name: String, of response: MockFile.Response, _ operation: Operation, at place: Place
    ) {
        let known = Set(
            response.declared.content.flatMap { $0.examples.compactMap(\.name) } + response.declared.exampleNames
                + operation.pairs.filter { $0.status == response.status }.map(\.name)
        ).sorted()
        if !known.contains(name) {
            unknown("example of the \(response.status) of '\(operation.id)'", name, among: known, at: place)
        }
    }
}
