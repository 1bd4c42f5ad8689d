// The file client.json beside a contract: what its client is to be like, and where it goes.

package import JSONValues
import JSONSchema

/// The contents of a `client.json`.
package struct ClientFile: Sendable, Hashable {
    /// How the client is generated.
    package var settings: ClientSettings
    /// The directory of the client, from the file's own on; nil for a client that is generated where its target is built.
    package var output: String?
    /// The file for tests, from the file's own directory on.
    package var testing: String?
    /// The module that the client stands in, as tests import it.
    package var imports: String?

    /// An error in a settings file.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// What is wrong, with the name of the member.
        package let description: String
    }

    /// Reads `client.json`; what it does not know is an error that says so.
    package init(_ json: JSON) throws(Failure) {
        guard case .object(let members) = json else {
            throw Failure(description: "expected an object with \"name\", and \"output\" where files are to be written")
        }
        if let unknown = members.keys.first(where: { Key(rawValue: $0) == nil && $0 != "$schema" }) {
            let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(description: "\"\(unknown)\" is none of \(known)")
        }
        settings = ClientSettings(name: try Self.text(members, .name))
        output = try Self.optionalText(members, .output)
        testing = try Self.optionalText(members, .testing)
        imports = try Self.optionalText(members, .imports)
        if let access = try Self.optionalText(members, .access) {
            guard let known = ClientSettings.Access(rawValue: access) else {
                throw Failure(description: "\"access\" is \"public\", \"package\" or \"internal\", not \"\(access)\"")
            }
            settings.access = known
        }
        settings.isNamespaced = try Self.flag(members, .namespace) ?? false
        settings.hasRuntime = try Self.flag(members, .runtime) ?? true
        for key in [Key.include, .operations] {
            guard let include = members[key.rawValue] else { continue }
            guard let names = include.array?.map(\.string), !names.contains(nil) else {
                throw Failure(description: "\"\(key.rawValue)\" is an array of tags, paths or operation ids")
            }
            settings.include += names.compactMap(\.self)
        }
        settings.tracksReads = try Self.flag(members, .track) ?? false
        settings.header = try Self.optionalText(members, .header) ?? ""
        guard ClientSettings.isName(settings.name) else {
            throw Failure(
                description: "\"name\" is not a Swift identifier that starts with a capital: \"\(settings.name)\"")
        }
    }

    enum Key: String, CaseIterable {
        case name, output, access, namespace, runtime, include, operations, header, track, testing, imports
    }

    private static func text(_ members: JSONObject, _ key: Key) throws(Failure) -> String {
        guard let text = try optionalText(members, key) else {
            throw Failure(description: "\"\(key.rawValue)\" is missing")
        }
        return text
    }

    private static func optionalText(_ members: JSONObject, _ key: Key) throws(Failure) -> String? {
        guard let value = members[key.rawValue] else { return nil }
        guard let text = value.string else { throw Failure(description: "\"\(key.rawValue)\" is not a string") }
        return text
    }

    private static func flag(_ members: JSONObject, _ key: Key) throws(Failure) -> Bool? {
        guard let value = members[key.rawValue] else { return nil }
        guard let flag = value.bool else { throw Failure(description: "\"\(key.rawValue)\" is neither true nor false") }
        return flag
    }
}

extension ClientSettings {
    /// Whether the name can be that of a type.
    package static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isUppercase, first.properties.isXIDStart else {
            return false
        }
        let isFree = !ReservedWords.libraryTypes.contains(name) && !ReservedWords.clientTypes.contains(name)
        return isFree && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
    }

    /// The name of an API, made of its title: `Sneaker shop` is `SneakerShop`.
    package static func name(of title: String) -> String {
        let name = Words(title).upperCamel
        return isName(name) ? name : "Generated"
    }
}
