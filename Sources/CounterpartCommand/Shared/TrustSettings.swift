// Options for the TLS certificates of a backend.

import ArgumentParser
import SecureWire

struct TrustSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Trust these authorities (PEM) only.",
            valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    var cacert: String?

    @Flag(name: [.long, .customShort("k")], help: "Do not verify TLS certificates.")
    var insecure = false

    func validate() throws {
        if insecure, cacert != nil { throw ValidationError("--insecure and --cacert exclude each other.") }
    }

    func trust() throws -> ServerTrust {
        if insecure { return .none }
        guard let cacert else { return .system }
        do throws(ServerTrust.Unreadable) {
            return try .authorities(inFile: cacert)
        } catch {
            throw CommandFailure("--cacert: \(error)")
        }
    }
}
