// What must hold for any text that is taken for a JSONPath.

import Expressions
import JSONValues

/// The path stands before the first line feed, the document after it.
func fuzzJSONPath(_ bytes: UnsafeBufferPointer<UInt8>) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let source = String(decoding: bytes[..<end], as: UTF8.self)
    let document = (try? JSON(parsing: Array(bytes[end...]))) ?? usual
    var limits = JSONPathLimits.standard
    limits.steps = 20_000
    do throws(ExpressionError) {
        let path = try JSONPath(parsing: source, limits: limits)
        let nodes = try path.nodes(in: document)
        let values = try path.values(in: document)
        precondition(values == nodes.map(\.value))
        for node in nodes.prefix(20) {
            precondition(document[pointer: node.path.pointer] == node.value, "\(node.path)")
            let again = try JSONPath(parsing: node.path.description).nodes(in: document)
            precondition(again.map(\.path) == [node.path] && again.map(\.value) == [node.value], "\(node.path)")
        }
    } catch {
        precondition(0...source.utf8.count ~= error.offset && error.line > 0 && error.column > 0, "\(error)")
        precondition(!error.message.isEmpty)
    }
}

private let usual: JSON = [
    "a": [1, "two", ["b": true, "it's": nil], [[], [3, 2, 1]]], "b": ["a": ["a": 1, "\u{01}": "x"]], "é": "e\u{301}",
]
