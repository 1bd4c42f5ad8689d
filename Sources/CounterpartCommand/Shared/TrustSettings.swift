// The options that say which certificates of a backend are believed.

import ArgumentParser
import HTTPWire

struct TrustSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The authorities that a backend's certificate may be of, in PEM, in the place of those of the system.",
            valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    var cacert: String?

    @Flag(name: [.long, .customShort("k")], help: "Believe any certificate of a backend.")
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
