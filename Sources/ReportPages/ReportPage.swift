// One page that loads nothing: the console's colours, and the parts that all reports are made of.

import ConsolePage
import JSONValues

/// An HTML report, in one file. Whatever is put into it as a text shows as that text.
package struct ReportPage: Sendable {
    /// How a result is coloured.
    package enum Tone: String, Sendable {
        case good, mild, warn, bad
        case plain = ""
    }

    /// A part of the page, as markup.
    package struct Part: Sendable {
        let markup: String

        init(_ markup: String) { self.markup = markup }

        /// Nothing.
        package static let none = Part("")

        /// One after another.
        package init(_ parts: [Part]) { markup = parts.map(\.markup).filter { !$0.isEmpty }.joined(separator: "\n") }
    }

    /// The whole file.
    package let text: String

    /// - Parameters:
    ///   - verdict: in a word or two, beside the title.
    ///   - summary: one sentence.
    ///   - notes: what a reader must know, one line each.
    package init(
        title: String, verdict: (text: String, tone: Tone), summary: String, notes: [String] = [], _ parts: [Part]
    ) {
        let style = Self.file(ConsoleFile("base.css")?.content) + Self.file(PackageResources.report_css)
        let rows = notes.map { "<li>\(Self.escaped($0))</li>" }.joined()
        text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(Self.escaped(title)): \(Self.escaped(verdict.text))</title>
            <style>
            \(style)
            </style>
            </head>
            <body class="report">
            <header>
            <h1><span class="tag \(verdict.tone.rawValue)">\(Self.escaped(verdict.text))</span> \(Self.escaped(title))</h1>
            <p>\(Self.escaped(summary))</p>
            \(rows.isEmpty ? "" : "<ul class=\"notes\">\(rows)</ul>")
            </header>
            <main>
            \(Part(parts).markup)
            </main>
            <script>
            \(Self.file(PackageResources.report_js))
            </script>
            </body>
            </html>

            """
    }

    private static func file(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    static func escaped(_ text: String) -> String { MarkupText.escaped(text.replacing("\u{7F}", with: "\u{FFFD}")) }
}

extension ReportPage.Part {
    /// Under a heading of its own; nothing where it has no content.
    /// - Parameter id: of the heading, unique within the page.
    package static func section(_ title: String, id: String, _ parts: [ReportPage.Part]) -> ReportPage.Part {
        let content = ReportPage.Part(parts).markup
        guard !content.isEmpty else { return .none }
        return .init(
            "<section aria-labelledby=\"\(id)\">\n<h2 id=\"\(id)\">\(ReportPage.escaped(title))</h2>\n\(content)\n</section>"
        )
    }

    /// A paragraph.
    package static func text(_ text: String) -> ReportPage.Part { .init("<p>\(ReportPage.escaped(text))</p>") }

    /// A heading within a section.
    package static func heading(_ text: String) -> ReportPage.Part { .init("<h3>\(ReportPage.escaped(text))</h3>") }

    /// Text as it stands: a script, a message.
    package static func script(_ text: String) -> ReportPage.Part {
        .init("<pre class=\"box script\">\(ReportPage.escaped(text))</pre>")
    }

    /// A list of lines, each with the name of its class; nothing where there is none.
    package static func list(_ rows: [(text: String, note: String, kind: String)]) -> ReportPage.Part {
        guard !rows.isEmpty else { return .none }
        let items = rows.map { row in
            let note = row.note.isEmpty ? "" : " <i>\(ReportPage.escaped(row.note))</i>"
            return "<li class=\"\(row.kind)\">\(ReportPage.escaped(row.text))\(note)</li>"
        }
        return .init("<ul class=\"points\">\(items.joined())</ul>")
    }

    /// Names with what they stand for.
    package static func facts(_ rows: [(name: String, value: String)]) -> ReportPage.Part {
        let items = rows.map { "<dt>\($0.name)</dt><dd>\(ReportPage.escaped($0.value))</dd>" }
        return .init("<dl>\(items.joined())</dl>")
    }

    /// Two sides beside each other: request and answer, before and after.
    /// - Parameter sides: the first line stands out.
    package static func sides(_ sides: [(title: String, text: String)]) -> ReportPage.Part {
        let boxes = sides.map {
            "<pre class=\"box\"><b>\(ReportPage.escaped($0.title))</b>\n\(ReportPage.escaped($0.text))</pre>"
        }
        return .init("<div class=\"sides\">\(boxes.joined())</div>")
    }

    /// What opens to show more.
    /// - Parameters:
    ///   - kind: by which the filter finds it; nil where it is none of the filtered.
    ///   - marks: words before the title, coloured.
    package static func details(
        kind: String?, marks: [(text: String, tone: ReportPage.Tone)], title: String, line: String,
        _ parts: [ReportPage.Part]
    ) -> ReportPage.Part {
        let tags = marks.map { "<span class=\"tag \($0.tone.rawValue)\">\(ReportPage.escaped($0.text))</span>" }
        let filtered = kind.map { " class=\"finding\" data-check=\"\(ReportPage.escaped($0))\"" } ?? " class=\"more\""
        let second = line.isEmpty ? "" : "<br>\(ReportPage.escaped(line))"
        return .init(
            """
            <details\(filtered)>
            <summary>\(tags.joined(separator: " ")) <b>\(ReportPage.escaped(title))</b>\(second)</summary>
            \(ReportPage.Part(parts).markup)
            </details>
            """)
    }

    /// Text and kind by which what stands beneath it is filtered.
    /// - Parameters:
    ///   - name: of the kinds.
    ///   - kinds: to choose from.
    package static func filter(_ name: String, kinds: [String]) -> ReportPage.Part {
        let options = kinds.map { "<option>\(ReportPage.escaped($0))</option>" }.joined()
        return .init(
            """
            <form class="filter">
            <label>Filter <input id="text" type="search" placeholder="words, all of which it has"></label>
            <label>\(ReportPage.escaped(name)) <select id="check"><option value="">all</option>\(options)</select></label>
            <output id="shown"></output>
            </form>
            """)
    }

    /// Leaves of the operations beneath it what was not reached.
    package static let gaps = ReportPage.Part(
        "<label class=\"filter\"><input id=\"gaps\" type=\"checkbox\"> only what was not reached</label>")

    /// An operation that `gaps` opens and closes.
    package static func operation(_ name: String, _ rest: String, _ parts: [ReportPage.Part]) -> ReportPage.Part {
        .init(
            """
            <details class="operation"><summary><b>\(ReportPage.escaped(name))</b> \(ReportPage.escaped(rest))</summary>
            \(ReportPage.Part(parts).markup)</details>
            """)
    }
}
