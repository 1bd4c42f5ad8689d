#!/usr/bin/env python3
"""Our generator beside openapi-generator's swift6, document by document: CPU time, lines, whether the code compiles, and what it cannot decode.

usage: generators_peer.py PROGRAM HARNESS DOCUMENT...

PROGRAM is `counterpart`; HARNESS is .ci/generated-corpus. Answers to decode are those of the mock, a sample for each operation that
answers 2xx with JSON: first our client reads them, then the same bytes go through the peer's models and its own decoder.
"""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

program, harness, *documents = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
peer_program = pathlib.Path(sys.executable).parent / "openapi-generator-cli"
METHOD = re.compile(
    r"open class func (\w+)\((?:(?!WithRequestBuilder).)*?\) async throws\(ErrorResponse\) -> ([^{]+) \{", re.MULTILINE
)
PROBE = """
import Foundation

func read<Value: Codable>(_ type: Value.Type, _ data: Data) -> String {
    do {
        _ = try CodableHelper().jsonDecoder.decode(type, from: data)
        return "read"
    } catch {
        return "undecodable"
    }
}

let readers: [String: @Sendable (Data) -> String] = [
READERS
]

@main
struct Probe {
    static func main() throws {
        let lines = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\\n")
        for line in lines {
            let parts = line.split(separator: "\\t", maxSplits: 1).map(String.init)
            guard let reader = readers[parts[0].lowercased()] else { continue }
            print(reader(Data(parts[1].utf8)))
        }
    }
}
"""


def measured(command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def lines_of(paths):
    return sum(path.read_bytes().count(b"\n") for path in paths)


def compiled(sources, *more):
    command = ["swiftc", "-swift-version", "6", "-Onone", "-wmo", "-module-name", "Generated", *more, *sources]
    done, seconds = measured(command)
    errors = len({line for line in done.stderr.splitlines() if " error: " in line})
    return (f"{errors} errors" if done.returncode else "yes"), seconds


def ours(document, directory):
    done, seconds = measured([program, "generate", document, "--output", directory / "ours", "--module", "Corpus"])
    sources = sorted((directory / "ours").rglob("*.swift"))
    return done.returncode == 0, seconds, sources


def theirs(document, directory):
    command = [peer_program, "generate", "-i", document, "-g", "swift6", "-o", directory / "theirs", "--skip-validate-spec"]
    done, seconds = measured(command)
    return done.returncode == 0, seconds, sorted((directory / "theirs" / "Sources").rglob("*.swift"))


def compare(document):
    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(scratch)
        _, our_seconds, our_sources = ours(document, directory)
        generated, peer_seconds, peer_sources = theirs(document, directory)
        answers = directory / "answers"
        run, _ = measured([harness, "--answers", answers, "--seeds", "5", document], env=os.environ | {"COUNTERPART_PROGRAM": str(program)})
        our_failures = sum(": " in line for line in run.stdout.splitlines() if "breaks the contract" in line)
        count = answers.read_text(encoding="utf-8").count("\n") if answers.exists() else 0
        our_compiles, our_compile = compiled(our_sources, "-parse-as-library", "-emit-library", "-o", directory / "ours.so")
        readers = {}
        for source in peer_sources:
            for name, result in METHOD.findall(source.read_text(encoding="utf-8")):
                readers.setdefault(name.lower(), result.strip())
        probe = directory / "Probe.swift"
        rows = [f'    "{name}": {{ read({result}.self, $0) }},' for name, result in sorted(readers.items())]
        probe.write_text(PROBE.replace("READERS", "\n".join(rows) or "    :"), encoding="utf-8")
        peer_compiles, peer_compile = compiled(
            [*peer_sources, probe], "-parse-as-library", "-o", directory / "probe"
        ) if generated else ("not generated", 0)
        verdicts = []
        if peer_compiles == "yes" and answers.exists():
            verdicts = measured([directory / "probe", answers])[0].stdout.split()
        return {
            "document": document.parent.name if document.stem == "openapi" else document.name, "answers": count,
            "ours": {"seconds": our_seconds, "lines": lines_of(our_sources), "compiles": our_compiles, "compile": our_compile,
                     "failures": our_failures},
            "peer": {"seconds": peer_seconds, "lines": lines_of(peer_sources), "compiles": peer_compiles, "compile": peer_compile,
                     "undecodable": verdicts.count("undecodable"), "read": len(verdicts)},
        }


print("| document | | generated in CPU s | lines | compiles | in CPU s | undecodable answers |")
print("| --- | --- | --- | --- | --- | --- | --- |")
for document in documents:
    row = compare(document)
    mine, peer = row["ours"], row["peer"]
    lost = f"{peer['undecodable']} of {peer['read']}" if peer["read"] else "-"
    print(f"| {row['document']} | ours | {mine['seconds']:.1f} | {mine['lines']:,} | {mine['compiles']} | {mine['compile']:.0f} | {mine['failures']} of {row['answers']} |")
    print(f"| | swift6 | {peer['seconds']:.1f} | {peer['lines']:,} | {peer['compiles']} | {peer['compile']:.0f} | {lost} |", flush=True)
