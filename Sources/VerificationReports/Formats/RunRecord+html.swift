// One page that needs nothing else: findings with their exchanges, coverage by operation, a filter, light and dark.

import JSONValues
import HTTPExchange

extension RunRecord {
    /// One page that loads nothing from elsewhere.
    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(escaped(title)): \(escaped(headline))</title>
        <style>
        \(HTMLParts.style)
        </style>
        </head>
        <body>
        <header>
        <h1><span class="verdict \(verdict.rawValue)">\(escaped(headline))</span> \(escaped(title)) \(escaped(version))</h1>
        <p>\(escaped(summary))</p>
        \(notes)
        </header>
        <main>
        \(unreachedSection)
        \(findingsSection)
        \(coverageSection)
        </main>
        <script>
        \(HTMLParts.script)
        </script>
        </body>
        </html>

        """
    }

    private var headline: String {
        switch verdict {
        case .conformant: countedCauses.isEmpty ? "Conformant" : "Conformant, \(countedCauses)"
        case .findings: countedCauses
        case .couldNotRun: "Could not run"
        }
    }

    private var summary: String {
        let part = shard.map { ", shard \($0)" } ?? ""
        return "\(answered) exchanges with \(backend), seed \(seed)\(part). Coverage \(coverage.percentText)."
    }

    private var notes: String {
        var rows = unsaidWarnings.map { "Warning: \($0)" }
        if let stopped { rows.append("\(stopped.heading): \(stopped.sentences)") }
        rows += notRun.map { "Not run: \($0.what), because \($0.reason)." }
        rows += mended.map { "Mended since the baseline: \($0)" }
        return rows.isEmpty ? "" : "<ul>" + rows.map { "<li>\(escaped($0))</li>" }.joined() + "</ul>"
    }

    /// What the rest says little of, first.
    private var unreachedSection: String {
        guard !unreached.isEmpty else { return "" }
        let rows = unreached.map { row in
            """
            <details><summary><b>\(escaped(row.operation))</b> \(escaped(row.answers))\(row.said.isEmpty ? "" : ": \(escaped(row.said))")</summary>
            <pre class="script">\(escaped(row.reproduce))</pre></details>
            """
        }
        return """
            <section aria-labelledby="unreached">
            <h2 id="unreached">Never a success</h2>
            <p>These have answered no request that keeps to the contract with success: little is known of them.</p>
            \(rows.joined(separator: "\n"))
            </section>
            """
    }

    // MARK: Findings

    private var findingsSection: String {
        guard !findings.isEmpty else { return "" }
        let checks = Set(findings.map(\.check)).sorted()
        let options = checks.map { "<option>\(escaped($0))</option>" }.joined()
        return """
            <section aria-labelledby="findings">
            <h2 id="findings">Findings</h2>
            <form class="filter" onsubmit="return false">
            <label>Filter <input id="text" type="search" placeholder="operation, message, id"></label>
            <label>Check <select id="check"><option value="">all</option>\(options)</select></label>
            <output id="shown"></output>
            </form>
            \(causes.map { card($0) }.joined(separator: "\n"))
            </section>
            """
    }

    /// How many of a cause's findings are listed beneath the one that is shown.
    private static let mostOthers = 100

    private func card(_ cause: CauseRecord) -> String {
        let finding = cause.shown
        var rows = [("where", finding.location), ("found", finding.found), ("expected", finding.expected)]
        if let place = finding.place {
            rows.append(("contract", "\(place.file):\(place.line):\(place.column)  \(place.pointer)"))
        }
        rows.append(("id", finding.id))
        rows.append(("cause", cause.id))
        if let recurrence = finding.recurrence { rows.append(("again", recurrence.clause)) }
        if cause.times > 1 { rows.append(("seen", "\(cause.times) times, the smallest is shown")) }
        let table = rows.map { "<dt>\($0.0)</dt><dd>\(escaped($0.1))</dd>" }.joined()
        let accepted = cause.isAccepted ? " <span class=\"accepted\">accepted</span>" : ""
        return """
            <details class="finding" data-check="\(escaped(finding.check))">
            <summary><b class="\(cause.degree.rawValue)">\(cause.degree.rawValue)</b> <b>\(escaped(finding.check))</b> \(escaped(heading(cause)))\(accepted)<br>\(escaped(finding.message))</summary>
            <dl>\(table)</dl>
            \(finding.exchanges.map { exchange($0) }.joined())
            <h3>Reproduce</h3>
            <pre class="script">\(escaped(finding.reproduce))</pre>
            \(others(of: cause))
            </details>
            """
    }

    private func heading(_ cause: CauseRecord) -> String {
        cause.findings.count > 1 ? cause.headline : "\(cause.shown.operation), \(cause.shown.name)"
    }

    /// The other findings of a cause, a line each.
    private func others(of cause: CauseRecord) -> String {
        guard cause.findings.count > 1 else { return "" }
        let rows = cause.findings.dropFirst().prefix(RunRecord.mostOthers).map { finding in
            let request = "\(finding.method ?? "") \(finding.target ?? "")"
            return "<li>\(escaped(finding.id)): \(escaped(request)), \(escaped(finding.found))</li>"
        }
        let more = cause.findings.count - 1 - rows.count
        let rest = more > 0 ? "<li>and \(more) more</li>" : ""
        return "<h3>Also</h3><ul>\(rows.joined(separator: "\n"))\(rest)</ul>"
    }

    private func exchange(_ exchange: ExchangeRecord) -> String {
        let request = message(
            "\(exchange.method) \(exchange.target)", exchange.requestFields, exchange.requestBody)
        let response =
            exchange.status.map {
                message(
                    "\($0), \(GivenNumber.whole(exchange.milliseconds)) ms", exchange.responseFields,
                    exchange.responseBody)
            } ?? "no response"
        return "<div class=\"exchange\"><pre>\(request)</pre><pre>\(response)</pre></div>\n"
    }

    private func message(_ first: String, _ fields: [ExchangeRecord.Field], _ body: BodyRecord?) -> String {
        var text = "<b>\(escaped(first))</b>\n" + fields.map { "\(escaped($0.name)): \(escaped($0.value))\n" }.joined()
        guard let body else { return text }
        text += "\n" + (body.isBase64 ? "<i>base64</i> " : "") + escaped(body.text)
        return body.cut > 0 ? text + "\n<i>… \(body.cut) bytes more</i>" : text
    }

    // MARK: Coverage

    private var coverageSection: String {
        guard !coverage.points.isEmpty else { return "" }
        let kinds = Coverage.Kind.allCases.map { kind in
            let count = coverage.count(kind)
            let share = count.reachable == 0 ? 100 : count.reached * 100 / count.reachable
            return "<tr><th scope=\"row\">\(kind.rawValue)</th><td>\(count.reached) of \(count.reachable)</td>"
                + "<td><meter min=\"0\" max=\"100\" value=\"\(share)\">\(share)%</meter></td></tr>"
        }
        return """
            <section aria-labelledby="coverage">
            <h2 id="coverage">What was reached</h2>
            <table>\(kinds.joined())</table>
            <label class="filter"><input id="gaps" type="checkbox"> only what was not reached</label>
            \(operations.map { operation in row(operation) }.joined(separator: "\n"))
            </section>
            """
    }

    private func row(_ operation: OperationName) -> String {
        let own = coverage.points.filter { $0.operation == operation.id }
        let part = Coverage(own)
        let count = part.count()
        let items = own.map { point in
            let reason = point.outcome.reason.map { " <i>\(escaped($0))</i>" } ?? ""
            let what = point.what.isEmpty ? "the operation" : point.what
            return "<li class=\"\(point.outcome.name)\">\(escaped(what))\(reason)</li>"
        }
        return """
            <details class="operation"><summary><b>\(escaped(operation.id))</b> \(escaped(operation.title)): \(count.reached) of \(count.reachable)</summary>
            <ul class="points">\(items.joined())</ul></details>
            """
    }

    private func escaped(_ text: String) -> String { MarkupText.escaped(text.replacing("\u{7F}", with: "\u{FFFD}")) }
}

/// What every page has.
private enum HTMLParts {
    static let style = """
        :root { --text: #1b1f24; --page: #fff; --faint: #59636e; --line: #d1d9e0; --box: #f6f8fa; --bad: #b3261e; --good: #1a7f37; --warn: #7a5b00; }
        @media (prefers-color-scheme: dark) { :root { --text: #e6e9ed; --page: #14171b; --faint: #9aa4af; --line: #3a424b; --box: #1d2228; --bad: #ff8f87; --good: #5fd07c; --warn: #e3b341; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 1rem/1.45 system-ui, sans-serif; color: var(--text); background: var(--page); }
        h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: .95rem; margin: .8rem 0 .2rem; }
        .verdict { padding: .1em .5em; border-radius: .3em; border: 1px solid currentColor; }
        .conformant, .passed::before { color: var(--good); } .findings, .could-not-run, .failed::before { color: var(--bad); }
        details { border: 1px solid var(--line); border-radius: .4rem; margin: .4rem 0; padding: .5rem .8rem; }
        summary { cursor: pointer; } .finding > summary b.violation { color: var(--bad); } .finding > summary b.suspicion { color: var(--warn); } .finding > summary b.note { color: var(--faint); }
        .accepted { color: var(--warn); border: 1px solid currentColor; border-radius: .3em; padding: 0 .3em; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; } dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
        pre { background: var(--box); padding: .6rem; border-radius: .3rem; overflow: auto; max-height: 24rem; font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
        .exchange { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem; } @media (max-width: 50rem) { .exchange { grid-template-columns: 1fr; } }
        table { border-collapse: collapse; } th, td { text-align: left; padding: .15rem 1rem .15rem 0; font-weight: normal; }
        .filter { margin: .6rem 0; display: flex; gap: 1rem; align-items: center; flex-wrap: wrap; } input, select { font: inherit; }
        .points { list-style: none; padding: 0; columns: 24rem; } .points li { break-inside: avoid; } .points i { color: var(--faint); }
        .passed::before { content: "✓ "; } .failed::before { content: "✗ "; } .not-reached::before { content: "○ "; color: var(--warn); } .unreachable::before { content: "– "; color: var(--faint); }
        .gaps .passed, .gaps .failed, .gaps .unreachable { display: none; }
        """

    static let script = """
        const text = document.getElementById('text'), check = document.getElementById('check'), shown = document.getElementById('shown');
        const findings = [...document.querySelectorAll('.finding')];
        function filter() {
          const words = text.value.toLowerCase().split(' ').filter(Boolean);
          let count = 0;
          for (const finding of findings) {
            const content = finding.textContent.toLowerCase();
            const fits = (!check.value || finding.dataset.check === check.value) && words.every(word => content.includes(word));
            finding.hidden = !fits;
            if (fits) count += 1;
          }
          shown.textContent = count + ' of ' + findings.length;
        }
        if (text) { text.addEventListener('input', filter); check.addEventListener('change', filter); filter(); }
        const gaps = document.getElementById('gaps');
        if (gaps) gaps.addEventListener('change', () => {
          document.body.classList.toggle('gaps', gaps.checked);
          for (const part of document.querySelectorAll('.operation')) part.open = gaps.checked && part.querySelector('.not-reached') !== null;
        });
        """
}
