// Standard output and error: writes text, with colour on terminals.

import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

struct Terminal: Sendable {
    enum Style: Sendable {
        case failure, success, warning, aside, emphasis

        fileprivate var code: String {
            switch self {
            case .failure: "31"
            case .success: "32"
            case .warning: "33"
            case .aside: "2"
            case .emphasis: "1"
            }
        }
    }

    static let output = Terminal(descriptor: 1)
    static let error = Terminal(descriptor: 2)

    /// Whether it is a terminal.
    let isInteractive: Bool
    private let descriptor: Int32
    private let hasColour: Bool

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        isInteractive = isatty(descriptor) == 1
        // https://no-color.org
        let refused = Terminal.environment("NO_COLOR").map { !$0.isEmpty } ?? false
        hasColour = isInteractive && !refused && Terminal.environment("TERM") != "dumb"
    }

    /// Its width; 80 if unknown.
    var columns: Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    func styled(_ style: Style, _ text: String) -> String {
        hasColour ? "\u{1B}[\(style.code)m\(text)\u{1B}[0m" : text
    }

    /// Writes all of the text. Errors are ignored: they mean that the reader is gone.
    func write(_ text: String) {
        var text = Terminal.harmless(text, isInteractive: isInteractive)
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                #if canImport(Darwin)
                let count = Darwin.write(descriptor, start, rest.count)
                #elseif canImport(Musl)
                let count = Musl.write(descriptor, start, rest.count)
                #else
                let count = Glibc.write(descriptor, start, rest.count)
                #endif
                if count > 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                } else if errno == EAGAIN {
                    var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&writable, 1, 1_000)
                } else if errno != EINTR {
                    return
                }
            }
        }
    }

    /// With U+FFFD in the place of what would do something to the terminal of whoever reads it, or to the order of what is read: contracts,
    /// recordings and answers are texts of others. What this program itself writes for a person to see stays.
    static func harmless(_ text: String, isInteractive: Bool) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
        guard !isPlain else { return text }
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            if isInteractive, let end = sequence(scalars, from: index) {
                result.append(contentsOf: scalars[index..<end])
                index = end
            } else {
                result.append(isHarmless(scalars[index], isInteractive) ? scalars[index] : "\u{FFFD}")
                index += 1
            }
        }
        return String(result)
    }

    private static func isHarmless(_ scalar: Unicode.Scalar, _ isInteractive: Bool) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: true
        case 0x0D: isInteractive
        case ..<0x20, 0x7F..<0xA0: false
        // Embeddings, overrides and isolates (UAX 9), which nothing ends at the end of a line.
        case 0x202A...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    /// Where a colour or an erased line of ours ends: `ESC [ digits m` and `ESC [ digits K`.
    private static func sequence(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
        guard scalars[start] == "\u{1B}", start + 2 < scalars.count, scalars[start + 1] == "[" else { return nil }
        var index = start + 2
        while index < scalars.count, scalars[index].properties.numericType != nil { index += 1 }
        guard index < scalars.count, scalars[index] == "m" || scalars[index] == "K" else { return nil }
        return index + 1
    }

    /// Keeps the program running when its reader ends, as in `counterpart serve … | head`.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
