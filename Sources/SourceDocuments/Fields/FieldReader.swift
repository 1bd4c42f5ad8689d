// Reading the fields of files that are written by hand, with a word on everything that is wrong with them.

import JSONValues

/// A reader of one kind of file: it collects its problems, each with its place, and goes on.
package protocol FieldReader {
    var diagnostics: [Diagnostic] { get set }
    /// Whether a mapping or a list may be left empty: `operations:` and nothing behind it.
    static var toleratesEmpty: Bool { get }
    /// Says of a member that its object does not have it.
    mutating func reportUnknownField(_ name: String, of what: String, fields: [String], at place: Place)
}

// MARK: - Problems

extension FieldReader {
    /// Adds a finding to `diagnostics`.
    package mutating func report(
        _ code: DiagnosticCode, _ message: String, found: String? = nil, expected: String? = nil, remedy: String? = nil,
        severity: Diagnostic.Severity = .error, at place: Place
    ) {
        diagnostics.append(
            Diagnostic(
                code, message, found: found, expected: expected, remedy: remedy, severity: severity, at: place))
    }

    /// Adds that a value is of another type than it must be.
    package mutating func wrongType(_ value: Located, _ what: String, expected: String) {
        report(
            .wrongType, "\(what) must be \(expected)", found: value.json.kindName, expected: expected, at: value.place)
    }

    /// A name that stands for nothing, with the one that was probably meant.
    package mutating func unknown(
        _ what: String, _ name: String, among known: [String], severity: Diagnostic.Severity = .error, at place: Place
    ) {
        diagnostics.append(.unknown(what, name, among: known, severity: severity, at: place))
    }

    /// Adds that an object has a field which is none of those that it can have, with the nearest of them.
    package mutating func reportUnknownField(_ name: String, of what: String, fields: [String], at place: Place) {
        diagnostics.append(.unknownField(name, of: what, fields: fields, at: place))
    }
}

extension Diagnostic {
    /// That a name is none of the known ones, with the nearest of them, or all where they are few.
    package static func unknown(
        _ what: String, _ name: String, among known: [String], severity: Severity = .error, at place: Place
    ) -> Diagnostic {
        Diagnostic(
            .unknownName, "there is no \(what) '\(name)'", found: "'\(name)'",
            expected: known.isEmpty ? nil : listed(known),
            remedy: nearestName(to: name, among: known).map { "Did you mean '\($0)'?" }, severity: severity, at: place)
    }

    /// That a field is none of those that an object can have, with the nearest of them.
    package static func unknownField(
        _ name: String, of what: String, fields: [String], severity: Severity = .error, at place: Place
    ) -> Diagnostic {
        Diagnostic(
            .unknownField, "\(what) has no field '\(name)'", found: "'\(name)'", expected: listed(fields),
            remedy: nearestName(to: name, among: fields).map { "Did you mean '\($0)'?" }, severity: severity, at: place)
    }

    /// `one of 'a', 'b' and 7 more`.
    package static func listed(_ names: [String]) -> String {
        let shown = names.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
        return "one of " + shown + (names.count > 12 ? " and \(names.count - 12) more" : "")
    }
}

// MARK: - Fields

extension FieldReader {
    /// Whether the value is an object. Members that it does not have are reported, and so are those that it lacks.
    package mutating func object(
        _ value: Located, _ what: String, fields: [String], required: [String] = []
    ) -> Bool {
        guard case .object = value.json else {
            wrongType(value, what, expected: "a mapping")
            return false
        }
        for (name, member) in value.members where !fields.contains(name) && !name.hasPrefix("x-") {
            reportUnknownField(name, of: what, fields: fields, at: member.keyPlace)
        }
        for name in required where value[name] == nil {
            report(.missingField, "\(what) has no '\(name)'", remedy: "Add '\(name)'.", at: value.place)
        }
        return true
    }

    /// The members of a mapping that may be left out.
    package mutating func members(_ name: String, of value: Located) -> [(name: String, value: Located)] {
        guard let field = value[name] else { return [] }
        if case .object = field.json { return field.members }
        if !field.json.isNull || !Self.toleratesEmpty { wrongType(field, "'\(name)'", expected: "a mapping") }
        return []
    }

    /// The elements of a list; empty, with a finding, for what is none.
    package mutating func elements(_ value: Located, _ what: String) -> [Located] {
        if case .array = value.json { return value.elements }
        if !value.json.isNull || !Self.toleratesEmpty {
            wrongType(value, what, expected: "a list, each entry after '- '")
        }
        return []
    }

    /// The elements of a list that may be left out.
    package mutating func elements(_ name: String, of value: Located) -> [Located] {
        value[name].map { elements($0, "'\(name)'") } ?? []
    }

    /// A string; nil, with a finding, for what is none.
    package mutating func text(_ value: Located, _ what: String) -> String? {
        if case .string(let text) = value.json { return text }
        wrongType(value, what, expected: "text")
        return nil
    }
}
