// Base64, and addresses of the internet.

import JSONValues
import JSONSchema

extension CELFunction {
    static let encoders: [CELFunction] = [
        CELFunction(
            "base64.encode", [.global(.bytes, result: .string)],
            .unary { value, meter throws(CELFailure) in
                guard case .bytes(let bytes) = value else { return nil }
                try meter.build(bytes.count * 4 / 3 + 4)
                return .string(Base64.standard.encode(bytes))
            }),
        CELFunction(
            "base64.decode", [.global(.string, result: .bytes)],
            .unary { value, meter throws(CELFailure) in
                guard case .string(let text) = value else { return nil }
                try meter.build(text.utf8.count)
                // Padding may be left out here.
                let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
                guard let bytes = Base64.standard.decode(text + padding) else {
                    throw CELFailure(.invalid("\(value.shown) is not base64"))
                }
                return .bytes(bytes)
            }),
    ]

    static let networks: [CELFunction] = [
        reading("ip", .address) { text throws(CELFailure) in .address(try CELAddress(text)) },
        reading("ip.isCanonical", .bool) { text throws(CELFailure) in .bool(try CELAddress(text).description == text) },
        reading("cidr", .network) { text throws(CELFailure) in .network(try CELNetwork(text)) },
        reading("isIP", .bool) { text throws(CELFailure) in .bool((try? CELAddress(text)) != nil) },
        reading("isCIDR", .bool) { text throws(CELFailure) in .bool((try? CELNetwork(text)) != nil) },
        ofAddress("family", .int) { .int($0.isIPv4 ? 4 : 6) },
        ofAddress("isUnspecified", .bool) { .bool($0.isUnspecified) },
        ofAddress("isLoopback", .bool) { .bool($0.isLoopback) },
        ofAddress("isGlobalUnicast", .bool) { .bool($0.isGlobalUnicast) },
        ofAddress("isLinkLocalMulticast", .bool) { .bool($0.isLinkLocalMulticast) },
        ofAddress("isLinkLocalUnicast", .bool) { .bool($0.isLinkLocalUnicast) },
        ofNetwork("masked", .network) {
            .network(CELNetwork(address: $0.address.masked(to: $0.prefix), prefix: $0.prefix))
        },
        ofNetwork("prefixLength", .int) { .int(Int64($0.prefix)) },
        CELFunction(
            "containsIP", [.member(.network, .address, result: .bool), .member(.network, .string, result: .bool)],
            .binary { network, address, _ throws(CELFailure) in
                switch (network, address) {
                case (.network(let network), .address(let address)): return .bool(network.contains(address))
                case (.network(let network), .string(let text)): return .bool(network.contains(try CELAddress(text)))
                default: return nil
                }
            }),
        CELFunction(
            "containsCIDR", [.member(.network, .network, result: .bool), .member(.network, .string, result: .bool)],
            .binary { network, other, _ throws(CELFailure) in
                switch (network, other) {
                case (.network(let network), .network(let other)): return .bool(network.contains(other))
                case (.network(let network), .string(let text)): return .bool(network.contains(try CELNetwork(text)))
                default: return nil
                }
            }),
    ]

    private static func reading(
        _ name: String, _ result: CELType, _ read: @escaping @Sendable (String) throws(CELFailure) -> CELValue
    ) -> CELFunction {
        var overloads: [CELOverload] = [.global(.string, result: result)]
        // `cidr(…).ip()` is the address in it.
        if name == "ip" { overloads.append(.member(.network, result: .address)) }
        return CELFunction(
            name, overloads,
            .unary { value, _ throws(CELFailure) in
                switch value {
                case .string(let text): return try read(text)
                case .network(let network): return name == "ip" ? .address(network.address) : nil
                default: return nil
                }
            })
    }

    private static func ofAddress(
        _ name: String, _ result: CELType, _ read: @escaping @Sendable (CELAddress) -> CELValue
    ) -> CELFunction {
        CELFunction(
            name, [.member(.address, result: result)],
            .unary { value, _ throws(CELFailure) in
                if case .address(let address) = value { read(address) } else { nil }
            })
    }

    private static func ofNetwork(
        _ name: String, _ result: CELType, _ read: @escaping @Sendable (CELNetwork) -> CELValue
    ) -> CELFunction {
        CELFunction(
            name, [.member(.network, result: result)],
            .unary { value, _ throws(CELFailure) in
                if case .network(let network) = value { read(network) } else { nil }
            })
    }
}
