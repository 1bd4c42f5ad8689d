// What was set for a session, once its contract or its mock file is another.

import MockRules
import JSONValues
import OpenAPIContract

extension SessionSettings {
    /// What it says once the contract or the mock file is another; what is gone there is left out.
    func adapted(to mock: Mock) -> SessionSettings {
        var adapted = self
        adapted.latency = latency.flatMap { old in
            Behaviour.latency(Array(old.written.serialized().utf8), for: mock.contract).latency.map {
                (value: $0, written: old.written)
            }
        }
        adapted.faults = faults.flatMap { old in
            mock.behaviour.faults(Array(old.written.serialized().utf8), for: mock.contract).faults.map {
                Faults(rules: $0, written: old.written, since: old.since)
            }
        }
        adapted.oneOffs = oneOffs.compactMap { old in
            mock.contract.operation(id: old.operation.id).map {
                OneOff(
                    number: old.number, operation: $0, answer: old.answer, written: old.written, left: old.left,
                    memory: old.memory)
            }
        }
        if case .own(let own)? = replay {
            adapted.replay = mock.answers(of: own.recording, missing: own.missing).map {
                .own(OwnReplay(recording: own.recording, missing: own.missing, answers: $0, memory: own.memory))
            }
        }
        return adapted
    }
}
