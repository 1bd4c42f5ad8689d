// `bench expressions`: conditions as a mock asks them, against two Python packages, one of them in Rust.

import ArgumentParser
import CEL
import Foundation
import JSONValues

struct ExpressionsBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expressions",
        abstract: "Evaluate CEL, beside common-expression-language (Rust) and cel-python, both called from Python.",
        discussion: """
            Every program has parsed its expression before. Counterpart binds the request's and the collection's JSON anew for \
            each evaluation. The peers are measured twice, as their users call them: with Python's own values, which are \
            converted each time, and with values that were converted before.
            """)

    @OptionGroup var options: BenchOptions

    /// Five parameters of a request, and a condition that looks at each of them.
    static let params: JSON = [
        "user_id": 7, "category_id": 3, "search_pattern": "running shoes", "amount": 2, "like": true,
    ]
    static let condition = """
        params.user_id == 7 && params.amount > 0 && params.amount <= 100 && params.search_pattern.startsWith("run") \
        && (!params.like || params.category_id in [1, 2, 3])
        """

    /// The last of a thousand rows is the one that is asked for.
    static let rows: [JSON] = (0..<1000).map { number in
        [
            "id": .number(JSONNumber(number)), "name": .string("Product \(number)"),
            "price": JSONNumber("\(number).95").map(JSON.number) ?? nil, "main": .bool(number % 7 == 0),
            "category_id": .number(JSONNumber(number % 5)),
        ]
    }
    static let lookup = "products.exists(p, p.id == params.product_id)"
    static let scan = "products.exists(p, p.price > 999.0 && p.name.startsWith('Product'))"

    func run() throws {
        let peer = try PythonPeer(
            script: "expressions_peer.py",
            packages: ["common-expression-language==0.10.0", "cel-python==0.5.0"],
            arguments: [
                JSON.object(
                    JSONObject([
                        ("params", Self.params), ("products", .array(Self.rows)),
                        ("condition", .string(Self.condition)),
                        ("lookup", .string(Self.lookup)), ("scan", .string(Self.scan)),
                    ])
                ).serialized()
            ])
        let comparisons = [
            try Comparison(
                "condition over five parameters", rounds: options.rounds,
                [try ownImplementation("ours", Self.condition, ["params": Self.params])] + peers(peer, "condition")),
            try Comparison(
                "exists over 1,000 rows, by their key", rounds: options.rounds,
                [
                    try ownImplementation(
                        "ours, IndexedRows", Self.lookup, rows: CELValue(rows: IndexedRows(Self.rows))),
                    try ownImplementation("ours, a JSON array", Self.lookup, rows: CELValue(.array(Self.rows))),
                ] + peers(peer, "lookup")),
            try Comparison(
                "exists over 1,000 rows, by a price and a name", rounds: options.rounds,
                [try ownImplementation("ours, a JSON array", Self.scan, rows: CELValue(.array(Self.rows)))]
                    + peers(peer, "scan")),
        ]
        print(options.json ? Report.json(comparisons) : Report.table(comparisons))
    }

    private func ownImplementation(_ name: String, _ source: String, _ values: [String: JSON]) throws -> Implementation
    {
        let fields = Self.params.object?.map { ($0.key, CELType.dyn) } ?? []
        let expression = try CELExpression(
            parsing: source,
            environment: CELEnvironment(
                variables: ["params": .record(CELRecord(name: "params", fields: fields))], numbers: .adapting))
        return Implementation(name) {
            let bindings = CELBindings(values.map { ($0.key, CELValue($0.value)) })
            guard try expression.holds(bindings) else { throw ValidationError("\(source) is false") }
        }
    }

    private func ownImplementation(_ name: String, _ source: String, rows: CELValue) throws -> Implementation {
        let expression = try CELExpression(
            parsing: source,
            environment: CELEnvironment(
                variables: ["params": .map(key: .string, value: .dyn), "products": .list(.dyn)], numbers: .adapting))
        let params: JSON = ["product_id": 999]
        return Implementation(name) {
            let bindings: CELBindings = ["params": CELValue(params), "products": rows]
            guard try expression.holds(bindings) else { throw ValidationError("\(source) is false") }
        }
    }

    private func peers(_ peer: PythonPeer, _ job: String) -> [Implementation] {
        [
            peer.implementation("Rust from Python, converting", job: "rust-converting \(job)"),
            peer.implementation("Rust from Python, converted before", job: "rust-converted \(job)"),
            peer.implementation("cel-python, converted before", job: "python-converted \(job)"),
        ]
    }
}
