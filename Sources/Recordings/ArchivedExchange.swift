// An exchange of a recording: request, response, times, and where it is in the file.

import JSONValues
package import HTTPExchange
package import Archives

/// One entry of a recording, without details of the connection.
package struct ArchivedExchange: Sendable {
    /// The file and entry of an exchange, for messages.
    package struct Source: Hashable, Sendable, CustomStringConvertible {
        /// The file as it was named.
        package let file: String
        /// The number of the entry, from 1.
        package let entry: Int

        package init(file: String, entry: Int) {
            self.file = file
            self.entry = entry
        }

        package var description: String { "\(file), entry \(entry)" }
    }

    /// The file and the entry that it comes from.
    package let source: Source
    /// The session that the request named; nil if it named none.
    package let session: String?
    /// `https://shop.example`; nil where the recording does not say.
    package let origin: String?
    /// The request, without the name of its session.
    package let request: Request
    /// The response; nil if there was none.
    package let response: Response?
    /// From sending the request to the first byte of the response; nil if it was not measured.
    package let wait: Duration?
    /// From the first to the last byte of the response; nil where the entry does not say.
    package let receive: Duration?
    /// The part that the file does not have.
    package let missing: Missing?

    /// Why an exchange is not there as a whole.
    package enum Missing: String, Hashable, Sendable {
        case requestBody = "what was sent is not in the file"
        case responseBody = "the content is not in the file"
        case cut = "the content was cut when it was recorded"
    }
}

extension ArchivedExchange {
    /// An exchange that was written down, not recorded.
    package init(_ request: Request, _ response: Response, from source: Source) {
        self.source = source
        session = nil
        origin = nil
        self.request = request
        self.response = response
        wait = nil
        receive = nil
        missing = nil
    }

    /// - Parameter source: for messages: the file, and which of its entries it is.
    package init(_ entry: HAR.Entry, from source: Source) {
        self.source = source
        let sent = entry.request.request
        // An id that cannot be one names no session.
        let named = try? SessionRequest(sent)
        session = named?.session
        request = named?.request ?? sent
        origin = entry.request.origin
        response = entry.response.response
        wait = (entry.timings.wait ?? entry.time).flatMap { Duration(milliseconds: $0.double) }
        receive = entry.timings.receive.flatMap { Duration(milliseconds: $0.double) }
        missing = Missing(entry)
    }
}

extension ArchivedExchange.Missing {
    fileprivate init?(_ entry: HAR.Entry) {
        let isCut = [entry.request.body?.others, entry.response.body.others].contains { others in
            others?.contains { name, value in ArchivedExchange.marksOfCuts.contains(name) && value != false } ?? false
        }
        if isCut {
            self = .cut
        } else if let body = entry.request.body, body.bytes == nil, body.parameters.isEmpty,
            (entry.request.bodySize?.double ?? 1) != 0
        {
            self = .requestBody
        } else if entry.response.body.bytes == nil, entry.hasContent {
            self = .responseBody
        } else {
            return nil
        }
    }
}

extension ArchivedExchange {
    /// Members of a body by which recorders say that a part of it is missing.
    fileprivate static let marksOfCuts: Set<String> = ["_cut", "_truncated"]
}

extension HAR.Entry {
    /// Whether the answer has content by its kind (RFC 9110, section 6.4.1) and by its size.
    fileprivate var hasContent: Bool {
        let status = response.status
        guard status >= 200, status != 204, status != 304, request.method.uppercased() != "HEAD" else { return false }
        // Redirections that were followed are kept without their content.
        if (300...399).contains(status) { return false }
        let size = response.body.size ?? response.bodySize
        return size.map { $0.double != 0 } ?? !response.body.mimeType.isEmpty
    }
}

extension Duration {
    /// Nil for what is less than nothing; at most an hour.
    init?(milliseconds: Double) {
        guard milliseconds.isFinite, milliseconds >= 0 else { return nil }
        self = GivenNumber.milliseconds(milliseconds, atMost: .seconds(3_600))
    }

    /// Milliseconds, with fractions.
    package var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) * 1e-15
    }
}
