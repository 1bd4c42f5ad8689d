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
        var text = text
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

    /// Keeps the program running when its reader ends, as in `counterpart serve … | head`.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
