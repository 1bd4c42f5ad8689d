// Reads criteria and actions (Arazzo, Criterion, Success Action and Failure Action Objects).

import CEL
import Expressions
import HTTPExchange
import JSONValues
import RegularExpressions
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ArazzoReader {
    mutating func criteria(_ name: String, of value: Located) -> [Criterion] {
        elements(name, of: value).compactMap { criterion($0) }
    }

    private mutating func criterion(_ value: Located) -> Criterion? {
        guard
            object(value, "a criterion", fields: ["context", "condition", "type", "version"], required: ["condition"]),
            let field = value["condition"], let condition = text(field, "'condition'"),
            let test = test(value, condition, at: field)
        else { return nil }
        return Criterion(test: test, condition: condition, place: field.place)
    }

    private mutating func test(_ value: Located, _ condition: String, at field: Located) -> Criterion.Test? {
        let kind = kind(value)
        do {
            switch kind {
            case "simple": return .simple(try SimpleCondition(parsing: condition))
            case "jsonpath":
                let path = try JSONPath(parsing: condition)
                return context(value).map { .jsonPath(path, context: $0) }
            case "regex":
                let pattern = pattern(condition, at: field)
                guard let pattern, let context = context(value) else { return nil }
                return .regex(pattern, context: context)
            default: return nil
            }
        } catch {
            report(error, in: field)
            return nil
        }
    }

    private mutating func pattern(_ source: String, at field: Located) -> Pattern? {
        do {
            return try Pattern(source)
        } catch {
            let position = field.source.position(ofLine: 1, column: error.offset + 1, inTextAt: field.pointer)
            report(
                .invalidExpression, "this is no regular expression: \(error.message)", remedy: error.remedy,
                at: Place(source: field.source, mark: position))
            return nil
        }
    }

    /// `simple`, `regex` or `jsonpath`; anything else is reported.
    private mutating func kind(_ value: Located) -> String? {
        guard let field = value["type"] else { return "simple" }
        if case .object = field.json {
            guard object(field, "a criterion's type", fields: ["type", "version"], required: ["type", "version"]),
                let type = field["type"]
            else { return nil }
            let version = field["version"]?.json.string ?? ""
            if type.json == "jsonpath", !["draft-goessner-dispatch-jsonpath-00", "rfc9535"].contains(version) {
                report(
                    .invalidValue, "JSONPath has no version '\(version)'", found: "'\(version)'",
                    expected: "draft-goessner-dispatch-jsonpath-00", remedy: "Paths are read as RFC 9535 says.",
                    severity: .warning, at: field.place)
            }
            return kind(named: type)
        }
        return kind(named: field)
    }

    private mutating func kind(named field: Located) -> String? {
        guard let text = text(field, "'type'") else { return nil }
        switch text {
        case "simple", "regex", "jsonpath": return text
        case "xpath":
            report(
                .unsupportedArazzo, "XPath criteria are not supported", found: "'xpath'",
                expected: "simple, regex or jsonpath", remedy: "Ask by a regular expression.", at: field.place)
        default:
            report(
                .invalidValue, "there are no criteria of type '\(text)'", found: "'\(text)'",
                expected: "simple, regex or jsonpath",
                remedy: nearestName(to: text, among: ["simple", "regex", "jsonpath"]).map { "Did you mean '\($0)'?" },
                at: field.place)
        }
        return nil
    }

    private mutating func context(_ value: Located) -> RuntimeExpression? {
        guard let field = value["context"] else {
            report(
                .missingField, "a criterion of this type has a context",
                expected: "'context: $response.body' and its like",
                severity: .error, at: value.place)
            return nil
        }
        return expression(field, "'context'")
    }
}

// MARK: - Actions

extension ArazzoReader {
    enum ActionTrigger {
        case success, failure

        var component: String { self == .success ? "successActions" : "failureActions" }
    }

    mutating func actions(
        _ name: String, of value: Located, of trigger: ActionTrigger, in parts: WorkflowParts
    ) -> [Action] {
        var found: [Action] = []
        for element in elements(name, of: value) {
            guard let (object, _) = resolved(element, trigger.component), let action = action(object, trigger, parts)
            else { continue }
            if found.contains(where: { $0.name == action.name }) { duplicate("action", action.name, at: element.place) }
            found.append(action)
        }
        return found
    }

    private mutating func action(_ value: Located, _ trigger: ActionTrigger, _ parts: WorkflowParts) -> Action? {
        let common = ["name", "type", "workflowId", "stepId", "criteria"]
        let fields = trigger == .success ? common : common + ["retryAfter", "retryLimit"]
        guard object(value, "an action", fields: fields, required: ["name", "type"]),
            let name = value["name"].flatMap({ text($0, "'name'") }), let type = value["type"],
            let word = text(type, "'type'"), let kind = kind(word, at: type, of: value, trigger, parts)
        else { return nil }
        return Action(name: name, kind: kind, criteria: criteria("criteria", of: value), place: value.place)
    }

    private mutating func kind(
        _ word: String, at type: Located, of value: Located, _ trigger: ActionTrigger, _ parts: WorkflowParts
    ) -> Action.Kind? {
        let known = trigger == .success ? ["end", "goto"] : ["end", "goto", "retry"]
        switch word {
        case "end": return .end
        case "goto":
            guard value["stepId"] != nil || value["workflowId"] != nil else {
                report(
                    .missingField, "this does not say where to go", expected: "'stepId' or 'workflowId'",
                    severity: .error, at: value.place)
                return nil
            }
            return destination(value, parts).map { .goto($0) }
        case "retry" where trigger == .failure:
            var first: Action.Destination?
            if value["stepId"] != nil || value["workflowId"] != nil {
                guard let destination = destination(value, parts) else { return nil }
                first = destination
            }
            return .retry(
                after: GivenNumber.seconds(number("retryAfter", of: value, whole: false) ?? 0),
                limit: GivenNumber.whole(number("retryLimit", of: value, whole: true) ?? 1), first: first)
        default:
            report(
                .invalidValue, "there is no \(trigger) action of type '\(word)'", found: "'\(word)'",
                expected: Diagnostic.listed(known),
                remedy: nearestName(to: word, among: known).map { "Did you mean '\($0)'?" }, at: type.place)
            return nil
        }
    }

    /// A number that is not negative, and no larger than anyone would wait or try.
    private mutating func number(_ name: String, of value: Located, whole: Bool) -> Double? {
        guard let field = value[name] else { return nil }
        guard case .number(let number) = field.json, let amount = Double(number.text), amount >= 0,
            !whole || number.isInteger
        else {
            report(
                .invalidValue, "'\(name)' is a \(whole ? "whole " : "")number from 0 up",
                found: field.json.serialized(),
                remedy: "Write it as a plain number, such as \(whole ? "3" : "1.5").", at: field.place)
            return nil
        }
        return min(amount, 1e9)
    }

    private mutating func destination(_ value: Located, _ parts: WorkflowParts) -> Action.Destination? {
        switch (value["stepId"], value["workflowId"]) {
        case (let step?, nil):
            guard let id = text(step, "'stepId'") else { return nil }
            if let index = parts.stepIDs.firstIndex(of: id) { return .step(index) }
            unknown("step of this workflow", id, among: parts.stepIDs, at: step.place)
            return nil
        case (nil, let workflow?): return workflowReference(workflow).map { .workflow($0) }
        case (let step, _):
            report(
                .invalidValue, "an action goes to a step or to a workflow, not to both",
                remedy: "Leave one of 'stepId' and 'workflowId' out.", at: step?.place ?? value.place)
            return nil
        }
    }
}
