// `swift package generate-client`: writes the clients of a package's contracts, or checks that they are up to date.

import Foundation
import PackagePlugin

@main
struct GenerateClient: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let flags = arguments.filter { $0.hasPrefix("-") }
        var contracts = arguments.filter { !$0.hasPrefix("-") }
        if flags.contains("--help") || flags.contains("-h") {
            print(Self.usage)
            return
        }
        if let unknown = flags.first(where: { !["--check", "--strict"].contains($0) }) {
            throw Failure(
                description: "\(unknown) is none of --check, --strict. Options of a client stand in its client.json.")
        }
        if contracts.isEmpty {
            contracts = ["--all"] + (try Self.folders(of: context.package))
        }
        let process = Process()
        process.executableURL = try context.program
        process.arguments = ["generate"] + contracts + flags
        // A client.json may lead to no folder outside of the directory where the program runs.
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(
                description: flags.contains("--check") && process.terminationStatus == 1
                    ? "a client is not up to date: run `swift package generate-client`" : "no client was generated")
        }
    }

    /// Where contracts are looked for: the folder Contracts, and those of the targets.
    private static func folders(of package: Package) throws -> [String] {
        let package = (root: package.directoryURL.path, targets: package.targets.map(\.directoryURL.path))
        let candidates = ["\(package.root)/Contracts"] + package.targets.sorted()
        let folders = candidates.filter { folder in
            FileManager.default.enumerator(atPath: folder)?.contains {
                ($0 as? String)?.split(separator: "/").last == "client.json"
            } ?? false
        }
        guard !folders.isEmpty else {
            throw Failure(
                description:
                    "no client.json below Contracts, nor in a target. Put one beside a contract, or name contracts.")
        }
        return folders.map { $0.hasPrefix(package.root + "/") ? String($0.dropFirst(package.root.count + 1)) : $0 }
    }

    private static let usage = """
        usage: swift package generate-client [--check] [--strict] [CONTRACT]...

        Writes the Swift clients of the contracts, as the client.json beside each says. Without CONTRACT these are all below the folder Contracts
        and in targets whose client.json names an output.

        --check   writes nothing; shows what differs and fails where a client is not up to date
        --strict  fails where a client cannot express something

        SwiftPM asks for permission to write, also with --check; --allow-writing-to-package-directory before the command gives it.
        """

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}

extension PluginContext {
    /// The program of an artifact bundle, or the one that was built.
    fileprivate var program: URL {
        get throws {
            if let tool = try? tool(named: "counterpart") { return tool.url }
            if let tool = try? tool(named: "CounterpartCommand") { return tool.url }
            throw GenerateClient.Failure(
                description: """
                    there is no program to run: set COUNTERPART_BUNDLE to the path of a counterpart.artifactbundle, or COUNTERPART_PLUGINS=1 to have it built
                    """)
        }
    }
}
