// `storefront`: the reference client in a terminal.

import MockRules
import ArgumentParser
import Foundation
import Mocking
import ReferenceClient

#if SQLITE
import ReferenceStore
#endif

@main
struct StorefrontProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storefront",
        abstract: "Walk through the shop, the catalog and the workshop in a terminal.",
        discussion: """
            Without an address the three backends are mocks in the same process. help lists what can be typed.

            Examples:
              storefront
              storefront --profile very-bad
              storefront --script Tests/StorefrontTests/Scripts/sneaker-shop/buy.txt
              storefront --shop-url http://127.0.0.1:8080 --database shop.sqlite

            Exit codes: 0; 1 a line of the script is no command; 2 could not run.
            """)

    @Option(help: ArgumentHelp("Read commands from this file instead of the terminal.", valueName: "file"))
    var script: String?

    @Option(help: ArgumentHelp("Use this server for all three APIs.", valueName: "url"))
    var baseURL: String?

    @Option(help: ArgumentHelp("Use this server for the shop.", valueName: "url"))
    var shopURL: String?

    @Option(help: ArgumentHelp("Use this server for the catalog.", valueName: "url"))
    var catalogURL: String?

    @Option(help: ArgumentHelp("Use this server for the workshop.", valueName: "url"))
    var workshopURL: String?

    @Option(help: ArgumentHelp("Read the contracts of the mocks from this folder.", valueName: "dir"))
    var contracts = "Contracts"

    @Option(
        help: ArgumentHelp(
            "Simulate this network between the client and the mocks.",
            valueName: NetworkProfile.allCases.map(\.rawValue).joined(separator: "|")))
    var profile: NetworkProfile?

    @Option(help: ArgumentHelp("Store the local database in this file; by default in memory.", valueName: "file"))
    var database: String?

    /// A run that could not be ends with 2, arguments that make no sense included.
    static func main() async {
        do {
            try await parse().run()
        } catch let failure as StartupFailure {
            end("error: \(failure.message)")
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            end(fullMessage(for: error))
        }
    }

    private static func end(_ message: String) -> Never {
        write(message + "\n", to: .standardError)
        exit(withError: ExitCode(2))
    }

    private static func write(_ text: String, to file: FileHandle) { file.write(Data(text.utf8)) }

    func run() async throws {
        let lines = try script.map { path in
            guard let data = FileManager.default.contents(atPath: path) else {
                throw StartupFailure("\(path) cannot be read")
            }
            return String(decoding: data, as: UTF8.self)
        }
        let services = Storefront.Services(try transports(), database: try openDatabase(), clock: .system)
        let session = CommandSession(
            storefront: Storefront(services), text: ScreenText(isStyled: Self.showsColours, columns: Self.columns),
            write: { Self.write($0, to: .standardOutput) })
        if let lines {
            guard let number = await session.run(script: lines) else { return }
            Self.write("line \(number) of the script is no command\n", to: .standardError)
            throw ExitCode(1)
        }
        await session.start()
        session.write("\n> ")
        while let line = readLine() {
            if await session.take(line) == .quit { return }
            session.write("\n> ")
        }
        session.write("\n")
    }

    private func openDatabase() throws -> any LocalDatabase {
        guard let database else { return MemoryDatabase() }
        #if SQLITE
        do {
            return try SQLiteDatabase(path: database)
        } catch {
            throw StartupFailure("\(database) cannot be used: \(error)")
        }
        #else
        throw StartupFailure("\(database) cannot be used: this program was built without COUNTERPART_SQLITE=1")
        #endif
    }

    private func transports() throws -> Backends.Transports {
        let texts = [shopURL, catalogURL, workshopURL].map { $0 ?? baseURL }
        let servers = try texts.map { text in try text.map { try URLSessionTransport(url: Self.url($0)) } }
        if let shop = servers[0], let catalog = servers[1], let workshop = servers[2] {
            return Backends.Transports(shop: shop, catalog: catalog, workshop: workshop)
        }
        do {
            var transports = try Backends.mocks(below: contracts, profile: profile, clock: .system)
            if let shop = servers[0] { transports.shop = shop }
            if let catalog = servers[1] { transports.catalog = catalog }
            if let workshop = servers[2] { transports.workshop = workshop }
            return transports
        } catch {
            throw StartupFailure(error.description)
        }
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
            throw StartupFailure("\(text) is no address like http://127.0.0.1:8080")
        }
        return url
    }

    /// The width of the terminal; nil where output is not a terminal.
    private static var columns: Int? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// On a terminal, unless the person wants none (no-color.org).
    private static var showsColours: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    }
}

/// A run that could not be: told on standard error, exit code 2.
private struct StartupFailure: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

extension NetworkProfile: ExpressibleByArgument {}
