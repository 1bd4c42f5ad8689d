// Aliases for what an older contract called otherwise.

import OpenAPIContract

extension ClientWriter {
    func writeFormer(_ former: FormerNames, _ source: inout Source) {
        let kept = former.methods.map { method in
            (
                former: method.former, model: model.operations[method.operation],
                names: names.operations[method.operation]
            )
        }
        if !former.types.isEmpty {
            let write = { (source: inout Source) in
                for (former, current) in former.types {
                    source.line(deprecated(current))
                    source.line("\(access) typealias \(former.escaped) = \(current.escaped)")
                }
            }
            if settings.isNamespaced {
                source.block("nonisolated extension \(settings.name)", write)
            } else {
                write(&source)
            }
        }
        writeFormerMembers(former, &source)
        guard !kept.isEmpty else { return }
        source.block("nonisolated extension \(api)API") { source in
            for method in kept {
                var names = method.names
                names.method = method.former
                let arguments = [""] + (!method.model.isEmpty && method.model.needsNothing ? ["()"] : [])
                for argument in arguments {
                    source.line(deprecated(method.names.method))
                    let head =
                        argument.isEmpty
                        ? signature(method.model, names, in: namespace)
                        : "func \(names.method.escaped)() async throws(CallError) -> \(namespace)\(names.type.escaped).Response"
                    let passed = method.model.isEmpty || !argument.isEmpty ? "" : "request"
                    source.block("\(access) \(head)") { source in
                        source.line("try await \(method.names.method.escaped)(\(passed))")
                    }
                }
            }
        }
        let streamed = kept.filter(\.model.hasBytes)
        if !streamed.isEmpty {
            source.block("nonisolated extension \(namespace)Client") { source in
                for method in streamed {
                    var names = method.names
                    names.method = method.former
                    source.line(deprecated(method.names.method + "(streaming:)"))
                    source.block("\(access) \(streamingSignature(names, in: namespace))") { source in
                        source.line("try await \(method.names.method.escaped)(streaming: request)")
                    }
                }
            }
        }
        source.block("nonisolated extension \(namespace)Fake") { source in
            for method in kept {
                let type = namespace + method.names.type.escaped
                let current = "on" + method.names.method.capitalizedFirst
                source.line(deprecated(current))
                source.accessors(
                    "\(access) var on\(method.former.capitalizedFirst): @Sendable (\(method.model.isEmpty ? "" : "\(type).Request")) async throws(CallError) -> \(type).Response",
                    get: current, set: "\(current) = newValue")
            }
        }
    }

    func deprecated(_ name: String) -> String { "@available(*, deprecated, renamed: \(name.literal))" }
}
