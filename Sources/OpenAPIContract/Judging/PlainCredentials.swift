// Credentials that a plain request certainly presents, told from its bytes.

import HTTPExchange

/// What an operation asks of those who may call it, as far as fields of a request tell it. Of credentials that stand elsewhere, or are
/// wrong or missing, nothing is said: `Credentials` is asked then.
struct PlainCredentials: Sendable {
    /// What meets a scheme.
    private enum Proof: Sendable {
        /// In `Authorization`; the name of the scheme is in lower case.
        case authorization(scheme: [UInt8])
        /// In a field of that name, which is in lower case.
        case field([UInt8])
    }

    /// One of them has to be met, each by all that it lists.
    private let alternatives: [[Proof]]

    /// Nil where nothing that can be seen would do.
    init?(_ requirements: [SecurityRequirement], in contract: Contract) {
        alternatives = requirements.compactMap { requirement in
            var proofs: [Proof] = []
            for scheme in requirement.schemes {
                // A scheme that is declared nowhere cannot be asked for.
                guard let kind = contract.securityScheme(scheme.name)?.kind else { continue }
                switch kind {
                case .mutualTLS: continue
                case .apiKey(.header, let name): proofs.append(.field(Array(name.lowercased().utf8)))
                case .http(let scheme, _) where scheme != "basic":
                    proofs.append(.authorization(scheme: Array(scheme.lowercased().utf8)))
                case .oauth2, .openIDConnect: proofs.append(.authorization(scheme: Array("bearer".utf8)))
                case .apiKey, .http: return nil
                }
            }
            return proofs
        }
        if alternatives.isEmpty, !requirements.isEmpty { return nil }
    }

    func areCertain(in get: PlainGet) -> Bool {
        alternatives.isEmpty || alternatives.contains { $0.allSatisfy { isMet($0, by: get) } }
    }

    private func isMet(_ proof: Proof, by get: PlainGet) -> Bool {
        switch proof {
        case .authorization(let scheme):
            guard let value = get.authorization.map({ get.slice($0) }), value.count > scheme.count,
                value[scheme.count] == UInt8(ascii: " "),
                zip(value, scheme).allSatisfy({ Self.lowercased($0) == $1 })
            else { return false }
            let token = value[(scheme.count + 1)...].drop { $0 == UInt8(ascii: " ") }
            return isSomebody(UnsafeRawBufferPointer(rebasing: token))
        case .field(let name):
            return get.value(of: name).map { isSomebody(get.slice($0)) } ?? false
        }
    }

    private func isSomebody(_ text: UnsafeRawBufferPointer) -> Bool {
        if text.count > Credentials.longestOfNobody { return true }
        return !text.isEmpty && !Credentials.areNobodys(String(decoding: text, as: UTF8.self))
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
