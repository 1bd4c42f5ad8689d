// Exchanges from whatever holds some: recordings, pacts, journals of mocks as files and by the control API.

import Archives
import ContractUsage
import HTTPExchange
import JSONValues
import OpenAPIContract
import Pact
import Verification

struct ExchangeSources {
    let contract: Contract
    let journal: JournalSettings
    /// Takes secrets out of recordings; those of a journal are out already.
    var redaction: RedactionRules?

    struct Found {
        /// Without those whose content is not whole.
        var exchanges: [AnsweredRequest] = []
        var usage: [Usage] = []
        /// What generated clients have noted of the properties that their apps read.
        var reads: ReadProperties?
        /// How many exchanges had no answer, or one that is not there as a whole.
        var partial = 0
    }

    init(contract: Contract, journal: JournalSettings, redaction: RedactionRules? = nil) {
        self.contract = contract
        self.journal = journal
        self.redaction = redaction
    }

    /// - Parameter needsWhole: leaves out exchanges without all of their contents.
    func read(_ names: [String], needsWhole: Bool = false) async throws -> Found {
        var found = Found()
        var recordings: [Recording] = []
        for name in names {
            if name.hasPrefix("http://") || name.hasPrefix("https://") {
                let entries = try await journal.entries(of: name)
                try add(entries, of: name, to: &found)
                continue
            }
            let bytes = try FileContents.read(name)
            let json: JSON
            do {
                json = try JSON(parsing: bytes)
            } catch {
                throw CommandFailure("\(name) is no JSON: \(error)")
            }
            if json["log"]?["entries"] != nil {
                recordings.append(try recording(bytes, json, named: name))
            } else if Usage.isUsage(json) {
                found.usage.append(try UsageFile.usage(in: bytes, named: name))
            } else if ReadProperties.isReads(json) {
                let reads = try UsageFile.reads(in: json, named: name)
                if found.reads == nil { found.reads = reads } else { found.reads?.merge(reads) }
            } else if Pact.isPact(json) {
                for interaction in try PactFile.read([name]).flatMap(\.interactions) {
                    guard let request = interaction.request.request else { continue }
                    found.exchanges.append(
                        AnsweredRequest(
                            name: interaction.title, request: request, response: interaction.response.response,
                            isWhole: true))
                }
            } else if let entries = JournalFile.entries(in: json) {
                try add(entries, of: name, to: &found)
            } else {
                throw CommandFailure(
                    "\(name) is no recording (HAR), no pact, no journal and no usage file, as far as its content tells."
                )
            }
        }
        for exchange in Recording.exchanges(of: recordings, as: contract) {
            if needsWhole, !exchange.isWhole { found.partial += 1 } else { found.exchanges.append(exchange) }
        }
        return found
    }

    private func recording(_ bytes: [UInt8], _ json: JSON, named name: String) throws -> Recording {
        var archive: HAR
        do throws(HAR.Invalid) {
            archive = try HAR(parsing: bytes)
        } catch {
            throw CommandFailure("\(name): \(error)")
        }
        if let redaction {
            var redactor = Redactor(redaction)
            for index in archive.entries.indices { archive.entries[index] = redactor.redact(archive.entries[index]) }
        }
        return Recording(name: name, archive)
    }

    private func add(_ entries: [JournalFile.Entry], of name: String, to found: inout Found) throws {
        for entry in entries {
            guard let response = entry.response, entry.isWhole, !entry.breaksContract else {
                found.partial += 1
                continue
            }
            found.exchanges.append(
                AnsweredRequest(
                    name: "entry \(entry.number) of \(name)", request: entry.request, response: response, isWhole: true)
            )
        }
    }
}
