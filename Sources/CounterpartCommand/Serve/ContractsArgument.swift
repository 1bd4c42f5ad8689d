// The contract arguments of `counterpart serve`, and their base paths.

import MockRules
import ArgumentParser
import MockServing
import Mocking
import SourceDocuments
import OpenAPIContract

/// `shop=/v2`, or `/v2` for the only contract.
struct BasePath: ExpressibleByArgument, Hashable, Sendable {
    let name: String?
    /// Without a slash at its end.
    let path: String

    init?(argument: String) {
        let start = argument.firstIndex(of: "/") ?? argument.endIndex
        let name = argument[..<start]
        guard name.isEmpty || (name.hasSuffix("=") && name.count > 1) else { return nil }
        var path = argument[start...]
        guard path.hasPrefix("/"), !path.contains(where: { "?#{} ".contains($0) }) else { return nil }
        while path.hasSuffix("/") { path = path.dropLast() }
        self.name = name.isEmpty ? nil : String(name.dropLast())
        self.path = String(path)
    }
}

struct ContractsArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Contract folders, OpenAPI documents, or their URLs.",
            valueName: "contract"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var contracts: [String]

    @Option(
        help: ArgumentHelp("Allow references into this folder; repeatable.", valueName: "dir"), completion: .directory)
    var allowRef: [String] = []

    @Option(
        name: .customLong("base-path"),
        help: ArgumentHelp(
            "Serve a contract under this base path; repeatable.",
            valueName: "[name=]/path"))
    var basePaths: [BasePath] = []

    /// The contracts with unique names, made of their folders or files.
    func sources() throws -> [ContractSource] {
        var names: [String] = []
        for path in contracts {
            let plain = ContractsArgument.name(of: path)
            let count = names.count { $0 == plain || $0.hasPrefix("\(plain)-") }
            names.append(count == 0 ? plain : "\(plain)-\(count + 1)")
        }
        for base in basePaths {
            if let name = base.name, !names.contains(name) {
                throw CommandFailure(
                    "--base-path \(name)=…: no contract is called so, but \(names.joined(separator: ", ")).")
            }
            if base.name == nil, names.count > 1 {
                throw CommandFailure(
                    "--base-path \(base.path): say whose it is, such as --base-path \(names[0])=\(base.path).")
            }
        }
        return zip(names, contracts).map { name, path in
            let base = basePaths.last { $0.name == nil || $0.name == name }
            return ContractSource(
                name: name, path: path, options: LoadOptions(allowedFolders: allowRef, basePath: base?.path)
            ) { RemoteContract($0)?.load(options: $1) }
        }
    }

    /// The name of a contract, with the characters that a URL may have.
    private static func name(of path: String) -> String {
        let path = path.contains("://") ? String(path.prefix { $0 != "?" && $0 != "#" }) : path
        let absolute = path.hasPrefix("/") ? path : "\(realPath(".") ?? "")/\(path)"
        var parts = pathParts(absolute)
        var name = parts.popLast() ?? ""
        if let dot = name.lastIndex(of: "."), dot > name.startIndex,
            ["yaml", "yml", "json"].contains(name[dot...].dropFirst().lowercased())
        {
            name = name[..<dot]
            if name == "openapi" { name = parts.last ?? "" }
        }
        let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~".contains($0)) ? $0 : "-" }
        return plain.isEmpty ? "contract" : String(plain)
    }

    /// Loads all contracts and their mock files. Diagnostics go to standard error; errors end the command.
    static func load(_ sources: [ContractSource]) throws -> [MockDefinition] {
        var definitions: [MockDefinition] = []
        var failures: [String] = []
        for source in sources {
            do {
                definitions.append(try ContractArgument.accepted(source.load(), name: source.path))
            } catch let failure as CommandFailure {
                failures.append(failure.message)
            }
        }
        guard failures.isEmpty else { throw CommandFailure(failures.joined(separator: "; ")) }
        for (index, definition) in definitions.enumerated() {
            for (other, earlier) in zip(sources, definitions).prefix(index) {
                let clash = ContractClash(
                    of: definition.contract, named: sources[index].name, with: earlier.contract, named: other.name)
                if let clash { failures.append(clash.text) }
            }
        }
        guard failures.isEmpty else { throw CommandFailure(failures.joined(separator: "\n       ")) }
        return definitions
    }
}

extension ContractClash {
    /// The error message, with the remedy.
    var text: String {
        let more = count == 1 ? "" : count == 2 ? " (and one path more)" : " (and \(count - 1) paths more)"
        return
            "\(otherName) and \(name) cannot share a server: \(otherOperation) of the one and \(operation) of the other can be the same request\(more). Serve one under another base path: --base-path \(name)=/\(name)"
    }
}
