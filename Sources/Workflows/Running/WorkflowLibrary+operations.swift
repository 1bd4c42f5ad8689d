// Which operations a workflow may call.

package import OpenAPIContract

extension WorkflowLibrary {
    /// Every operation that a run of a workflow may call, through other workflows too.
    package func operations(of reference: WorkflowReference) -> [Operation] {
        var found: [Operation] = []
        var seen: Set<WorkflowReference> = [reference]
        var queue = [reference]
        while let next = queue.popLast() {
            let workflow = self[next]
            var others = workflow.dependsOn
            for step in workflow.steps {
                switch step.target {
                case .operation(let operation, _, _): found.append(operation)
                case .workflow(let other): others.append(other)
                case .missing: break
                }
                others += (step.onSuccess + step.onFailure).compactMap(\.workflow)
            }
            queue += others.filter { seen.insert($0).inserted }
        }
        return found
    }
}

extension Action {
    /// The workflow that it leads to.
    fileprivate var workflow: WorkflowReference? {
        switch kind {
        case .goto(.workflow(let reference)), .retry(_, _, .workflow(let reference)?): reference
        case .end, .goto(.step), .retry: nil
        }
    }
}
