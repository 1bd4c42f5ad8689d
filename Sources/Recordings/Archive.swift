// A HAR file with its name, and the bodies that are stored in files beside it.

import JSONValues
package import Archives

/// A recording as it was read.
package struct Archive: Sendable {
    /// The path as the user gave it.
    package let name: String
    /// The content of the file.
    package let har: HAR

    package init(name: String, har: HAR) {
        self.name = name
        self.har = har
    }

    /// Reads a recording.
    /// - Parameter attachment: gives the bytes of a file beside it, where Playwright keeps bodies (`_file`).
    package init(
        name: String, bytes: [UInt8], attachment: (String) -> [UInt8]? = { _ in nil }
    ) throws(HAR.Invalid) {
        var har = try HAR(parsing: bytes)
        for index in har.entries.indices {
            har.entries[index].response.body.attach(attachment)
            har.entries[index].request.body?.attach(attachment)
        }
        self.init(name: name, har: har)
    }

    /// The recording without its secrets; unchanged if there is no redactor.
    package func redacted(by redactor: inout Redactor?) -> Archive {
        var har = har
        for (index, entry) in har.entries.enumerated() { har.entries[index] = redactor?.redact(entry) ?? entry }
        return Archive(name: name, har: har)
    }

    /// The entries as exchanges, in the order of the file.
    package var exchanges: [ArchivedExchange] {
        har.entries.enumerated().map { index, entry in
            ArchivedExchange(entry, from: .init(file: name, entry: index + 1))
        }
    }
}

extension HAR.Message.Body {
    /// Reads bodies from files beside the recording; never from outside its folder.
    fileprivate mutating func attach(_ attachment: (String) -> [UInt8]?) {
        guard case .missing = content, let file = others["_file"]?.string, !file.hasPrefix("/"),
            !file.split(separator: "/").contains(".."), let bytes = attachment(file)
        else { return }
        content = .bytes(bytes)
    }
}
