// A file of the console, by its name.

/// What a browser gets of the console: its page, and what the page names.
package struct ConsoleFile: Sendable {
    /// With its character set.
    package let mediaType: String
    /// The whole file.
    package let content: [UInt8]

    /// The page that names all others.
    package static var page: [UInt8] { PackageResources.index_html }

    /// The names of all files but the page.
    package static var names: [String] { files.keys.sorted() }

    /// Nil where there is no such file.
    package init?(_ name: String) {
        guard let content = ConsoleFile.files[name] else { return nil }
        self.content = content
        mediaType = name.hasSuffix(".js") ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8"
    }

    private static let files: [String: [UInt8]] = [
        "answers.js": PackageResources.answers_js,
        "api.js": PackageResources.api_js,
        "app.js": PackageResources.app_js,
        "base.css": PackageResources.base_css,
        "behaviour.js": PackageResources.behaviour_js,
        "chart.js": PackageResources.chart_js,
        "columnmenu.js": PackageResources.columnmenu_js,
        "columns.js": PackageResources.columns_js,
        "comparison.js": PackageResources.comparison_js,
        "compose.js": PackageResources.compose_js,
        "content.js": PackageResources.content_js,
        "contract.js": PackageResources.contract_js,
        "curl.js": PackageResources.curl_js,
        "dom.js": PackageResources.dom_js,
        "events.js": PackageResources.events_js,
        "exact.js": PackageResources.exact_js,
        "exchange.js": PackageResources.exchange_js,
        "faults.js": PackageResources.faults_js,
        "format.js": PackageResources.format_js,
        "harfile.js": PackageResources.harfile_js,
        "help.js": PackageResources.help_js,
        "keep.js": PackageResources.keep_js,
        "keptexample.js": PackageResources.keptexample_js,
        "latency.js": PackageResources.latency_js,
        "list.js": PackageResources.list_js,
        "mockfile.js": PackageResources.mockfile_js,
        "once.js": PackageResources.once_js,
        "operation.js": PackageResources.operation_js,
        "operations.js": PackageResources.operations_js,
        "prose.js": PackageResources.prose_js,
        "recordings.js": PackageResources.recordings_js,
        "replay.js": PackageResources.replay_js,
        "rooms.css": PackageResources.rooms_css,
        "route.js": PackageResources.route_js,
        "rules.js": PackageResources.rules_js,
        "search.js": PackageResources.search_js,
        "sessions.js": PackageResources.sessions_js,
        "shape.js": PackageResources.shape_js,
        "state.js": PackageResources.state_js,
        "store.js": PackageResources.store_js,
        "traffic.css": PackageResources.traffic_css,
        "traffic.js": PackageResources.traffic_js,
        "tree.js": PackageResources.tree_js,
        "tryform.js": PackageResources.tryform_js,
        "types.js": PackageResources.types_js,
        "waterfall.js": PackageResources.waterfall_js,
        "why.js": PackageResources.why_js,
    ]
}
