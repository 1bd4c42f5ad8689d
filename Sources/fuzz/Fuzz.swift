// The fuzzed subjects, and the two ways to run them: by libFuzzer, or once over given files.

import Foundation

/// What is fuzzed. A subject takes any bytes; it stops the program where something that must hold does not.
enum Subject: String, CaseIterable {
    case json, yaml, schema, pattern, cel, jsonpath, heads, frames, forms, multipart, har, mock, contract

    func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        switch self {
        case .json: fuzzJSON(bytes)
        case .yaml: fuzzYAML(bytes)
        case .schema: fuzzSchema(bytes)
        case .pattern: fuzzPattern(bytes)
        case .cel: fuzzCEL(bytes)
        case .jsonpath: fuzzJSONPath(bytes)
        case .heads: fuzzHeads(bytes)
        case .frames: fuzzFrames(bytes)
        case .forms: fuzzForms(bytes, type: "application/x-www-form-urlencoded")
        case .multipart: fuzzForms(bytes, type: "multipart/form-data; boundary=b")
        case .har: fuzzHAR(bytes)
        case .mock: fuzzMockFile(bytes)
        case .contract: fuzzContract(bytes)
        }
    }
}

#if FUZZING

/// The subject that `FUZZ_SUBJECT` names.
private let subject: Subject = {
    let name = ProcessInfo.processInfo.environment["FUZZ_SUBJECT"] ?? ""
    guard let subject = Subject(rawValue: name) else {
        let subjects = Subject.allCases.map(\.rawValue).joined(separator: ", ")
        FileHandle.standardError.write(Data("FUZZ_SUBJECT is '\(name)': give one of \(subjects)\n".utf8))
        exit(2)
    }
    return subject
}()

/// What libFuzzer calls with every input (https://llvm.org/docs/LibFuzzer.html).
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    subject.run(UnsafeBufferPointer(start: start, count: count))
    return 0
}

#else

/// Runs a subject over files: a finding again, or a whole corpus.
@main
enum Fuzz {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let subject = arguments.first.flatMap(Subject.init(rawValue:)) else {
            print("usage: fuzz (\(Subject.allCases.map(\.rawValue).joined(separator: "|"))) FILE...")
            exit(2)
        }
        for file in arguments.dropFirst() {
            try [UInt8](Data(contentsOf: URL(filePath: file))).withUnsafeBufferPointer(subject.run)
        }
        print("\(subject.rawValue): \(arguments.count - 1) inputs, nothing found")
    }
}

#endif
