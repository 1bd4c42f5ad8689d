// An entry of the journal as an exchange that may be written to a file.

package import HTTPExchange
import Archives
import HTTPTypes

extension JournalEntry {
    /// Both messages without their secrets. Nil where no operation took the request, where the answer breaks the contract, where nothing
    /// went out, and where a content is not whole.
    package func exchange(without redaction: Redaction) -> (request: Request, response: Response)? {
        guard operation != nil, ownViolations.isEmpty, let status, requestBytes == request.body.count,
            responseBytes == response.body.count
        else { return nil }
        let shown = redaction.messages(self)
        guard shown.request.leftOut == nil, shown.response.leftOut == nil else { return nil }
        return (
            Request(
                method: request.method, target: redaction.target(request.target, of: operation),
                headers: shown.request.headers, body: shown.request.content),
            Response(status: status, headers: shown.response.headers, body: shown.response.content)
        )
    }
}

extension Redaction.Message {
    fileprivate var headers: HTTPFields {
        var headers = HTTPFields()
        for field in fields {
            if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
        }
        return headers
    }
}
