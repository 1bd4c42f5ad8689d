// What the control API says of the mock as a whole.

import Journals
import ConsolePage
import MockRules
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension Control {
    /// The console's page. Nothing in it comes from elsewhere, and nothing may: its policy says so to the browser.
    var page: Response {
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
        headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        headers[.xContentTypeOptions] = "nosniff"
        if let policy = HTTPField.Name("Referrer-Policy") { headers[policy] = "no-referrer" }
        return Response(status: 200, headers: headers, body: ConsoleFile.page)
    }

    func consoleFile(_ call: ControlCall) throws(Refused) -> Response {
        let name = call.text("file", in: .path) ?? ""
        guard let file = ConsoleFile(name) else {
            throw Refused(404, "No such file", "The console has no file \(name). Reload its page.")
        }
        let headers: HTTPFields = [
            .contentType: file.mediaType, .cacheControl: "no-cache", .xContentTypeOptions: "nosniff",
        ]
        return Response(status: 200, headers: headers, body: file.content)
    }

    var description: Response {
        Response(status: 200, headers: [.contentType: "application/yaml"], body: ControlContract.text)
    }

    var health: JSON {
        [
            "status": isDraining ? "draining" : "ok", "title": .string(mock.contract.title),
            "api_version": .string(mock.contract.apiVersion),
            "operations": .number(JSONNumber(mock.contract.operations.count)),
            "sessions": .number(JSONNumber(mock.namedSessions.count)),
            "uptime_seconds": mock.uptime.inSeconds,
        ]
    }

    var metrics: Response {
        let sessions = [mock.session(nil)] + mock.namedSessions
        let sizes = sessions.map(\.journal.size)
        let text = mock.metrics.text(
            gauges: [
                ("counterpart_sessions", "Sessions that have an id.", sessions.count - 1),
                ("counterpart_journal_entries", "Entries that the journals keep.", sizes.reduce(0) { $0 + $1.kept }),
                ("counterpart_journal_bytes", "Bytes that the journals take.", sizes.reduce(0) { $0 + $1.bytes }),
            ])
        return Response(
            status: 200, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"], body: Array(text.utf8))
    }
}

extension Duration {
    var inSeconds: JSON { JSONNumber((seconds * 1_000).rounded() / 1_000).map { .number($0) } ?? 0 }
}
