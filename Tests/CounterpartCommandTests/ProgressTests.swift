// The line that tells how far a run has come: what it says, and that nobody but a terminal is told.

import Foundation
import HTTPExchange
import HTTPWire
import Testing

@testable import CounterpartCommand

@Suite(.timeLimit(.minutes(10))) struct ProgressTests {
    @Test(
        arguments: [
            (0, 400, 0, Duration.zero, 80, "boundaries ░░░░░░░░░░░░░░░░░░░░░░░░ 0/400, 0 findings"),
            (100, 400, 1, .seconds(2), 80, "boundaries ██████░░░░░░░░░░░░░░░░░░ 100/400, 1 finding, ETA 6 s"),
            (300, 400, 2, .seconds(900), 80, "boundaries ██████████████████░░░░░░ 300/400, 2 findings, ETA 5 min"),
            (400, 400, 2, .seconds(9), 80, "boundaries ████████████████████████ 400/400, 2 findings, ETA 0 s"),
            (100, 400, 1, .seconds(2), 52, "boundaries ███░░░░░░░░░ 100/400, 1 finding, ETA 6 s"),
            (100, 400, 1, .seconds(2), 30, "boundaries 100/400, 1 finding"),
        ] as [(Int, Int, Int, Duration, Int, String)])
    func aLine(_ done: Int, _ planned: Int, _ findings: Int, _ elapsed: Duration, _ columns: Int, _ text: String) {
        #expect(
            ProgressLine.line(
                phase: "boundaries", done: done, planned: planned, findings: findings, elapsed: elapsed,
                columns: columns) == text)
    }

    @Test func nothingIsSaidOfARestThatNobodyKnows() {
        func line(_ isWaiting: Bool) -> String {
            ProgressLine.line(
                phase: "operations", done: 2, planned: 2_000, findings: 0, elapsed: .seconds(20), limit: .seconds(60),
                isWaiting: isWaiting, columns: 41)
        }
        // The run ends when its time has.
        #expect(line(false) == "operations 2/2000, 0 findings, ETA 40 s")
        #expect(line(true) == "operations ░░░░░░░░░░ 2/2000, 0 findings")
    }

    @Test func recordingsArePlainlyCounted() {
        #expect(
            ProgressLine.line(
                phase: "recordings", done: 7, planned: nil, findings: 0, elapsed: .zero, columns: 80)
                == "recordings 7, 0 findings")
    }

    @Test func aTerminalIsToldAndLeftClean() async throws {
        let (terminal, line) = try Self.pseudoterminal()
        var size = winsize(ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(line, UInt(TIOCSWINSZ), &size) == 0)
        let page = OutgoingResponse(PreparedResponse(Response(status: 200)))
        let listener = try await HTTPListener.start(.init()) { _ in .now(page) }
        let (process, output, _) = Program.process([
            "verify", "Contracts/golden-sewing", "--backend", "\(listener.address)", "--phases", "boundaries",
            "--max-requests", "300",
        ])
        process.standardError = FileHandle(fileDescriptor: line, closeOnDealloc: false)
        try process.run()
        let report = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        close(line)
        await listener.shutdown()
        var shown: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        // At the end of what was written there is an error: nobody has the other end any more.
        while case let count = read(terminal, &piece, piece.count), count > 0 { shown += piece[..<count] }
        close(terminal)
        let text = String(decoding: shown, as: UTF8.self)
        let lines = text.split(separator: "\r\u{1B}[K")
        let first = try #require(lines.first)
        let shape = /boundaries [█░]{24} [0-9]+\/[0-9]+, [0-9]+ findings?(, ETA [0-9]+ (s|min))?/
        #expect(first.wholeMatch(of: shape) != nil, "\(first)")
        #expect(text.hasSuffix("\r\u{1B}[K"))
        #expect(report.hasPrefix("✗ ") && !report.contains("ETA"))
    }

    /// Both ends of a terminal.
    private static func pseudoterminal() throws -> (terminal: Int32, line: Int32) {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        #if os(Linux)
        // What posix_openpt and its like stand for, which are not in the C library's module (ioctl_tty(2)).
        var (locked, number): (Int32, UInt32) = (0, 0)
        try #require(ioctl(terminal, 0x4004_5431, &locked) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
        let name = "/dev/pts/\(number)"
        #else
        try #require(grantpt(terminal) == 0 && unlockpt(terminal) == 0)
        let name = try #require(ptsname(terminal).map { String(cString: $0) })
        #endif
        let line = open(name, O_RDWR | O_NOCTTY)
        try #require(line >= 0)
        return (terminal, line)
    }
}
