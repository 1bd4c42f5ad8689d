// Every workflow under every fault: the client ends in a failed state or in a right one.

import Foundation
import ReferenceClient
import Testing

@testable import Storefront

@Suite struct FaultTests {
    @Test(.timeLimit(.minutes(10)), arguments: Workflow.all)
    func everyFaultEndsInAFailedOrARightState(workflow: Workflow) async throws {
        let commands = try workflow.text("Scripts").split(separator: "\n").compactMap { try Command(String($0)) }
        // Where nothing changes on the server, what is right is the same under every fault.
        let changes = commands.contains(where: \.changesServer)
        let constant = try await sights(commands, by: Walker(session: "right-\(workflow.id)", fault: nil))
        let all = try Walker(session: "all", fault: nil)
        let allRows = await all.allRows().union(constant.flatMap(\.rows))
        for fault in FaultCase.all where !fault.passes || !workflow.repeatsEverything {
            let time = VirtualTime()
            let session = "\(workflow.id)-\(fault.name)"
            let app = try Walker(session: session, fault: fault.name, clock: time.clock)
            // Sees the same session of the mocks without a fault.
            let witness = try Walker(session: session, fault: nil)
            var hasFailed = false
            for (index, command) in commands.enumerated() {
                let seen = await app.take(command)
                hasFailed = hasFailed || seen.hasFailed
                guard !command.changesServer else { continue }
                let truth = changes ? await witness.take(command) : constant[index]
                guard !seen.hasFailed else { continue }
                let isPart = command.showsDevice && hasFailed && seen.rows.isSubset(of: allRows)
                #expect(
                    seen.text == truth.text || isPart, "\(fault): \(command)\n\(seen.text)\ninstead of\n\(truth.text)")
            }
            #expect(time.elapsed < 7_200, "\(fault)")
        }
    }

    private func sights(_ commands: [Command], by walker: Walker) async -> [Walker.Sight] {
        var sights: [Walker.Sight] = []
        for command in commands { sights.append(await walker.take(command)) }
        return sights
    }

    /// The rest of the product: a fault that passes is not even seen where all calls may be repeated.
    @Test(arguments: Workflow.all.filter(\.repeatsEverything))
    func whatPassesIsNotSeen(workflow: Workflow) async throws {
        for fault in FaultCase.all.filter(\.passes) {
            let time = VirtualTime()
            let transports = try Stage.transports(
                session: "\(workflow.id)-passing-\(fault.name)", fault: fault.name, clock: time.clock)
            let storefront = try Stage.storefront(
                transports, clock: AppClock(now: { Stage.start }, sleep: time.clock.sleep))
            let transcript = try await workflow.transcript(storefront)
            #expect(try transcript == workflow.text("Transcripts"), "\(fault)")
            // It did strike: the client had to wait.
            #expect(time.elapsed > 0 || fault.sparesEmptyAnswers, "\(fault)")
        }
    }

    @Test func afterAFailureRetryGoesOn() async throws {
        let time = VirtualTime()
        let app = try Walker(session: "retry", fault: "503-once", clock: time.clock)
        #expect(await app.take(.login(email: "anna@shop.example", password: "correct-horse")).hasFailed == false)
        let failed = await app.take(.add(1001, amount: 2))
        #expect(failed.text == "Failed: The server is busy. It asks to wait 2 seconds.\nType retry to try again.\n")
        #expect(await app.take(.retry).text == "2 of № 1001 put into the cart.\n")
        #expect(await app.take(.retry).text == "Nothing has failed.\n")
    }
}

/// One person, one device.
private struct Walker {
    private let storefront: Storefront

    struct Sight {
        let text: String
        let hasFailed: Bool
        let rows: Set<String>
    }

    init(session: String, fault: String?, clock: AppClock = VirtualTime().clock) throws {
        storefront = try Stage.storefront(
            try Stage.transports(session: session, fault: fault, clock: clock),
            clock: AppClock(now: { Stage.start }, sleep: clock.sleep))
    }

    func take(_ command: Command) async -> Sight {
        let shown = await storefront.perform(command) { _ in }
        let text = ScreenText(isStyled: false).text(shown)
        switch shown {
        case .failure: return Sight(text: text, hasFailed: true, rows: [])
        case .screen(let presentation):
            let rows = presentation.tree?.leaves.compactMap { $0.row.map { "\($0.title) \($0.subtitle ?? "")" } } ?? []
            return Sight(text: text, hasFailed: false, rows: Set(rows))
        case .loading, .progress, .message: return Sight(text: text, hasFailed: false, rows: [])
        }
    }

    /// Every row that a list of the device can show, once all is loaded.
    func allRows() async -> Set<String> {
        var rows = await take(.load).rows
        rows.formUnion(await take(.works(category: nil)).rows)
        return rows
    }
}

extension Workflow {
    /// Whether it does nothing that must not be done twice.
    fileprivate var repeatsEverything: Bool { !["buy", "buy-a-variation"].contains(id) }
}

extension Command {
    fileprivate var changesServer: Bool {
        switch self {
        case .add, .remove, .like: true
        default: false
        }
    }

    /// What it shows comes from the device, where not all may be loaded.
    fileprivate var showsDevice: Bool {
        switch self {
        case .load, .workshop, .works, .find, .work, .rate, .favorites, .collapse, .history: true
        default: false
        }
    }
}
