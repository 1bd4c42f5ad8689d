// What must hold for any bytes that are taken for a YAML file, which JSON is too.

import JSONValues
import SourceDocuments

func fuzzYAML(_ bytes: UnsafeBufferPointer<UInt8>) {
    let (file, diagnostics) = read(Array(bytes))
    precondition(file != nil || !diagnostics.isEmpty, "refused without a word")
    for diagnostic in diagnostics {
        precondition(!diagnostic.message.isEmpty)
        guard let place = diagnostic.place else { preconditionFailure("\(diagnostic.message): nowhere") }
        check(place)
    }
    _ = DiagnosticReport(diagnostics).text
    guard let file else { return }
    var left = 500
    checkPlaces(Located(file), &left)

    let json = file.root.serialized()
    // Aliases multiply, and a key on its line has at most 1024 characters (YAML 1.2.2, section 7.4.2).
    guard json.utf8.count < 1 << 16, file.root.keysAreShort else { return }
    let (again, odd) = read(Array("--- \(escaped(json))".utf8))
    precondition(odd.isEmpty && again?.root == file.root, "written and read again: \(json)")
}

private func read(_ bytes: [UInt8]) -> (file: SourceFile?, diagnostics: [Diagnostic]) {
    DocumentReader.read(bytes, name: "a.yaml", uri: "a.yaml")
}

private func check(_ place: Place) {
    let length = place.source.line(place.line)?.text.unicodeScalars.count
    precondition(length.map { 1...($0 + 1) ~= place.column } == true, "\(place) is outside of the text")
}

private func checkPlaces(_ value: Located, _ left: inout Int) {
    guard left > 0 else { return }
    left -= 1
    check(value.place)
    check(value.keyPlace)
    let inside = value.source.position(ofLine: 1, column: 1, inTextAt: value.pointer)
    precondition(inside.line > 0 && inside.column > 0)
    for member in value.members { checkPlaces(member.value, &left) }
    for element in value.elements { checkPlaces(element, &left) }
}

/// JSON text without characters that the parser refuses, or takes for line ends, where YAML 1.2 does not.
private func escaped(_ json: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
        if 0x7F..<0x10000 ~= scalar.value {
            let digits = String(scalar.value, radix: 16)
            text += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
        } else {
            text.append(scalar)
        }
    }
    return String(text)
}

extension JSON {
    /// Also with all their characters escaped.
    fileprivate var keysAreShort: Bool {
        switch self {
        case .object(let object): object.allSatisfy { $0.utf8.count < 160 && $1.keysAreShort }
        case .array(let array): array.allSatisfy(\.keysAreShort)
        case .null, .bool, .number, .string: true
        }
    }
}
