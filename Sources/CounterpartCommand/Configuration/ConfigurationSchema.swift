// The JSON Schema of counterpart.yaml, made of what the commands declare.

import ArgumentParser
import JSONValues

enum ConfigurationSchema {
    /// The commands that a file has sections for, by their names.
    static let commands: [(name: String, type: any ConfigurableCommand.Type)] = [
        ("serve", ServeCommand.self), ("verify", VerifyCommand.self), ("check", CheckCommand.self),
        ("record", RecordCommand.self),
    ]

    /// What no file has, and what to do instead: a file is shared, and is there for all runs.
    static let refused: [String: String] = [
        "help": "Give it on the command line.",
        "config": "Give it on the command line.",
        "no-config": "Give it on the command line.",
        "admin-token": "Keep secrets out of files: set $COUNTERPART_ADMIN_TOKEN.",
        "client-secret": "Keep secrets out of files: set $COUNTERPART_CLIENT_SECRET.",
        "auth": "Keep secrets out of files: set $COUNTERPART_AUTH_<SCHEME>.",
        "other-auth": "Keep secrets out of files: set $COUNTERPART_OTHER_AUTH_<SCHEME>.",
        "plan": "Give it on the command line.",
        "reproduce": "Give it on the command line.",
        "findings": "Give it on the command line.",
        "update-baseline": "Give it on the command line.",
        "watch": "Give it on the command line.",
    ]

    /// What a section of the file can say of a command.
    static func options(of command: any ConfigurableCommand.Type) -> [DeclaredOption] {
        DeclaredOption.all(of: command).filter { refused[$0.name] == nil }
    }

    /// `counterpart.schema.json`.
    static var json: JSON {
        var sections = JSONObject()
        for (name, type) in commands { sections[name] = section(name, options(of: type)) }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Counterpart options",
            "description":
                "Options that a team repeats, by command. The command line has precedence, then variables such as COUNTERPART_PORT, then this file. Stands beside the contract folders, in one of them, or where the program is started, as counterpart.yaml. Paths are from the folder of this file.",
            "type": ["object", "null"],
            "properties": .object(sections),
            "patternProperties": ["^x-": true],
            "additionalProperties": false,
        ]
    }

    private static func section(_ command: String, _ options: [DeclaredOption]) -> JSON {
        var properties = JSONObject()
        for option in options { properties[option.name] = property(option) }
        return [
            "description": .string("Options of `counterpart \(command)`, without their dashes."),
            "type": ["object", "null"],
            "properties": .object(properties),
            "patternProperties": ["^x-": true],
            "additionalProperties": false,
        ]
    }

    private static func property(_ option: DeclaredOption) -> JSON {
        let value: JSONObject =
            switch option.kind {
            case .flag: ["type": "boolean"]
            case .option, .positional:
                if !option.values.isEmpty {
                    ["enum": .array(option.values.map { .string($0) })]
                } else if option.isInteger {
                    ["type": "integer"]
                } else {
                    ["type": ["string", "number"]]
                }
            }
        guard option.isRepeating || option.isList else { return .object(described(value, option)) }
        let list: JSON = ["type": "array", "items": .object(value)]
        return .object(described(["anyOf": [.object(value), list]], option))
    }

    private static func described(_ schema: JSONObject, _ option: DeclaredOption) -> JSONObject {
        var schema = schema
        if !option.help.isEmpty { schema["description"] = .string(option.help) }
        return schema
    }
}
