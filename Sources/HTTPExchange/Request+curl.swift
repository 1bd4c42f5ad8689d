// A request as a line that a person can paste into a shell.

import HTTPTypes

extension Request {
    /// The `curl` command that sends this request, for any POSIX shell.
    ///
    /// - Parameter origin: what the target is appended to: `http://127.0.0.1:8080`.
    package func curl(origin: String) -> String {
        var words = ["curl"]
        switch (method, body.isEmpty) {
        case (.get, true), (.post, false): break
        case (.head, true): words.append("--head")
        default: words += ["-X", Request.quoted(method.rawValue)]
        }
        if target.utf8.contains(where: { "[]{}".utf8.contains($0) }) { words.append("--globoff") }
        if target.hasDotSegment { words.append("--path-as-is") }
        for field in headers
        where ![.contentLength, .cookie].contains(field.name) && field.name.canonicalName != "host" {
            words += ["-H", Request.quoted(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")]
        }
        // However many fields cookies came in, a client sends one (RFC 6265, section 5.4).
        if let cookies = headers[.cookie] { words += ["-H", Request.quoted("Cookie: \(cookies)")] }
        var prefix = ""
        if !body.isEmpty {
            // curl calls every body a form unless told otherwise.
            if headers[.contentType] == nil { words += ["-H", "'Content-Type:'"] }
            if let text = String(validating: body, as: UTF8.self), !text.contains("\0") {
                words += ["--data-raw", Request.quoted(text)]
            } else {
                let octal = body.map { "\\" + String(Int($0) + 0o1000, radix: 8).dropFirst() }
                prefix = "printf '\(octal.joined())' | "
                words += ["--data-binary", "@-"]
            }
        }
        return prefix + (words + [Request.quoted(origin + target)]).joined(separator: " ")
    }

    /// A word that the shell takes as it stands; only what needs quotes gets them.
    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._/:=%+,@".utf8.contains(byte)
            }
        }
        if plain, !word.isEmpty { return word }
        guard word.utf8.contains(UInt8(ascii: "'")) else { return "'\(word)'" }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension String {
    fileprivate var hasDotSegment: Bool {
        utf8.prefix { $0 != UInt8(ascii: "?") }.split(separator: UInt8(ascii: "/")).contains {
            $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
        }
    }
}
