// Requests that people keep, with the answers that they saved, in one form for Postman, Insomnia and Bruno.

import Archives
import HTTPExchange
import HTTPTypes
import JSONValues

/// A request of a collection; its texts may have variables.
struct SavedRequest {
    struct Field {
        let name: String
        let value: String
        var isFile = false
    }

    enum Body {
        case none
        /// Nil for the media type that the text looks like.
        case text(String, type: String?)
        case form([Field])
        case parts([Field])
        /// What cannot be carried.
        case lost(String)
    }

    /// The scheme alone goes into the contract, never what is secret.
    enum Authentication {
        case none, basic, bearer
        case key(String, inQuery: Bool)
        case other(String)
    }

    let place: SourcePlace
    var method = "GET"
    var url = ""
    /// Of parameters of the path, `:name`.
    var pathValues: [String: String] = [:]
    /// Besides that of the URL.
    var query: [Field] = []
    /// Names of the URL's query that are switched off.
    var leftOut: [String] = []
    var headers: [Field] = []
    var authentication = Authentication.none
    var body = Body.none
}

/// An answer that was saved to a request.
struct SavedAnswer {
    let place: SourcePlace
    var status = 200
    var headers: [SavedRequest.Field] = []
    var body = ""
    /// Where no field says it; nil for what the body looks like.
    var type: String?
}

extension ImportedMock {
    struct SentRequest {
        let template: String?
        let request: Request
    }

    /// Adds what was asked and answered; without an answer 200 without content, which is told.
    /// - Parameters:
    ///   - name: of the request, with its folders.
    ///   - answers: each with the request that it is of.
    mutating func add(
        _ saved: SavedRequest, named name: String, in tool: ForeignTool,
        answers: [(request: SavedRequest, answer: SavedAnswer)], _ variables: inout CollectionVariables
    ) {
        var answered = false
        for (request, answer) in answers {
            guard let sent = sent(request, tool, &variables),
                let response = response(answer, tool, &variables)
            else { continue }
            exchanges.append(
                ImportedExchange(
                    template: sent.template, request: sent.request, response: response, place: answer.place))
            answered = true
        }
        if !answered, let sent = sent(saved, tool, &variables) {
            lose(
                "an answer to '\(name)': no response is saved with it, so 200 without content is declared",
                remedy: "Save a response as an example in \(tool.rawValue), or record one with counterpart record.",
                at: saved.place)
            exchanges.append(
                ImportedExchange(
                    template: sent.template, request: sent.request, response: Response(status: 200), place: saved.place)
            )
        }
        if !variables.missing.isEmpty {
            lose(
                "the value of \(variables.missing.sorted().map { "{{\($0)}}" }.joined(separator: ", "))",
                remedy: "Import the collection together with the environment that has it.", at: saved.place)
        }
    }

    private mutating func sent(
        _ saved: SavedRequest, _ tool: ForeignTool, _ variables: inout CollectionVariables
    ) -> SentRequest? {
        guard !saved.url.isEmpty else {
            lose("a request without a URL", remedy: "Give it one in \(tool.rawValue).", at: saved.place)
            return nil
        }
        var target = CollectionTarget(saved, &variables)
        guard let method = HTTPRequest.Method(saved.method.uppercased()) else {
            lose("a request whose method is none", remedy: "Give it one in \(tool.rawValue).", at: saved.place)
            return nil
        }
        if let origin = target.origin { origins[origin, default: 0] += 1 }
        var fields = HTTPFields()
        for field in saved.headers {
            guard let name = HTTPField.Name(variables.resolved(field.name)) else {
                loseHeader(field.name, tool, at: saved.place)
                continue
            }
            fields[name] = variables.resolved(field.value)
        }
        authorize(saved, &fields, &target)
        let body = WrittenBody(saved.body, &variables)
        if let type = body.type, fields[.contentType] == nil { fields[.contentType] = type }
        if case .lost(let what) = saved.body {
            lose(what, remedy: "Describe the body in openapi.yaml.", at: saved.place)
        }
        return SentRequest(
            template: target.template,
            request: Request(method: method, target: target.target, headers: fields, body: body.bytes))
    }

    private mutating func loseHeader(_ name: String, _ tool: ForeignTool, at place: SourcePlace) {
        lose(
            "the header '\(name)', which is no name of a field", remedy: "Mend its name in \(tool.rawValue).", at: place
        )
    }

    private mutating func authorize(
        _ saved: SavedRequest, _ fields: inout HTTPFields, _ target: inout CollectionTarget
    ) {
        switch saved.authentication {
        case .none: break
        case .basic: fields[.authorization] = "Basic redacted"
        case .bearer: fields[.authorization] = "Bearer redacted"
        case .key(let name, let inQuery):
            if inQuery {
                target.target += (target.target.contains("?") ? "&" : "?") + Percent.encoded(name) + "=redacted"
            } else if let field = HTTPField.Name(name) {
                fields[field] = "redacted"
            }
        case .other(let type):
            lose(
                "the authentication '\(type)'", remedy: "Describe it under securitySchemes in openapi.yaml.",
                at: saved.place)
        }
    }

    private mutating func response(
        _ saved: SavedAnswer, _ tool: ForeignTool, _ variables: inout CollectionVariables
    ) -> Response? {
        guard (200...599).contains(saved.status) else {
            lose(
                "a saved response with the status \(saved.status)", remedy: "Save one of 200 to 599.", at: saved.place)
            return nil
        }
        var response = Response(status: saved.status)
        let skipped: Set<String> = ["content-length", "content-encoding", "transfer-encoding", "connection", "date"]
        for field in saved.headers where !skipped.contains(field.name.lowercased()) {
            guard let name = HTTPField.Name(field.name) else {
                loseHeader(field.name, tool, at: saved.place)
                continue
            }
            response.headers[name] = variables.resolved(field.value)
        }
        if !saved.body.isEmpty {
            let text = variables.resolved(saved.body)
            response.body = Array(text.utf8)
            if response.headers[.contentType] == nil {
                response.headers[.contentType] = saved.type ?? WrittenBody.type(of: text)
            }
        }
        return response
    }

    /// The server of most requests first.
    mutating func nameServers() {
        servers = origins.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// A script is kept as a comment, and told.
    /// - Parameters:
    ///   - when: `test`, or what else it is called.
    ///   - isTest: whether it looks at the answer.
    mutating func keep(script: String, _ when: String, of name: String, isTest: Bool, at place: SourcePlace) {
        guard !script.trimmed.isEmpty else { return }
        lose(
            "the \(when) script of \(name)",
            remedy: isTest
                ? "What it checks is in the contract's schemas, or goes into a workflow (workflows.arazzo.yaml)."
                : "Give the variables that it sets in an environment, and import again.", at: place)
        notes.append("\(when) script of \(name):\n" + script)
    }
}
