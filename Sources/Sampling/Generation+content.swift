// Strings that hold something else: a picture, a JSON document, a text, encoded or as it is.

import JSONValues
import JSONSchema

/// What strings hold and how, read off their schemas once.
struct ContentRequirements: Sendable {
    enum Holding: Sendable {
        /// Of the kind that its first bytes tell.
        case picture(prefix: [UInt8])
        /// That satisfies all of the schemas.
        case document([Goal])
        case text
        /// Of a media type that nothing here can write.
        case opaque
        /// Nothing is said: where it is encoded, the name may tell.
        case anything(isEncoded: Bool)
    }

    enum Encoding: Sendable {
        case base64, base64url
    }

    let holding: Holding
    /// Nil where the string holds it as it is.
    let encoding: Encoding?

    /// Nil where there are none.
    init?(_ contents: [Content]) {
        guard !contents.isEmpty else { return nil }
        let encoding = contents.lazy.compactMap(\.encoding).first?.lowercased()
        let mediaType = contents.lazy.compactMap(\.mediaType).first?.lowercased() ?? ""
        self.encoding = encoding == "base64" ? .base64 : encoding == "base64url" ? .base64url : nil
        if mediaType.hasPrefix("image/") {
            holding = .picture(prefix: ContentRequirements.signatures[mediaType] ?? [])
        } else if mediaType.hasPrefix("application/json") || mediaType.contains("+json") {
            let schemas = contents.compactMap(\.schema)
            holding = .document(schemas.map { Goal(literal: .holds($0), scope: DynamicScope()) })
        } else if mediaType.isEmpty {
            holding = .anything(isEncoded: encoding != nil)
        } else {
            holding = mediaType.hasPrefix("text/") ? .text : .opaque
        }
    }

    /// What files of the kinds that are checked begin with, beside PNG.
    private static let signatures: [String: [UInt8]] = [
        "image/jpeg": [0xFF, 0xD8, 0xFF, 0xE0], "image/gif": Array("GIF89a".utf8),
    ]
}

extension Generation {
    mutating func text(
        of content: ContentRequirements, _ requirements: ValueRequirements, _ style: NameStyle?,
        _ generator: inout SeededGenerator
    ) -> String? {
        var bytes: [UInt8]
        switch content.holding {
        case .picture(prefix: []): bytes = PNG.picture(&generator)
        case .picture(let prefix): bytes = prefix + PNG.picture(&generator)
        case .anything(isEncoded: true) where style?.kind == .image: bytes = PNG.picture(&generator)
        case .document(let goals):
            let number = number(of: SamplePlan.Key(goals: goals))
            guard case .value(let document) = value(number, room: 3, style: nil, &generator) else { return nil }
            bytes = Array(document.serialized().utf8)
        case .text, .opaque, .anything:
            var sample = TextSample(generator: generator.forked(generator.next()), clock: options.clock)
            bytes = size == .smallest ? [] : Array(sample.text(style).utf8)
        }
        switch content.encoding {
        case .base64?:
            // Four characters for three bytes.
            let least = requirements.minLength / 4 * 3
            if bytes.count < least { bytes += Array(repeating: 0, count: least - bytes.count) }
            return Base64.standard.encode(bytes)
        case .base64url?: return Base64.urlSafe.encode(bytes)
        case nil:
            let text = String(decoding: bytes, as: UTF8.self)
            switch content.holding {
            case .text, .anything:
                var sample = TextSample(generator: generator, clock: options.clock)
                return sample.adjusted(
                    text, requirements.minLength...max(requirements.minLength, requirements.maxLength))
            case .picture, .document, .opaque: return text
            }
        }
    }
}
