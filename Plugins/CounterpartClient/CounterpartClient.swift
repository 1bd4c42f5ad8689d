// A build-tool plugin: generates a target's client whenever it is built, from the openapi.yaml and the client.json in it.

import Foundation
import PackagePlugin

@main
struct CounterpartClient: BuildToolPlugin {
    /// As `counterpart generate --fixed-files` writes them.
    private static let files = ["API", "Client", "Examples", "Fake", "Models", "Operations", "Runtime"]
    private static let contractNames: Set = ["openapi.yaml", "openapi.yml", "openapi.json"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else {
            throw Failure(description: "\(target.name) has no sources: a client is generated for a target that has")
        }
        let contract = try Self.contract(in: target)
        let folder = contract.deletingLastPathComponent()
        let settings = folder.appending(path: "client.json")
        guard FileManager.default.fileExists(atPath: settings.path) else {
            throw Failure(
                description: #"\#(settings.path) is missing. A short one is {"name": "Shop", "access": "internal"}."#)
        }
        let output = context.pluginWorkDirectoryURL.appending(path: "Client")
        return [
            .buildCommand(
                displayName: "Generating the client of \(target.name)", executable: try context.program,
                arguments: ["generate", contract.path, "--output", output.path, "--fixed-files"],
                inputFiles: Self.documents(below: folder),
                outputFiles: Self.files.map { output.appending(path: "\($0).swift") })
        ]
    }

    /// The only contract in a target.
    private static func contract(in target: any SourceModuleTarget) throws -> URL {
        let found = documents(below: target.directoryURL).filter { contractNames.contains($0.lastPathComponent) }
        guard let contract = found.first else {
            throw Failure(description: "\(target.directoryURL.path) has no openapi.yaml, openapi.yml or openapi.json")
        }
        guard found.count == 1 else {
            throw Failure(
                description:
                    "\(target.name) has several contracts: \(found.map(\.path).joined(separator: ", ")). Give each a target of its own."
            )
        }
        return contract
    }

    /// All that a contract may refer to: the client is generated again when one of them changes.
    private static func documents(below folder: URL) -> [URL] {
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return files.filter { ["yaml", "yml", "json"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
    }

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
            throw CounterpartClient.Failure(
                description: """
                    there is no program to run: set COUNTERPART_BUNDLE to the path of a counterpart.artifactbundle, or COUNTERPART_PLUGINS=1 to have it built
                    """)
        }
    }
}
