// Which declarations stand in which file.

import JSONSchema
import SourceDocuments
import OpenAPIContract

/// A file of the client.
package struct GeneratedFile: Sendable, Hashable {
    /// From the output directory on: `Operations/Cart.swift`.
    package let path: String
    /// The content of the file.
    package let text: String
}

extension ClientSettings {
    /// The files of every client with fixed files, whatever the contract has.
    package static let fixedFiles = ["API", "Client", "Examples", "Fake", "Models", "Operations", "Runtime"].map {
        $0 + ".swift"
    }
}

struct FileLayout {
    let writer: ClientWriter
    let settings: ClientSettings
    /// What an older contract called otherwise.
    var former: FormerNames?

    /// More models than that are split by their first letter.
    private static let modelsPerFile = 60
    /// More operations without a tag than that are split by where in the tree of paths they are.
    private static let operationsPerFile = 40

    func files(_ examples: inout ExampleFinder) -> [GeneratedFile] {
        var files: [GeneratedFile] = []
        files.append(
            file("API", inNamespace: false) { source in
                if settings.isNamespaced {
                    source.line("\(settings.access.rawValue) nonisolated enum \(settings.name) {}")
                }
                source.addBlankLine()
                writer.writeProtocol(&source)
            })
        files.append(file("Client") { writer.writeClient(&$0) })
        let kept = writer.keptCollections(&examples)
        files.append(file("Fake") { writer.writeFake(keeping: kept, &$0) })
        files += models()
        files += operations()
        files.append(
            file("Examples", inNamespace: false) { source in
                writer.writeModelExamples(&examples, &source)
                writer.writeOperationExamples(&examples, &source)
            })
        if let former, !former.isEmpty {
            files.append(file("Deprecated", inNamespace: false) { writer.writeFormer(former, &$0) })
        }
        if settings.hasRuntime { files.append(runtime(for: files)) }
        files.removeAll(where: \.text.isEmpty)
        if settings.hasFixedFiles {
            for path in ClientSettings.fixedFiles where !files.contains(where: { $0.path == path }) {
                files.append(GeneratedFile(path: path, text: "\(firstLine)\n"))
            }
        }
        return files.sorted { $0.path < $1.path }
    }

    /// The file for a test target.
    func testNames(_ tests: TestNames, path: String) -> GeneratedFile {
        var source = Source()
        writer.writeTestNames(tests, &source)
        let lines = header + [firstLine, "// swift-format-ignore-file", "// swiftlint:disable all", ""] + source.lines
        return GeneratedFile(path: path, text: lines.joined(separator: "\n") + "\n")
    }

    // MARK: Groups

    private func models() -> [GeneratedFile] {
        let all = writer.model.nested(in: .file, writer.names)
        guard all.count > Self.modelsPerFile, !settings.hasFixedFiles else {
            return all.isEmpty ? [] : [file("Models") { source in for id in all { writer.declare(id, &source) } }]
        }
        let groups = Dictionary(grouping: all) { id in
            writer.names[id].first.map { $0.isASCII && $0.isLetter ? $0.uppercased() : "Other" } ?? "Other"
        }
        return groups.sorted { $0.key < $1.key }.map { letter, ids in
            file("Models/Models-\(letter)") { source in for id in ids { writer.declare(id, &source) } }
        }
    }

    private func operations() -> [GeneratedFile] {
        let all = Array(zip(writer.model.operations, writer.names.operations))
        guard !all.isEmpty else { return [] }
        let untagged = all.map(\.0.operation).filter(\.tags.isEmpty)
        let depth = untagged.count > Self.operationsPerFile ? Self.commonDepth(untagged.map(\.path)) : nil
        func group(_ operation: Operation) -> String {
            let tag = operation.tags.first ?? depth.flatMap { operation.path.literal(at: $0) }
            let name = tag.map { Words($0).upperCamel } ?? ""
            return name.isEmpty ? "Other" : name
        }
        // Some file systems do not tell `Foo` and `foo` apart.
        let groups = Dictionary(grouping: all) { group($0.0.operation).lowercased() }
        if groups.count == 1 || settings.hasFixedFiles {
            return [
                file("Operations") { source in for (operation, names) in all { writer.write(operation, names, &source) }
                }
            ]
        }
        return groups.values.map { operations in
            file("Operations/\(operations.map { group($0.0.operation) }.min() ?? "")Operations") { source in
                for (operation, names) in operations { writer.write(operation, names, &source) }
            }
        }
    }

