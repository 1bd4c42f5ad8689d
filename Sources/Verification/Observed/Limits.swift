// Limits that a backend tells of in its refusals and the contract does not.

import VerificationReports
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract

/// What refusals have said of values: "limit must be at most 50".
struct Limits: Sendable {
    private struct Name: Hashable {
        let operation: Int
        let site: Site.Kind
    }

    private var most: [Name: Int] = [:]
    private var least: [Name: Int] = [:]

    private static let tops = ["at most", "maximum", "less than or equal", "no more than", "not exceed", "<=", "up to"]
    private static let bottoms = ["at least", "minimum", "greater than or equal", "no less than", ">="]

    /// Reads the refusal of a request that keeps to the contract.
    mutating func learn(from exchange: Exchange, of draft: Draft) {
        guard let text = String(validating: exchange.response.body.prefix(4_096), as: UTF8.self)?.lowercased() else {
            return
        }
        for site in draft.sites {
            guard let place = text.firstRange(of: site.name.lowercased()) else { continue }
            let rest = text[place.upperBound...].prefix(120)
            let name = Name(operation: draft.operation.index, site: site.kind)
            if let number = Limits.number(in: rest, after: Limits.tops) { most[name] = number }
            if let number = Limits.number(in: rest, after: Limits.bottoms) { least[name] = number }
        }
    }

    private static func number(in text: Substring, after phrases: [String]) -> Int? {
        for phrase in phrases {
            guard let place = text.firstRange(of: phrase) else { continue }
            let digits = text[place.upperBound...].prefix(24).drop { !$0.isNumber }.prefix { $0.isNumber }
            if let number = Int(digits) { return number }
        }
        return nil
    }

    /// Brings a draft's values within what is known: numbers by value, text and lists by length.
    func apply(to draft: inout Draft, where conforms: (Draft) -> Bool) {
        guard !most.isEmpty || !least.isEmpty else { return }
        for site in draft.sites {
            let name = Name(operation: draft.operation.index, site: site.kind)
            guard let value = draft.value(at: site),
                let limited = value.within(least[name], most[name]), limited != value
            else { continue }
            let changed = draft.setting(site, to: limited)
            if conforms(changed) { draft = changed }
        }
    }
}

extension JSON {
    fileprivate func within(_ least: Int?, _ most: Int?) -> JSON? {
        switch self {
        case .number(let number):
            if let most, number > JSONNumber(most) { return .number(JSONNumber(most)) }
            if let least, number < JSONNumber(least) { return .number(JSONNumber(least)) }
        case .string(let text):
            if let most, text.count > most { return .string(String(text.prefix(most))) }
        case .array(let elements):
            if let most, elements.count > most { return .array(Array(elements.prefix(most))) }
        case .null, .bool, .object: break
        }
        return nil
    }
}
