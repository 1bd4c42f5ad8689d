// Judging instances by a compiled schema.

package import JSONValues

extension Schema {
    /// Every way in which the instance breaks the schema, as far as the limits go; empty if it is valid.
    /// - Parameter precedent: one that this schema has been found to accept in the same direction: what the two have in common is not
    ///   judged again.
    package func validate(
        _ json: JSON, direction: Direction? = nil, limits: SchemaLimits = .standard, precedent: JSON? = nil
    ) -> [SchemaViolation] {
        if let precedent, verdict(ComparedValue(json, precedent: precedent), direction, limits) { return [] }
        return violations(json, direction, limits)
    }

    /// Whether the instance is valid: faster than asking for the violations.
    package func accepts(_ json: JSON, direction: Direction? = nil, limits: SchemaLimits = .standard) -> Bool {
        verdict(json, direction, limits)
    }

    package func validate(
        _ document: JSONDocument, direction: Direction? = nil, limits: SchemaLimits = .standard
    ) -> [SchemaViolation] {
        document.withRoot { violations($0, direction, limits) }
    }

    /// Whether the document is valid; where the limits are met it is not.
    package func accepts(
        _ document: JSONDocument, direction: Direction? = nil, limits: SchemaLimits = .standard
    ) -> Bool {
        document.withRoot { verdict($0, direction, limits) }
    }

    private func verdict<Value: InstanceValue>(_ value: Value, _ direction: Direction?, _ limits: SchemaLimits) -> Bool
    {
        var validator = Validator(self, value, direction: direction, limits: limits, report: nil)
        return validator.verdict(id, value) && !validator.hasGivenUp
    }

    /// Most instances are valid, so the verdict comes first and violations are only looked for where there are some.
    private func violations<Value: InstanceValue>(
        _ value: Value, _ direction: Direction?, _ limits: SchemaLimits
    ) -> [SchemaViolation] {
        if verdict(value, direction, limits) { return [] }
        let violations = explanation(value, direction: direction, limits: limits)
        guard violations.isEmpty else { return violations }
        // The verdict reached a limit that this way there did not.
        return [Validator(self, value, direction: direction, limits: limits, report: nil).surrender]
    }

    /// The violations, by evaluating every keyword whether or not there are any.
    func explanation<Value: InstanceValue>(
        _ value: Value, direction: Direction? = nil, limits: SchemaLimits = .standard
    ) -> [SchemaViolation] {
        let report = ViolationReport(limit: limits.violations)
        var validator = Validator(self, value, direction: direction, limits: limits, report: report)
        _ = validator.check(id, value)
        let violations = validator.report?.violations ?? []
        return validator.hasGivenUp ? violations + [validator.surrender] : violations
    }
}
