// What is deleted is gone, with what belonged to it; who may not delete has deleted nothing.

import Lifecycles
import VerificationReports
import JSONValues
import OpenAPIContract
import HTTPTypes

extension Run {
    func followDeletion(of resource: Resource) async throws(End) {
        let scenario = Scenario(self)
        guard let delete = resource.delete, let created = try await scenario.create(resource, salt: 3),
            let deletion = draft(delete, for: created.values).map({ withoutOptionals($0) }),
            let result = try await scenario.sendValid("to delete it", deletion), result.isDone
        else { return }
        for operation in [resource.read, resource.patch].compactMap(\.self) {
            guard let draft = draft(operation, for: created.values) else { continue }
            let use = operation === resource.read ? withoutOptionals(draft) : draft
            _ = try await scenario.sendValid("after it was deleted", use)
        }
        try await scenario.list(resource, scope: created.scope)
        // To delete it again may be refused or not (RFC 9110, section 9.2.2).
        if let again = judged(identified(deletion.request, of: delete), of: delete) {
            try await send(
                TestCase("after it was deleted", delete, deletion.request, judged: again, expectation: .anything))
        }
        if let replace = resource.replace, !replace.mayCreate, let draft = draft(replace, for: created.values) {
            _ = try await scenario.sendValid("after it was deleted", draft)
        }
    }

    /// Deletes a resource that others belong to, and asks for one of these.
    func followDeletion(of resource: Resource, beneathWhich resources: [Resource]) async throws(End) {
        let scenario = Scenario(self)
        guard let delete = resource.delete,
            let inner = resources.first(where: {
                $0.create.path.resourceKey == resource.child.key && $0.read != nil
            }), let read = inner.read, read.knowsAbsence,
            let outer = try await scenario.create(resource, salt: 7)
        else { return }
        var draft = withOptionals(base(of: inner.create))
        for (index, value) in zip(inner.create.pathIndices, outer.values) { draft.values[index] = value }
        makeUnique(&draft)
        guard let result = try await scenario.sendValid("to create one beneath it", draft), result.isDone,
            let values = result.createdResource(inner.child, in: contract)?.values,
            let reading = self.draft(read, for: values).map({ withoutOptionals($0) }),
            try await scenario.sendValid("before what it belongs to is deleted", reading)?.succeeded == true,
            let deletion = self.draft(delete, for: outer.values),
            try await scenario.sendValid("with one beneath it", withoutOptionals(deletion))?.isDone == true
        else { return }
        _ = try await scenario.sendValid("after what it belongs to was deleted", reading)
    }

    /// Looks whether a deletion that was refused for want of credentials has been carried out all the same.
    func lookForDeletion(by refused: CaseResult, of draft: Draft) async throws(End) {
        let delete = draft.operation
        let values = delete.pathIndices.map { draft.values[$0] ?? .null }
        guard let key = delete.path.resourceKey, backend.values.resources(at: key).contains(values),
            let read = contract.operations.first(where: { $0.method == .get && $0.path.key == delete.path.key }),
            refused.isRefused, let reading = self.draft(read, for: values),
            try await sendValid("after \(delete.id) was refused", withoutOptionals(reading))?.isMissing == true
        else { return }
        // What was known by its name alone may never have been there: the same with a resource that can be read.
        backend.values.forget(values, at: key, named: nil)
        try await provide(for: delete)
        let other = base(of: delete)
        let scenario = Scenario(self)
        guard let reading = self.draft(read, for: delete.pathIndices.map({ other.values[$0] ?? .null })),
            try await scenario.sendValid("before \(delete.id) is refused", withoutOptionals(reading))?.succeeded
                == true,
            let again = try await scenario.sendBroken(
                refused.test.name, other.request, of: delete, subject: refused.test.subject, identity: .none,
                expectation: .authentication), again.isRefused
        else { return }
        _ = try await scenario.sendValid("after \(delete.id) was refused", withoutOptionals(reading))
    }
}
