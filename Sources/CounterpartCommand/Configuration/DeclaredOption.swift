// What a command declares: its options, flags and arguments, as ArgumentParser tells them.

import ArgumentParser
import JSONValues

/// One option, flag or argument of a command. There is no second table of them: what `--help` knows is what files and variables can say.
struct DeclaredOption: Hashable, Sendable {
    enum Kind: String, Sendable {
        case positional, option, flag
    }

    let kind: Kind
    /// `port` of `--port`; of an argument what it is called in the help.
    let name: String
    /// `k` of `-k`, too.
    let shortNames: [String]
    let isRepeating: Bool
    /// Whether it takes all values until the next option.
    let takesSeveral: Bool
    /// Whether its value is the path of a file or folder.
    let isPath: Bool
    /// The values that it can have; empty where there are more than can be listed.
    let values: [String]
    let isInteger: Bool
    /// Whether its value is a list with commas, which its name in the help says: `phase,…`.
    let isList: Bool
    let help: String

    /// All that a command declares, in the order of its help.
    static func all(of command: any ParsableCommand.Type) -> [DeclaredOption] {
        let described: JSON
        do {
            described = try JSON(parsing: Array(command._dumpHelp().utf8))
        } catch {
            preconditionFailure("ArgumentParser describes commands in JSON: \(error)")
        }
        return (described["command"]?["arguments"]?.array ?? []).compactMap { DeclaredOption($0) }
    }

    private init?(_ json: JSON) {
        guard let kind = json["kind"]?.string.flatMap({ Kind(rawValue: $0) }) else { return nil }
        let names = (json["names"]?.array ?? []).compactMap { name in
            name["name"]?.string.map { (name["kind"]?.string == "short", $0) }
        }
        guard let name = names.first(where: { !$0.0 })?.1 ?? json["valueName"]?.string else { return nil }
        self.kind = kind
        self.name = name
        shortNames = names.filter(\.0).map(\.1)
        isRepeating = json["isRepeating"]?.bool ?? false
        takesSeveral = json["parsingStrategy"]?.string == "upToNextOption"
        let completion = json["completionKind"]
        isPath = completion?["file"] != nil || completion?["directory"] != nil
        values = (json["allValues"]?.array ?? []).compactMap(\.string)
        isInteger = kind == .option && json["defaultValue"]?.string.flatMap { Int($0) } != nil
        isList = json["valueName"]?.string?.hasSuffix(",…") ?? false
        help = json["abstract"]?.string ?? ""
    }
}

/// What a command line says, as far as defaults must know it.
struct GivenArguments {
    /// The names of options and flags, the long ones.
    private(set) var names: Set<String> = []
    /// Arguments without a name, in their order.
    private(set) var positionals: [String] = []
    private(set) var values: [String: String] = [:]

    /// - Parameter arguments: what stands behind the subcommand.
    init(_ arguments: [String], declared: [DeclaredOption]) {
        var words = arguments[...]
        while let word = words.popFirst() {
            if word == "--" {
                positionals += words
                return
            }
            guard word.hasPrefix("-"), word.count > 1 else {
                positionals.append(word)
                continue
            }
            let isLong = word.hasPrefix("--")
            let text = word.drop { $0 == "-" }
            let name = String(text.prefix { $0 != "=" })
            guard let option = declared.first(where: { isLong ? $0.name == name : $0.shortNames.contains(name) })
            else { continue }
            names.insert(option.name)
            guard option.kind == .option else { continue }
            if text.count > name.count {
                values[option.name] = String(text.dropFirst(name.count + 1))
            } else if !option.takesSeveral {
                values[option.name] = words.popFirst()
            }
            if option.takesSeveral {
                while let next = words.first, !next.hasPrefix("-") || next == "-" { words.removeFirst() }
            }
        }
    }
}
