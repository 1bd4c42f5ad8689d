// The kinds of finding, each with the stable name that reports and documentation use.

/// What kind of finding a diagnostic is. The raw value is stable: scripts and ignore lists rely on it.
package enum DiagnosticCode: String, Sendable, CaseIterable {
    // Reading files
    case noSuchFile = "no-such-file"
    case unreadable = "unreadable"
    case notUTF8 = "not-text"
    case tooLarge = "too-large"
    case tooDeep = "too-deep"
    case yamlSyntax = "yaml-syntax"
    case yamlSeveralDocuments = "yaml-several-documents"
    case yamlComplexKey = "yaml-complex-key"
    case yamlUnknownTag = "yaml-unknown-tag"
    case yamlNotJSON = "yaml-not-json"
    case jsonSyntax = "json-syntax"
    case duplicateKey = "duplicate-key"
    // What the document is
    case notOpenAPI = "not-openapi"
    case swagger2 = "swagger-2"
    case unsupportedVersion = "unsupported-version"
    case severalContracts = "several-contracts"
    // References
    case refUnresolved = "ref-unresolved"
    case refCircular = "ref-circular"
    case refNetwork = "ref-network"
    case refOutside = "ref-outside"
    case refMisplaced = "ref-misplaced"
    // Structure
    case wrongType = "wrong-type"
    case missingField = "missing-field"
    case unknownField = "unknown-field"
    case invalidValue = "invalid-value"
    case duplicateOperationID = "duplicate-operation-id"
    case duplicateParameter = "duplicate-parameter"
    case ignoredParameter = "ignored-parameter"
    case pathTemplate = "path-template"
    case pathParameter = "path-parameter"
    case ambiguousPath = "ambiguous-path"
    case parameterStyle = "parameter-style"
    case invalidStatus = "invalid-status"
    case unknownSecurityScheme = "unknown-security-scheme"
    case unresolvedLink = "unresolved-link"
    case noOperations = "no-operations"
    // Schemas and examples
    case invalidSchema = "invalid-schema"
    case invalidExample = "invalid-example"
    case unusedExample = "unused-example"
    case incompletePair = "incomplete-pair"
    case externalExample = "external-example"
    case emptyType = "empty-type"
    // Requests that clients cannot send
    case unsendableRequest = "unsendable-request"
    // How the mock behaves
    case invalidExpression = "invalid-expression"
    case unknownName = "unknown-name"
    case impossibleAnswer = "impossible-answer"
    // Workflows
    case notArazzo = "not-arazzo"
    case unsupportedArazzo = "unsupported-arazzo"
    case missingSource = "missing-source"
    case duplicateName = "duplicate-name"
    case circularWorkflows = "circular-workflows"
    case valueNotKnownYet = "value-not-known-yet"
    // Pacts
    case notPact = "not-pact"
    case unsupportedPact = "unsupported-pact"
    case pactDisagreement = "pact-disagreement"
    // Recordings
    case unreadableRecording = "unreadable-recording"
    case driftedRecording = "drifted-recording"
    // Generated clients
    case clientUnexpressed = "client-unexpressed"
    case clientLeftOut = "client-left-out"

    /// How much it matters where nothing else says so.
    package var severity: Diagnostic.Severity {
        switch self {
        case .noSuchFile, .unreadable, .notUTF8, .tooLarge, .tooDeep, .yamlSyntax, .jsonSyntax, .duplicateKey,
            .notOpenAPI,
            .swagger2, .unsupportedVersion, .severalContracts, .refUnresolved, .refCircular, .refNetwork, .refOutside,
            .wrongType, .invalidSchema, .invalidExpression, .unknownName, .impossibleAnswer, .notArazzo,
            .unsupportedArazzo, .duplicateName, .circularWorkflows, .notPact, .pactDisagreement,
            .unreadableRecording:
            .error
        case .yamlSeveralDocuments, .yamlComplexKey, .yamlUnknownTag, .yamlNotJSON, .missingField, .unknownField,
            .invalidValue, .duplicateOperationID, .duplicateParameter, .pathTemplate, .pathParameter, .ambiguousPath,
            .parameterStyle, .invalidStatus, .unknownSecurityScheme, .unresolvedLink, .externalExample, .invalidExample,
            .incompletePair, .clientUnexpressed, .missingSource, .refMisplaced, .valueNotKnownYet,
            .unsupportedPact, .driftedRecording, .emptyType, .unsendableRequest:
            .warning
        case .unusedExample, .ignoredParameter, .noOperations, .clientLeftOut:
            .note
        }
    }
}
