// Options of a proxy between clients and a backend.

import ArgumentParser
import HTTPExchange
import SecureWire

struct ProxySettings: ParsableArguments {
    @Option(help: "Listen on this port; 0 takes any free one.")
    var port: UInt16 = 8080

    @Option(
        help: "Listen on this address; 0.0.0.0 is every network.",
        transform: BackendURL.bare)
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("Give up on a backend that is silent this long.", valueName: TimeSpan.forms))
    var timeout = TimeSpan(.seconds(60))

    @Option(help: ArgumentHelp("A name of the Internet that clients may send to.", valueName: "name"))
    var allowHost: [String] = []

    @OptionGroup var trust: TrustSettings

    @Option(
        help: ArgumentHelp(
            "Omit bodies longer than this from the recording.", valueName: "bytes"))
    var bodyLimit = 4 << 20

    func validate() throws {
        guard bodyLimit >= 0 else { throw ValidationError("--body-limit is not negative.") }
        guard timeout.duration > .zero else { throw ValidationError("--timeout is more than nothing.") }
    }

    func sender() throws -> HTTPSender {
        HTTPSender(timeout: timeout.duration, connectionLimit: 256, trust: try trust.trust())
    }

    static func url(_ text: String) throws -> BackendURL {
        do throws(BackendURL.Invalid) {
            return try BackendURL(parsing: text)
        } catch {
            throw CommandFailure(error.description)
        }
    }
}
