// What Mockoon's routes answer.

import JSONValues

extension MockoonReader {
    mutating func common(_ response: Sourced, _ dictionary: MockoonTemplates) -> ImportedAnswer? {
        guard let status = mock.status(response.whole("statusCode"), of: "a response", at: response.place) else {
            return nil
        }
        var answer = ImportedAnswer(status: status)
        let own = response["headers"]?.elements ?? []
        var names: Set<String> = []
        var writer = TemplateWriter(dictionary)
        for header in own + headers {
            guard let name = header.text("key"), !name.isEmpty else { continue }
            let lower = name.lowercased()
            // What the response says counts before the environment; of one name several go out.
            if names.contains(lower), !own.contains(where: { $0.place.description == header.place.description }) {
                continue
            }
            names.insert(lower)
            let text = header.text("value") ?? ""
            let value = expression(text, response, &writer, at: header.place) ?? CELText.quoted(text)
            if let index = answer.headers.firstIndex(where: { $0.name.lowercased() == lower }) {
                let known = answer.headers[index].value
                answer.headers[index].value =
                    known.hasPrefix("[") ? String(known.dropLast()) + ", \(value)]" : "[\(known), \(value)]"
            } else {
                answer.headers.append((name, value))
            }
        }
        let delay = latency + (response.whole("latency") ?? 0)
        if delay > 0 { answer.latency = .string("\(delay)ms") }
        if let callbacks = response["callbacks"], callbacks.json.array?.isEmpty == false {
            mock.lose("callbacks of a response", remedy: "Call them from the test.", at: callbacks.place)
        }
        return answer
    }

    mutating func answer(_ response: Sourced, _ route: inout ImportedRoute, _ dictionary: MockoonTemplates)
        -> Bool
    {
        guard var answer = common(response, dictionary) else { return false }
        var writer = TemplateWriter(dictionary)
        let hasType = answer.headers.contains { $0.name.lowercased() == "content-type" }
        switch response.text("bodyType") ?? "INLINE" {
        case "FILE":
            let path = response.text("filePath") ?? ""
            let name = path.split(separator: "/").last.map(String.init) ?? path
            if path.contains("{{") {
                mock.lose(
                    "a file whose name is a template", remedy: "Write a rule for each file.",
                    at: response.place.appending("filePath"))
            } else if path.isEmpty {
                break
            } else if let bytes = files.beside(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
                ?? files.beside(name)
            {
                let text = String(validating: bytes, as: UTF8.self)
                let written = text.flatMap {
                    expression($0, response, &writer, at: response.place.appending("filePath"))
                }
                answer.content = written.map { .expression($0) } ?? text.map { .text($0) } ?? .bytes(bytes)
                if !hasType { answer.set("Content-Type", Self.type(of: name)) }
            } else {
                mock.lose(
                    "the file \(path), which is not there", remedy: "Import it together with the environment.",
                    at: response.place.appending("filePath"))
            }
        case "DATABUCKET":
            guard
                let bucket = buckets.first(where: {
                    $0.id == response.text("databucketID") || $0.name == response.text("databucketID")
                })
            else { break }
            do throws(TemplateFailure) {
                answer.content = .expression(try dictionary.text(of: bucket, &writer))
            } catch {
                mock.lose(
                    "the data bucket '\(bucket.name)': \(error.what)", remedy: "Write it in CEL in the rule.",
                    at: bucket.place)
            }
            if !hasType {
                answer.set(
                    "Content-Type", bucket.isJSON ? "application/json; charset=utf-8" : "text/html; charset=utf-8")
            }
        default:
            let text = response.text("body") ?? ""
            answer.set(
                content: text, written: expression(text, response, &writer, at: response.place.appending("body")))
            if !hasType, !text.isEmpty { answer.set("Content-Type", "text/html; charset=utf-8") }
        }
        route.answer = answer
        return true
    }

    static func type(of name: String) -> String {
        let types = [
            "json": "application/json", "xml": "application/xml", "html": "text/html", "txt": "text/plain",
            "pdf": "application/pdf",
            "png": "image/png", "jpg": "image/jpeg", "svg": "image/svg+xml", "csv": "text/csv",
        ]
        return name.split(separator: ".").last.flatMap { types[$0.lowercased()] } ?? "application/octet-stream"
    }

    mutating func expression(
        _ text: String, _ response: Sourced, _ writer: inout TemplateWriter, at place: SourcePlace
    ) -> String? {
        guard text.contains("{{"), !response.flag("disableTemplating") else { return nil }
        return mock.expression(ofTemplate: text, &writer, at: place)
    }

    // MARK: - CRUD

    mutating func crud(_ response: Sourced, _ conditions: [String], _ route: Sourced, _ endpoint: String) {
        let wanted = response.text("databucketID") ?? ""
        guard let bucket = buckets.first(where: { $0.id == wanted || $0.name == wanted }), bucket.value != nil,
            let path = MockoonPath(endpoint), let base = path.template,
            let answer = common(response, MockoonTemplates(path: path, buckets: buckets))
        else {
            mock.lose(
                "the CRUD route '\(endpoint)': its data bucket is not there, or is a template",
                remedy: "Give the state its rows in mock.yaml.", at: response.place)
            return
        }
        let key = response.text("crudKey").flatMap { $0.isEmpty ? nil : $0 } ?? "id"
        mock.routes += MockoonCRUD(bucket: bucket, key: key, base: base, answer: answer).routes(at: response.place).map
        { made in
            var made = made
            made.conditions = conditions + made.conditions
            return made
        }
    }
}
