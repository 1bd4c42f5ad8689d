// Parameters and headers.

import JSONValues
import SourceDocuments

extension ModelReader {
    mutating func readParameters(of value: Located) -> [Parameter] {
        var parameters: [Parameter] = []
        for element in list("parameters", of: value) {
            guard let parameter = readParameter(element) else { continue }
            if parameters.contains(where: { $0.location == parameter.location && $0.matches(name: parameter.name) }) {
                report(
                    .duplicateParameter,
                    "the \(parameter.location.rawValue) parameter '\(parameter.name)' is declared twice",
                    remedy: "Keep one of them.", at: element.place)
                continue
            }
            let isIgnored =
                parameter.location == .header
                && ["accept", "content-type", "authorization"].contains(parameter.name.lowercased())
            if isIgnored {
                report(
                    .ignoredParameter,
                    "the header '\(parameter.name)' is described by content and security; as a parameter it is ignored",
                    remedy: "Remove the parameter.", at: element.place)
                continue
            }
            parameters.append(parameter)
        }
        return parameters
    }

    mutating func readParameter(_ value: Located) -> Parameter? {
        let key = referenceKey(value)
        if let key, let known = parametersByReference[key] { return known }
        guard let target = resolve(value), let object = object(target, "a parameter") else { return nil }
        checkFields(of: object, .parameter)
        guard let name = text("name", of: object), let location = readLocation(of: object) else {
            if object["name"] == nil {
                report(
                    .missingField, "a parameter has no 'name'", remedy: "Add it.", severity: .error, at: object.place)
            }
            return nil
        }
        let style = readStyle(of: object, location: location)
        let content = readContent(of: object)
        let schema = schema("schema", of: object)
        checkExclusive(["schema", "content"], of: object, "the parameter '\(name)'")
        if content.count > 1 {
            report(
                .invalidValue, "the parameter '\(name)' has \(content.count) media types; the first is taken",
                remedy: "Keep one of them.", at: content[1].place)
        }
        if location == .querystring, version < .v3_2 {
            report(
                .invalidValue, "'in: querystring' came with OpenAPI 3.2",
                remedy: "Write 'openapi: 3.2.0', or declare each parameter of the query.",
                at: object["in"]?.place ?? object.place)
        }
        if content.isEmpty, object["schema"] == nil {
            report(
                .missingField, "the parameter '\(name)' has neither 'schema' nor 'content'; any value is taken",
                remedy: "Add a schema.", at: object.place)
        }
        let isRequired = flag("required", of: object) ?? false
        if location == .path, !isRequired {
            report(
                .pathParameter, "the path parameter '\(name)' must be 'required: true', and is taken to be",
                remedy: "Add 'required: true'.", at: object.place)
        }
        let parameter = Parameter(
            name: name, location: location, required: isRequired || location == .path,
            deprecated: flag("deprecated", of: object) ?? false,
            allowEmptyValue: flag("allowEmptyValue", of: object) ?? false,
            allowReserved: flag("allowReserved", of: object) ?? false, style: style,
            explode: flag("explode", of: object) ?? (style == .form || style == .cookie || style == .deepObject),
            schema: schema, content: content.first, examples: readExamples(of: object),
            invalidStatus: readInvalidStatus(of: object), description: text("description", of: object),
            extensions: object.extensions, place: object.place, shape: WireShape(schema))
        if let key { parametersByReference[key] = parameter }
        return parameter
    }

    private mutating func readLocation(of value: Located) -> Parameter.Location? {
        guard let text = text("in", of: value) else {
            report(
                .missingField, "a parameter has no 'in'", expected: "path, query, header or cookie", remedy: "Add it.",
                severity: .error, at: value.place)
            return nil
        }
        if let location = Parameter.Location(rawValue: text) { return location }
        let remedy =
            switch text {
            case "body": "Describe the body under 'requestBody': 'in: body' is Swagger 2."
            case "formData": "Describe the form under 'requestBody': 'in: formData' is Swagger 2."
            default:
                nearestName(to: text, among: Parameter.Location.allCases.map(\.rawValue)).map {
                    "Did you mean '\($0)'?"
                }
            }
        report(
            .invalidValue, "'in: \(text)' is no place for a parameter", found: text,
            expected: "path, query, header or cookie",
            remedy: remedy ?? "Name one of these.", severity: .error, at: value["in"]?.place ?? value.place)
        return nil
    }

    private mutating func readStyle(of value: Located, location: Parameter.Location) -> Parameter.Style {
        let allowed: [Parameter.Style] =
            switch location {
            case .path: [.simple, .label, .matrix]
            case .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
            case .header: [.simple]
            case .cookie: [.form, .cookie]
            case .querystring: [.form]
            }
        guard let text = text("style", of: value) else { return allowed[0] }
        if let style = Parameter.Style(rawValue: text), allowed.contains(style) { return style }
        report(
            .parameterStyle,
            "'style: \(text)' is none for a \(location.rawValue) parameter; '\(allowed[0].rawValue)' is taken",
            found: text, expected: allowed.map(\.rawValue).joined(separator: ", "), remedy: "Name one of these styles.",
            at: value["style"]?.place ?? value.place)
        return allowed[0]
    }

    private mutating func readInvalidStatus(of value: Located) -> Int? {
        guard let field = value["x-invalid-status"] else { return nil }
        let status = field.json.number?.int64 ?? field.json.string.flatMap { Int64($0) }
        if let status, (400...499).contains(status) { return Int(status) }
        report(
            .invalidStatus, "'x-invalid-status' must be a status from 400 to 499", found: field.json.serialized(),
            remedy: "Name the status that answers a bad value.", at: field.place)
        return nil
    }

    // MARK: Headers

    mutating func readHeaders(of value: Located) -> [HeaderSpec] {
        map("headers", of: value).compactMap { name, header in
            // Described by the content's key (OpenAPI 3.1, section 4.8.17).
            name.lowercased() == "content-type" ? nil : readHeader(header, name: name)
        }
    }

    mutating func readHeader(_ value: Located, name: String) -> HeaderSpec? {
        let key = referenceKey(value).map { name + " " + $0 }
        if let key, let known = headersByReference[key] { return known }
        guard let target = resolve(value), let object = object(target, "a header") else { return nil }
        checkFields(of: object, .header)
        checkExclusive(["schema", "content"], of: object, "the header '\(name)'")
        let schema = schema("schema", of: object)
        if object["schema"] == nil, object["content"] == nil {
            report(
                .missingField, "the header '\(name)' has neither 'schema' nor 'content'; any value is taken",
                remedy: "Add a schema.", at: object.place)
        }
        let header = HeaderSpec(
            name: name, required: flag("required", of: object) ?? false,
            deprecated: flag("deprecated", of: object) ?? false,
            explode: flag("explode", of: object) ?? false, schema: schema, content: readContent(of: object).first,
            examples: readExamples(of: object), description: text("description", of: object), place: object.place,
            shape: WireShape(schema))
        if let key { headersByReference[key] = header }
        return header
    }
}

extension Parameter {
    /// One that stands in a path without being declared.
    static func undeclared(_ name: String, at place: Place) -> Parameter {
        Parameter(
            name: name, location: .path, required: true, deprecated: false, allowEmptyValue: false,
            allowReserved: false,
            style: .simple, explode: false, schema: nil, content: nil, examples: [], invalidStatus: nil,
            description: nil,
            extensions: JSONObject(), place: place, shape: .any)
    }
}
