// Options of `counterpart verify`: pacts to verify instead of a contract.

import VerificationReports
import ArgumentParser
import Foundation
import HTTPExchange
import HTTPTypes
import SecureWire
import JSONValues
import MockServing
import Pact
import Verification

struct PactSettings: ParsableArguments {
    @Option(
        name: .customLong("pact"), parsing: .upToNextOption,
        help: ArgumentHelp("Verify what these pacts expect, in place of a contract.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var files: [String] = []

    @Option(
        name: .customLong("provider-states"),
        help: ArgumentHelp("POST each state of the provider to this URL, as JSON.", valueName: "url"))
    var statesURL: String?

    @Option(
        name: .customLong("provider-states-command"),
        help: ArgumentHelp(
            "Run this shell command for each state; its JSON is on standard input.", valueName: "command"))
    var statesCommand: String?

    @Option(
        name: .customLong("consumer"),
        help: ArgumentHelp("Verify the pacts of this consumer only; repeatable.", valueName: "name"))
    var consumers: [String] = []

    @Option(
        name: .customLong("tag"),
        help: ArgumentHelp("Verify what has this tag only; repeatable.", valueName: "name"))
    var tags: [String] = []

    func validate() throws {
        if statesURL != nil, statesCommand != nil {
            throw ValidationError("--provider-states and --provider-states-command exclude each other.")
        }
        let hasOthers = statesURL != nil || statesCommand != nil || !consumers.isEmpty || !tags.isEmpty
        if files.isEmpty, hasOthers {
            throw ValidationError("--provider-states, --consumer and --tag are of pacts: give them with --pact.")
        }
    }
}

extension PactSettings {
    /// Verifies the pacts that were asked for. A signal ends the run early; what was found so far is reported.
    func verify(
        _ backend: BackendURL, _ options: PactVerifier.Options, _ sender: HTTPSender,
        observe: @escaping @Sendable (String, Exchange) -> Void
    ) async throws -> RunRecord {
        var options = options
        options.basePath = backend.path
        options.now = WallClock.moment
        let verifier = PactVerifier(try selected(), options: options, changeState: try stateChange(sender)) {
            request throws(NoResponse) in
            try await sender.send(request, to: backend)
        }
        let interruption = Interruption()
        let run = Task { await verifier.run(observe: observe) }
        Task {
            await interruption.wait()
            run.cancel()
        }
        return await run.value.record(backend: backend)
    }

    private func selected() throws -> [Pact] {
        let all = try PactFile.read(files)
        let named = consumers.isEmpty ? all : all.filter { consumers.contains($0.consumer) }
        let selected = named.compactMap { $0.selecting(tags) }
        guard selected.isEmpty else { return selected }
        let known = Set(all.map { "'\($0.consumer)'" }).sorted().joined(separator: ", ")
        let knownTags = Set(all.flatMap { $0.tags + $0.interactions.flatMap(\.tags) }).sorted()
        throw CommandFailure(
            "No interaction is left. The consumers are \(known); the tags "
                + (knownTags.isEmpty ? "none." : "\(knownTags.joined(separator: ", "))."))
    }

    private func stateChange(_ sender: HTTPSender) throws -> PactVerifier.ChangeState? {
        if let statesCommand { return ProviderStateCommand(text: statesCommand).change }
        guard let statesURL else { return nil }
        let url: BackendURL
        do throws(BackendURL.Invalid) {
            url = try BackendURL(parsing: statesURL)
        } catch {
            throw CommandFailure(error.description)
        }
        return { change throws(PactVerifier.StateFailure) in
            let request = Request(
                method: .post, target: url.path.isEmpty ? "/" : url.path,
                headers: [.contentType: "application/json"], body: Array(change.json.serialized().utf8))
            let response: Response
            do throws(NoResponse) {
                response = try await sender.send(request, to: url)
            } catch {
                throw PactVerifier.StateFailure("\(error)")
            }
            guard (200...299).contains(response.status) else {
                throw PactVerifier.StateFailure("\(url) answers '\(change.state.name)' with \(response.status)")
            }
            return (try? JSON(parsing: response.body))?.object ?? JSONObject()
        }
    }
}

/// A shell command that sets up the provider's states.
struct ProviderStateCommand: Sendable {
    let text: String

    /// Runs the command with the change on its standard input. An object of JSON that it prints gives values to requests.
    func change(_ change: PactVerifier.StateChange) async throws(PactVerifier.StateFailure) -> JSONObject {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", text]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "PACT_STATE": change.state.name, "PACT_ACTION": change.action.rawValue, "PACT_CONSUMER": change.consumer,
        ]) { $1 }
        process.standardInput = input
        process.standardOutput = output
        let printed: Data
        do {
            try process.run()
            // A command may close its input without reading it.
            try? input.fileHandleForWriting.write(contentsOf: Data(change.json.serialized().utf8))
            try? input.fileHandleForWriting.close()
            printed = try output.fileHandleForReading.readToEnd() ?? Data()
        } catch {
            throw PactVerifier.StateFailure("the command could not be run: \(error.localizedDescription)")
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw PactVerifier.StateFailure(
                "the command ends '\(change.state.name)' with exit code \(process.terminationStatus)")
        }
        return (try? JSON(parsing: [UInt8](printed)))?.object ?? JSONObject()
    }
}
