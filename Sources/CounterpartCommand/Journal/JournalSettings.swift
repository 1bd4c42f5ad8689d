// Options of a running mock's journal, and how it is read.

import ArgumentParser
import HTTPExchange
import HTTPTypes
import SecureWire
import JSONValues

struct JournalSettings: ParsableArguments {
    @Option(help: ArgumentHelp("The session of the mock.", valueName: "id"))
    var session: String?

    @Option(help: ArgumentHelp("What the mock's --admin-token is; else $COUNTERPART_ADMIN_TOKEN.", valueName: "token"))
    var adminToken: String?

    @OptionGroup var trust: TrustSettings

    /// The journal of a running mock, oldest entry first.
    func entries(of address: String) async throws -> [JournalFile.Entry] {
        let mock: BackendURL
        do throws(BackendURL.Invalid) {
            mock = try BackendURL(parsing: address)
        } catch {
            throw CommandFailure(error.description)
        }
        let sender = HTTPSender(trust: try trust.trust())
        do {
            let entries = try await read(mock, sender)
            await sender.shutdown()
            return entries
        } catch {
            await sender.shutdown()
            throw error
        }
    }

    private func read(_ mock: BackendURL, _ sender: HTTPSender) async throws -> [JournalFile.Entry] {
        let list = try await get("?limit=0", mock, sender)
        guard let list, let total = list["total"]?.number?.int64, let forgotten = list["forgotten"]?.number?.int64,
            0 <= forgotten, forgotten <= total, total - forgotten <= 1_000_000
        else { throw CommandFailure("\(mock) answers as no mock of counterpart does.") }
        var entries: [JournalFile.Entry] = []
        for number in stride(from: forgotten + 1, through: total, by: 1) {
            // The journal goes on: the oldest may have made room meanwhile.
            guard let json = try await get("/\(number)", mock, sender) else { continue }
            guard let entry = JournalFile.Entry(json) else {
                throw CommandFailure("\(mock) shows entry \(number) otherwise than this version of counterpart does.")
            }
            entries.append(entry)
        }
        return entries
    }

    /// Nil for what is not there.
    private func get(_ path: String, _ mock: BackendURL, _ sender: HTTPSender) async throws -> JSON? {
        var target = mock.path + "/_counterpart/journal" + path
        if let session {
            target += (path.contains("?") ? "&" : "?") + "session=" + Percent.encoded(session)
        }
        var headers = HTTPFields()
        headers[.accept] = "application/json"
        let token = adminToken ?? Terminal.environment("COUNTERPART_ADMIN_TOKEN").flatMap { $0.isEmpty ? nil : $0 }
        if let token { headers[.authorization] = "Bearer \(token)" }
        let response: Response
        do throws(NoResponse) {
            response = try await sender.send(
                Request(method: .get, target: target, headers: headers, body: []), to: mock)
        } catch {
            throw CommandFailure("the journal of \(mock) cannot be read: \(error)")
        }
        switch response.status {
        case 200: break
        case 404 where path.hasPrefix("/"): return nil
        case 401, 403: throw CommandFailure("\(mock) does not let its journal be read: give its --admin-token.")
        default:
            throw CommandFailure(
                "\(mock) answers \(response.status) where the journal of a mock would be; --session names one of its sessions."
            )
        }
        do {
            return try JSON(parsing: response.body)
        } catch {
            throw CommandFailure("\(mock) answers as no mock of counterpart does: \(error)")
        }
    }
}
