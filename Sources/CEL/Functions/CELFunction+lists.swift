// Functions on lists, as cel-go's extension has them.

extension CELFunction {
    private static let a = CELType.parameter("A")

    static let lists: [CELFunction] = [
        CELFunction(
            "join", [.member(.list(.string), result: .string), .member(.list(.string), .string, result: .string)],
            .variadic { arguments, meter throws(CELFailure) in
                guard case .list(let list) = arguments.first, arguments.count <= 2 else { return nil }
                var separator = ""
                if arguments.count == 2 {
                    guard case .string(let text) = arguments[1] else { return nil }
                    separator = text
                }
                var parts: [String] = []
                for element in list.elements {
                    guard case .string(let text) = element else { return nil }
                    try meter.step()
                    try meter.build(text.utf8.count + separator.utf8.count)
                    parts.append(text)
                }
                return .string(parts.joined(separator: separator))
            }),
        CELFunction(
            "slice", [.member(.list(a), .int, .int, result: .list(a))],
            .variadic { arguments, meter throws(CELFailure) in
                guard arguments.count == 3, case .list(let list) = arguments[0], case .int(let start) = arguments[1],
                    case .int(let end) = arguments[2]
                else { return nil }
                guard start >= 0, start <= end, end <= Int64(list.count) else {
                    throw CELFailure(.invalid("a list of \(list.count) has no slice from \(start) to \(end)"))
                }
                try meter.buildList(of: Int(end - start))
                switch list {
                case .values(let values): return .list(.values(Array(values[Int(start)..<Int(end)])))
                case .kept(let list): return .list(.values(Array(list.values[Int(start)..<Int(end)])))
                case .json(let array): return .list(.json(Array(array[Int(start)..<Int(end)])))
                case .rows(let rows): return .list(.json(Array(rows.rows[Int(start)..<Int(end)])))
                }
            }),
        CELFunction(
            "flatten", [.member(.list(.list(a)), result: .list(a)), .member(.list(.dyn), result: .list(.dyn))],
            .unary { value, meter throws(CELFailure) in
                guard case .list(let list) = value else { return nil }
                var values: [CELValue] = []
                for element in list.elements {
                    guard case .list(let inner) = element else {
                        try meter.buildList(of: 1)
                        values.append(element)
                        continue
                    }
                    try meter.buildList(of: inner.count)
                    values += inner.elements
                }
                return .list(.values(values))
            }),
        CELFunction(
            "distinct", [.member(.list(a), result: .list(a))],
            .unary { value, meter throws(CELFailure) in
                guard case .list(let list) = value else { return nil }
                var seen: Set<CELKey> = []
                var values: [CELValue] = []
                try meter.buildList(of: list.count)
                for element in list.elements {
                    if let key = CELKey(element) {
                        if seen.insert(key).inserted { values.append(element) }
                        continue
                    }
                    var isNew = true
                    for value in values where try value.equals(element, &meter) {
                        isNew = false
                        break
                    }
                    if isNew { values.append(element) }
                }
                return .list(.values(values))
            }),
        CELFunction(
            "sort", [.member(.list(a), result: .list(a))],
            .unary { value, meter throws(CELFailure) in
                guard case .list(let list) = value else { return nil }
                try meter.buildList(of: list.count * 2)
                return .list(.values(try sorted(list.elements.map { ($0, $0) }, &meter)))
            }),
        CELFunction(
            "reverse", [.member(.string, result: .string), .member(.list(a), result: .list(a))],
            .unary { value, meter throws(CELFailure) in
                switch value {
                case .list(let list):
                    try meter.buildList(of: list.count)
                    return .list(.values(list.elements.reversed()))
                case .string(let text):
                    try meter.build(text.utf8.count)
                    return .string(String(String.UnicodeScalarView(text.unicodeScalars.reversed())))
                default: return nil
                }
            }),
        CELFunction(
            "lists.range", [.global(.int, result: .list(.int))],
            .unary { value, meter throws(CELFailure) in
                guard case .int(let count) = value else { return nil }
                guard count >= 0, count <= Int64(Int32.max) else {
                    throw CELFailure(.invalid("there is no list of \(count) numbers"))
                }
                try meter.buildList(of: Int(count))
                return .list(.values((0..<count).map { .int($0) }))
            }),
        end("first") { $0.isEmpty ? nil : 0 },
        end("last") { $0.isEmpty ? nil : $0.count - 1 },
    ]

    private static func end(_ name: String, _ position: @escaping @Sendable (CELList) -> Int?) -> CELFunction {
        CELFunction(
            name, [.member(.list(a), result: .optional(a))],
            .unary { value, _ throws(CELFailure) in
                guard case .list(let list) = value else { return nil }
                return .optional(position(list).map { list[$0] })
            })
    }
}
