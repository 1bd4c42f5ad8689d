// Credentials that a workflow gets by logging in.

import Expressions
package import HTTPTypes
package import JSONValues
import SourceDocuments
package import OpenAPIContract
package import Workflows

/// A workflow whose outputs say who the requests after it are from.
package struct Login: Sendable {
    /// The workflow's id.
    package var workflow: String
    /// `Authorization: Bearer {$outputs.token}`; empty where the names of the outputs say what they are.
    package var headers: [String]

    package init(workflow: String, headers: [String] = []) {
        self.workflow = workflow
        self.headers = headers
    }

    /// Why nobody could be logged in.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs the workflow, and adds to an identity what came out of it.
    package func perform(
        with runner: WorkflowRunner, inputs: JSONObject, contract: Contract, adding identity: Identity
    ) async throws(Refusal) -> Identity {
        let library = runner.library
        guard let reference = library.reference(to: workflow) else {
            let nearest = nearestName(to: workflow, among: library.workflows.map(\.id))
            throw Refusal(
                description: "there is no workflow '\(workflow)' to log in with"
                    + (nearest.map { ". Did you mean '\($0)'?" } ?? ""))
        }
        let run = await runner.run(reference, inputs: library[reference].declared(of: inputs))
        if let failure = run.failure {
            let place = failure.place.map { " (\($0))" } ?? ""
            throw Refusal(
                description: "the workflow '\(workflow)' does not log in: \(failure.message), found \(failure.found), "
                    + "expected \(failure.expected)\(place)")
        }
        return headers.isEmpty
            ? try byName(run.outputs, contract, identity) : try byTemplate(run.outputs, identity)
    }

    private func byTemplate(_ outputs: JSONObject, _ identity: Identity) throws(Refusal) -> Identity {
        var identity = identity
        var context = RuntimeContext()
        context.outputs = outputs
        for text in headers {
            let field: HTTPField
            do throws(Identity.InvalidHeader) {
                field = try Identity.field(text)
            } catch {
                throw Refusal(description: "--login-header: \(error)")
            }
            do throws(ExpressionError) {
                let value = try RuntimeTemplate(parsing: field.value).value(in: context)
                identity.headers[field.name] = value.string ?? value.serialized()
            } catch {
                throw Refusal(
                    description: "--login-header \u{201C}\(text)\u{201D}: \(error.message). "
                        + "The workflow '\(workflow)' has the outputs: \(Login.names(outputs)).")
            }
        }
        return identity
    }

    /// An output that is called as a security scheme is its credential; `token` and `access_token` are bearer tokens.
    private func byName(_ outputs: JSONObject, _ contract: Contract, _ identity: Identity) throws(Refusal) -> Identity {
        var identity = identity
        var isAdded = false
        for (name, value) in outputs {
            let text = value.string ?? value.serialized()
            if let scheme = contract.securityScheme(name) {
                identity.add(text, for: scheme.kind)
                isAdded = true
            } else if ["token", "access_token", "accessToken"].contains(name) {
                identity.add(text, for: .http(scheme: "bearer", bearerFormat: nil))
                isAdded = true
            }
        }
        guard isAdded else {
            throw Refusal(
                description: "the workflow '\(workflow)' has no output that is a credential: \(Login.names(outputs)). "
                    + "Say what it is with --login-header 'Authorization: Bearer {$outputs.<name>}'.")
        }
        return identity
    }

    private static func names(_ outputs: JSONObject) -> String {
        outputs.isEmpty ? "none" : outputs.map { "'\($0.key)'" }.joined(separator: ", ")
    }
}

extension Identity {
    /// Why a text is no field of a request.
    package struct InvalidHeader: Error, CustomStringConvertible {
        package let description: String
    }

    /// `Authorization: Bearer abc`.
    package static func field(_ text: String) throws(InvalidHeader) -> HTTPField {
        let name = text.prefix { $0 != ":" }
        guard name.endIndex < text.endIndex, let field = HTTPField.Name(String(name)) else {
            // What was given may be a secret: it is not repeated.
            throw InvalidHeader(
                description: "The text does not begin a header field. Write it like 'Authorization: Bearer token'.")
        }
        return HTTPField(name: field, value: String(text[name.endIndex...].dropFirst().drop { $0 == " " }))
    }
}
