// What `doctor` says of the program, the terminal, and what a container allows.

import ArgumentParser
import Foundation
import HTTPExchange

enum MachineExamination {
    static var observations: [Observation] { [program, swift, terminal, memory, processors, files].compactMap(\.self) }

    private static var program: Observation {
        #if arch(x86_64)
        let processor = "x86_64"
        #elseif arch(arm64)
        let processor = "arm64"
        #else
        let processor = "another processor"
        #endif
        let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let system = ProcessInfo.processInfo.operatingSystemVersionString
        return Observation("program", "\(Counterpart.configuration.version) for \(processor), \(path), on \(system)")
    }

    /// The generated clients of apps are compiled by it; nothing else asks for one.
    private static var swift: Observation {
        let folders = (Terminal.environment("PATH") ?? "").split(separator: ":")
        guard
            let path = folders.map({ "\($0)/swift" }).first(where: {
                FileManager.default.isExecutableFile(atPath: $0)
            })
        else { return Observation("swift", "none in PATH; only what builds generated clients needs it") }
        let lines = (try? ProgramRun(path, ["--version"]))?.text.split(separator: "\n") ?? []
        guard let line = lines.first(where: { $0.contains("Swift version") }) else {
            return Observation(
                "swift", .warning, "\(path) does not say its version",
                remedy: "Install Swift 6.2 or later where generated clients are built.")
        }
        return Observation("swift", "\(line), \(path)")
    }

    private static var terminal: Observation {
        let output = Terminal.output
        guard output.isInteractive else { return Observation("terminal", "none: text without colours") }
        let colours = output.styled(.success, "") == "" ? "without colours" : "with colours"
        return takesUTF8
            ? Observation("terminal", "\(output.columns) columns, \(colours)")
            : Observation(
                "terminal", .warning, "\(output.columns) columns, \(colours), and a locale that is not UTF-8",
                remedy: "Set LANG=C.UTF-8 to see marks and names as they are.")
    }

    private static var takesUTF8: Bool {
        #if canImport(Darwin)
        true
        #else
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { Terminal.environment($0) }.first { !$0.isEmpty } ?? ""
        return locale.lowercased().replacing("-", with: "").contains("utf8")
        #endif
    }

    // MARK: - What a container allows

    /// Of cgroups, version 2 and 1; nil where there is no limit, or none that can be read.
    private static func limit(_ files: String...) -> Int? {
        for file in files {
            guard let text = try? String(contentsOfFile: "/sys/fs/cgroup/\(file)", encoding: .utf8) else { continue }
            let word = text.split { $0.isWhitespace }.first ?? ""
            // Version 1 says a number near 2^63 where there is no limit.
            return Int(word).flatMap { $0 > 0 && $0 < 1 << 50 ? $0 : nil }
        }
        return nil
    }

    private static var memory: Observation {
        let all = Int(ProcessInfo.processInfo.physicalMemory)
        let limit = limit("memory.max", "memory/memory.limit_in_bytes").map { min($0, all) }
        let budget = MemoryBudget.process.limit
        let allowed = limit ?? all
        let detail = "\(allowed >> 20) MiB" + (limit == nil ? "" : " allowed by the container")
        // The program itself, the contracts, and what the allocator keeps.
        guard allowed < budget + 128 << 20 else { return Observation("memory", detail) }
        return Observation(
            "memory", .warning, "\(detail); serve takes up to \(budget >> 20) MiB for bodies and what clients store",
            remedy: "Give it less: serve --memory \(max(16, (allowed >> 20) / 2)).")
    }

    private static var processors: Observation {
        let count = ProcessInfo.processInfo.activeProcessorCount
        var detail = "\(count)"
        if let text = try? String(contentsOfFile: "/sys/fs/cgroup/cpu.max", encoding: .utf8) {
            let words = text.split { $0.isWhitespace }.compactMap { Double($0) }
            if words.count == 2, words[1] > 0 {
                let share = (words[0] / words[1] * 100).rounded() / 100
                detail += ", \(share) of them allowed by the container"
            }
        }
        return Observation("processors", detail)
    }

    /// A connection is a file, and a backend's is another.
    private static var files: Observation? {
        guard let text = try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Max open files") }),
            let soft = line.split(separator: " ").compactMap({ Int($0) }).first
        else { return nil }
        guard soft < 1_024 else { return Observation("open files", "\(soft) allowed") }
        return Observation(
            "open files", .warning, "\(soft) allowed, and each connection takes one", remedy: "Run ulimit -n 4096.")
    }
}
