// What must hold for any bytes that are taken for a recording.

import Archives
import HTTPExchange
import JSONSchema
import Recordings

func fuzzHAR(_ bytes: UnsafeBufferPointer<UInt8>) {
    let har: HAR
    do throws(HAR.Invalid) {
        har = try HAR(parsing: Array(bytes))
    } catch {
        return precondition(!error.message.isEmpty && !error.remedy.isEmpty)
    }
    guard let again = try? HAR(har.json) else { preconditionFailure("written and not read") }
    precondition(again.json == har.json, "written and read again")
    let archive = Archive(name: "a.har", har: har)
    for exchange in archive.exchanges {
        if let wait = exchange.wait { precondition(wait >= .zero && wait <= .seconds(3_600)) }
        _ = exchange.response
    }
    if let all = MeasuredLatencies([archive]).all {
        precondition(all.shortest <= all.quantile(0.5) && all.quantile(0.5) <= all.longest)
    }
    var redactor = Redactor()
    let redacted = har.entries.map { redactor.redact($0) }
    precondition(redacted.map { redactor.redact($0).json } == redacted.map(\.json), "what is redacted stays as it is")
}
