// `counterpart record`: a proxy that writes traffic to a HAR file.

import Journals
import VerificationReports
import ArgumentParser
import JSONValues
import OpenAPIContract
import HTTPExchange
import Archives
import HTTPWire
import SecureWire
import MockServing
import Mocking
import Recordings
import Verification

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

struct RecordCommand: AsyncParsableCommand, ConfigurableCommand {
    static let variables = ["config", "port", "host", "backend", "to", "quiet"]

    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record traffic between clients and a backend, without secrets.",
        discussion: """
            Runs a proxy in front of the backend and writes every exchange to a HAR 1.2 file. The file is complete at any moment, even \
            if the program is killed.

            Secrets are replaced before they are written: tokens, passwords, keys and cookies by name, by the contract's security schemes \
            and `format: password`; JSON Web Tokens and card numbers by shape. A secret has the same pseudonym wherever it occurs.

            Examples:
              counterpart record shop.yaml --backend https://api.example.com --to buy.har
              counterpart record --backend http://127.0.0.1:9000 --to buy.har --append
              counterpart record shop.yaml --backend $URL --to buy.har --redact device_id
              counterpart record shop.yaml --backend $URL --to buy.har --report html=buy.html

            Paths outside the backend's base path are sent under it.

            Press Ctrl-C to stop. Exit codes: 0 complete, 1 exchanges are missing, 2 could not run.

            \(variablesHelp(variables))
            """)

    @Argument(
        help:
            "Contract folder or OpenAPI document: declares secrets, and checks exchanges.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var contract: String?

    @Option(help: ArgumentHelp("Backend to forward to.", valueName: "url"))
    var backend: String

    @Option(help: ArgumentHelp("HAR file to write.", valueName: "file"), completion: .file(extensions: ["har"]))
    var to: String

    @Flag(help: "Append to an existing file.")
    var append = false

    @Flag(help: "Replace an existing file when the recording is complete.")
    var replace = false

    @OptionGroup(title: "Secrets") var redaction: RedactionSettings

    @OptionGroup(title: "Proxy") var proxy: ProxySettings

    @OptionGroup(title: "Reports") var reports: ReportOptions

    @OptionGroup(title: "Configuration") var configuration: ConfigurationOptions

    @Flag(help: "Print no line per request.")
    var quiet = false

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    func validate() throws {
        if append, replace { throw ValidationError("--append and --replace exclude each other.") }
        try reports.refuse([.har], "the recording is one. Name its file by --to.")
        try reports.refuseOutput()
        if !reports.isEmpty, contract == nil { throw ValidationError("--report needs the contract to judge by.") }
    }

    func run() async throws {
        let interruption = Interruption()
        // A file size limit (SIGXFSZ) is reported like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        try reports.checkFolders()
        let backend = try ProxySettings.url(backend)
        let contract = try contract.map { try ContractArgument.load($0) }
        let file: RecordingFile
        do throws(RecordingFailure) {
            file = try RecordingFile(
                to, append ? .append : replace ? .replace : .create,
                creator: .init(name: "counterpart", version: Counterpart.configuration.version))
        } catch {
            throw CommandFailure(error.description)
        }
        let path = file.path
        let replaced = path == file.finalPath ? nil : file.finalPath
        var options = Recorder.Options()
        options.redaction = redaction.rules(for: contract)
        options.bodyLimit = proxy.bodyLimit
        let recorder = Recorder(file, options) { Self.report($0) }
        let log = quiet ? nil : RequestLog<ProxiedExchange>(to: .output, json: json)
        let observer: (@Sendable (ProxiedExchange) -> Void)? = log.map { $0.record }
        let sender = try proxy.sender()
        let gateway = Gateway(to: backend, basePaths: contract?.servers.map(\.basePath) ?? [], hosts: proxy.allowHost)
        let forwarder = RecordingProxy(
            gateway: gateway, sender: sender, recorder: recorder, bodyLimit: proxy.bodyLimit, contract: contract,
            redaction: options.redaction.map { Redaction($0, declaredBy: contract) },
            observer: observer)
        let listener: HTTPListener
        do throws(ListenFailure) {
            listener = try await forwarder.listen(host: proxy.host, port: proxy.port)
        } catch {
            _ = recorder.finish()
            await sender.shutdown()
            throw CommandFailure(error.description)
        }
        announce(listener.address, backend, path)
        await interruption.wait()
        await listener.shutdown()
        await sender.shutdown()
        let before = try replaced.map { try Archive(readingFrom: $0) }
        let summary = recorder.finish()
        log?.finish()
        conclude(summary, try changes(since: before, summary, options.redaction))
        if let contract, !reports.isEmpty, summary.failure == nil {
            let judged = RecordingJudge(contract: contract).run([try Recording(readingFrom: to)])
            let record = judged.report.record(backend: backend)
            let output = reports.rendered { .whole(record.rendered($0) ?? "") }
            try output.writeFiles()
            try output.print()
        }
        if summary.lost > 0 || summary.failure != nil { throw ExitCode(1) }
    }

    private static func report(_ notice: Recorder.Notice) {
        let terminal = Terminal.error
        switch notice {
        case .failing(let failure, let waiting):
            terminal.write(
                terminal.styled(.failure, "not recorded: ") + "\(failure) Exchanges that wait: \(waiting).\n")
        case .recovered: terminal.write(terminal.styled(.success, "recorded: ") + "what was waiting is in the file.\n")
        }
    }

    private func announce(_ address: BackendURL, _ backend: BackendURL, _ path: String) {
        let terminal = Terminal.output
        if json {
            let event = JSONObject([
                ("event", "listening"), ("url", .string(address.description)), ("host", .string(address.host)),
                ("port", .number(JSONNumber(address.port))), ("pid", .number(JSONNumber(getpid()))),
                ("backend", .string(backend.description)), ("file", .string(path)),
            ])
            return terminal.write(JSON.object(event).serialized() + "\n")
        }
        var text = "Recording \(terminal.styled(.emphasis, backend.description)) into \(path)\n"
        if path != to, replace { text += "It takes the place of \(to) when it is complete.\n" }
        if redaction.noRedaction { text += terminal.styled(.warning, "Secrets are recorded as they are.") + "\n" }
        terminal.write(text + "Listening on \(terminal.styled(.success, address.description)), press Ctrl-C to stop.\n")
    }

    /// Differences to the recording that is replaced.
    private func changes(
        since before: Archive?, _ summary: Recorder.Summary, _ rules: RedactionRules?
    ) throws -> RecordingComparison? {
        guard let before, summary.failure == nil else { return nil }
        var redactor = rules.map { Redactor($0) }
        return RecordingComparison(
            [before.redacted(by: &redactor)], [try Archive(readingFrom: to).redacted(by: &redactor)])
    }

    private func conclude(_ summary: Recorder.Summary, _ changes: RecordingComparison?) {
        let terminal = Terminal.output
        if json {
            var event = JSONObject([
                ("event", "recorded"), ("file", .string(to)), ("exchanges", .number(JSONNumber(summary.exchanges))),
                ("new", .number(JSONNumber(summary.exchanges - summary.earlier))),
                ("lost", .number(JSONNumber(summary.lost))), ("secrets", .number(JSONNumber(summary.secrets))),
                ("failure", summary.failure.map { .string($0.description) } ?? .null),
            ])
            event["changes"] = changes?.json
            return terminal.write(JSON.object(event).serialized() + "\n")
        }
        let new = summary.exchanges - summary.earlier
        var text = "\(to): \(new) \(new == 1 ? "exchange" : "exchanges")"
        if summary.earlier > 0 { text += " more, \(summary.exchanges) in all" }
        if !redaction.noRedaction {
            text += ", \(summary.secrets) different \(summary.secrets == 1 ? "secret" : "secrets") made out"
        }
        terminal.write(text + "\n")
        if let changes { terminal.write("Since the recording before:\n\n" + changes.text(styled: terminal.styled)) }
        if summary.lost > 0 {
            terminal.write(terminal.styled(.failure, "not recorded: ") + "\(summary.lost) exchanges\n")
        }
        if let failure = summary.failure { Terminal.error.write("\(failure)\n") }
    }
}
