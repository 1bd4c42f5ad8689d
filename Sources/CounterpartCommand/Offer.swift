// `counterpart` without arguments: what can be done with the contracts that are here, or where to get one.

import Foundation
import OpenAPIContract

struct Offer {
    /// Contracts beyond this number are counted, not named.
    private static let shown = 6

    /// As arguments of commands: the folder itself, folders in it, and folders in its `Contracts`.
    let contracts: [String]

    init(in folder: URL) {
        var found: [String] = []
        if ContractFolder(path: folder.path) != nil { found.append(".") }
        for parent in ["", "Contracts/"] {
            let place = folder.appending(path: parent, directoryHint: .isDirectory)
            // A folder that cannot be read has nothing to offer.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
            for name in names.sorted() where !name.hasPrefix(".") {
                if ContractFolder(path: place.appending(path: name).path) != nil { found.append(parent + name) }
            }
        }
        contracts = found
    }

    var text: String {
        guard let first = contracts.first else {
            return Self.lines(
                "There is no contract here. To get one:\n\n",
                [
                    ("init shop", "a small one to start from"),
                    ("infer app.har --output shop", "from recorded traffic"),
                    ("import FILE --output shop", "from Postman, Insomnia, Bruno, WireMock, Mockoon, Hoverfly, Pact"),
                    ("serve https://HOST/openapi.yaml", "a mock of one that is published"),
                ])
        }
        let name = Self.quoted(first)
        let others = contracts.count > 1 ? "Contracts here: \(list)\n\n" : ""
        let commands = [
            ("serve \(name)", "a mock on http://127.0.0.1:8080"),
            ("check \(name)", "errors and warnings"),
            ("show \(name)", "its operations"),
            ("verify \(name) --backend URL", "where a backend breaks it"),
            ("generate \(name) --output Client", "a Swift client"),
        ]
        return Self.lines(others, commands)
    }

    private static func lines(_ heading: String, _ commands: [(line: String, meaning: String)]) -> String {
        let width = commands.map(\.line.count).max() ?? 0
        let lines = commands.map { command, meaning in
            "  counterpart \(command)\(String(repeating: " ", count: width - command.count))  \(meaning)\n"
        }
        return heading + lines.joined() + "\ncounterpart --help lists all commands.\n"
    }

    private var list: String {
        let named = contracts.prefix(Self.shown).joined(separator: ", ")
        return contracts.count > Self.shown ? "\(named) and \(contracts.count - Self.shown) more" : named
    }

    /// As a shell takes it for one word.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { $0 >= 0x80 || isalnum(Int32($0)) != 0 || "-_./+,:@".utf8.contains($0) }
        return isPlain && !path.hasPrefix("-") ? path : "'./\(path.replacing("'", with: "'\\''"))'"
    }
}