    /// How many segments all paths begin with.
    private static func commonDepth(_ paths: [PathTemplate]) -> Int {
        guard let first = paths.first else { return 0 }
        return (0..<first.segments.count).first { depth in
            let segment = first.literal(at: depth)
            return segment == nil || !paths.allSatisfy { $0.literal(at: depth) == segment }
        } ?? 0
    }

    private func runtime(for files: [GeneratedFile]) -> GeneratedFile {
        let access = settings.access.rawValue
        let text = runtimeText(for: files).split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let indent = line.prefix { $0 == " " }
            let rest = line.dropFirst(indent.count)
            return rest.hasPrefix("public ") ? indent + access + " " + rest.dropFirst("public ".count) : String(line)
        }.joined(separator: "\n")
        let head = """
            // What every client needs: transports, answers, the coding of values. Generated by counterpart; do not edit.
            // swift-format-ignore-file
            // swiftlint:disable all

            \(importing("Foundation"))

            #if canImport(FoundationNetworking)
            \(importing("FoundationNetworking"))
            #endif

            """
        return GeneratedFile(
            path: prefix + "Runtime.swift", text: (header + [head]).joined(separator: "\n") + "\n" + text)
    }

    /// The runtime as far as it is used; where several clients share it, all of it.
    private func runtimeText(for files: [GeneratedFile]) -> String {
        guard !settings.isNamespaced else {
            return RuntimeSource.text(besides: settings.tracksReads ? [] : ["PropertyReads"])
        }
        var unused = Source()
        return RuntimeSource.text(
            usedBy: files.map(\.text),
            values: Set(writer.model.types.map { writer.typeText($0.innermost, from: .file, &unused) }),
            hasPathValues: writer.model.operations.contains { $0.parameters.contains { $0.location == .path } })
    }

    /// What a team puts at the top of its files, as comments.
    private var header: [String] {
        guard !settings.header.isEmpty else { return [] }
        return settings.header.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            line.hasPrefix("//") ? String(line) : line.isEmpty ? "//" : "// \(line)"
        }
    }

    // MARK: One file

    /// Files of several clients in a module need names of their own.
    private var prefix: String { settings.isNamespaced && !settings.hasFixedFiles ? settings.name : "" }

    private var firstLine: String {
        "// \(writer.model.contract.title.oneLine). Generated by counterpart; do not edit."
    }

    private func file(_ name: String, inNamespace: Bool = true, _ write: (inout Source) -> Void) -> GeneratedFile {
        var source = Source()
        if settings.isNamespaced, inNamespace {
            source.block("nonisolated extension \(settings.name)", write)
        } else {
            write(&source)
        }
        guard source.lines.contains(where: { !$0.isEmpty }) else { return GeneratedFile(path: name, text: "") }
        var lines = [firstLine, "// swift-format-ignore-file", "// swiftlint:disable all", ""]
        lines.insert(contentsOf: header, at: 0)
        if source.showsFoundation { lines += [importing("Foundation"), ""] }
        let parts = name.split(separator: "/").map(String.init)
        let path = (parts.dropLast() + [prefix + (parts.last ?? name)]).joined(separator: "/") + ".swift"
        return GeneratedFile(path: path, text: (lines + source.lines).joined(separator: "\n") + "\n")
    }

    /// An import that public declarations can name, whichever way the module treats imports.
    private func importing(_ module: String) -> String {
        """
        #if hasFeature(InternalImportsByDefault)
        \(settings.access.rawValue) import \(module)
        #else
        import \(module)
        #endif
        """
    }
}

extension PathTemplate {
    /// The segment at a depth, where it is text from the start.
    fileprivate func literal(at depth: Int) -> String? {
        guard depth < segments.count, case .literal(let text)? = segments[depth].first else { return nil }
        return text
    }
}

extension String {
    fileprivate var oneLine: String { String(map { $0.isNewline ? " " : $0 }) }
}
