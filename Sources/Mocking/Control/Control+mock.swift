// What the control API says of the mock as a whole.

import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension Control {
    /// A page that runs by itself: nothing in it comes from elsewhere, and nothing may (its policy says so to the browser).
    var page: Response {
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'"
        return Response(status: 200, headers: headers, body: PackageResources.control_html)
    }

    var description: Response {
        Response(status: 200, headers: [.contentType: "application/yaml"], body: ControlContract.text)
    }

    var health: JSON {
        [
            "status": "ok", "title": .string(mock.contract.title), "api_version": .string(mock.contract.apiVersion),
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
