// The changes of a contract's outline: operations, parameters, bodies, responses, security.

/// The raw value is the rule's id.
enum OutlineChange: String, CaseIterable {
    case operationAdded = "operation-added"
    case pathRemoved = "path-removed"
    case pathRemovedBeforeSunset = "path-removed-before-sunset"
    case pathRemovedAfterDeprecation = "path-removed-after-deprecation"
    case operationRemoved = "operation-removed"
    case operationRemovedBeforeSunset = "operation-removed-before-sunset"
    case operationRemovedAfterDeprecation = "operation-removed-after-deprecation"
    case operationIDChanged = "operation-id-changed"
    case operationDeprecated = "operation-deprecated"
    case operationReactivated = "operation-reactivated"
    case sunsetRemoved = "sunset-removed"
    case sunsetEarlier = "sunset-earlier"
    case sunsetInvalid = "sunset-invalid"

    case serverAdded = "server-added"
    case serverRemoved = "server-removed"
    case webhookAdded = "webhook-added"
    case webhookRemoved = "webhook-removed"
    case callbackAdded = "callback-added"
    case callbackRemoved = "callback-removed"

    case securityAdded = "security-added"
    case securityRemoved = "security-removed"
    case securityAlternativeAdded = "security-alternative-added"
    case securityAlternativeRemoved = "security-alternative-removed"
    case securityScopeAdded = "security-scope-added"
    case securityScopeRemoved = "security-scope-removed"
    case securitySchemeChanged = "security-scheme-changed"

    case parameterAddedRequired = "request-parameter-added-required"
    case parameterAddedOptional = "request-parameter-added-optional"
    case parameterRemoved = "request-parameter-removed"
    case parameterRemovedBeforeSunset = "request-parameter-removed-before-sunset"
    case parameterRemovedAfterDeprecation = "request-parameter-removed-after-deprecation"
    case parameterBecameRequired = "request-parameter-became-required"
    case parameterBecameOptional = "request-parameter-became-optional"
    case parameterSerializationChanged = "request-parameter-serialization-changed"
    case parameterMayNotBeEmpty = "request-parameter-may-not-be-empty"
    case parameterSunsetRemoved = "request-parameter-sunset-removed"
    case parameterSunsetEarlier = "request-parameter-sunset-earlier"
    case parameterSunsetInvalid = "request-parameter-sunset-invalid"

    case bodyAddedRequired = "request-body-added-required"
    case bodyAddedOptional = "request-body-added-optional"
    case bodyRemoved = "request-body-removed"
    case bodyBecameRequired = "request-body-became-required"
    case bodyBecameOptional = "request-body-became-optional"
    case bodyMediaTypeAdded = "request-body-media-type-added"
    case bodyMediaTypeRemoved = "request-body-media-type-removed"
    case bodyEncodingChanged = "request-body-encoding-changed"

    case successAdded = "response-success-status-added"
    case successRemoved = "response-success-status-removed"
    case errorAdded = "response-error-status-added"
    case errorRemoved = "response-error-status-removed"
    case responseMediaTypeAdded = "response-media-type-added"
    case responseMediaTypeRemoved = "response-media-type-removed"
    case responseMediaTypeParametersChanged = "response-media-type-parameters-changed"
    case responseEncodingChanged = "response-body-encoding-changed"
    case headerAdded = "response-header-added"
    case requiredHeaderRemoved = "response-header-removed-required"
    case optionalHeaderRemoved = "response-header-removed-optional"
    case headerBecameOptional = "response-header-became-optional"
    case headerBecameRequired = "response-header-became-required"
    case headerSerializationChanged = "response-header-serialization-changed"
    case linkRemoved = "response-link-removed"

    case comparisonCut = "comparison-incomplete"

    var severity: ChangeSeverity {
        switch self {
        case .pathRemoved, .pathRemovedBeforeSunset, .operationRemoved, .operationRemovedBeforeSunset, .sunsetRemoved,
            .sunsetEarlier, .sunsetInvalid, .webhookRemoved, .callbackRemoved, .securityAdded,
            .securityAlternativeRemoved, .securityScopeAdded, .securitySchemeChanged, .parameterAddedRequired,
            .parameterRemovedBeforeSunset, .parameterBecameRequired, .parameterSerializationChanged,
            .parameterMayNotBeEmpty, .parameterSunsetRemoved, .parameterSunsetEarlier, .parameterSunsetInvalid,
            .bodyAddedRequired, .bodyRemoved, .bodyBecameRequired, .bodyMediaTypeRemoved, .bodyEncodingChanged,
            .successRemoved, .responseMediaTypeRemoved, .responseEncodingChanged, .requiredHeaderRemoved,
            .headerBecameOptional, .headerSerializationChanged:
            .breaking
        case .operationIDChanged, .serverRemoved, .parameterRemoved, .errorRemoved,
            .responseMediaTypeParametersChanged, .linkRemoved, .optionalHeaderRemoved, .comparisonCut:
            .warning
        case .operationAdded, .pathRemovedAfterDeprecation, .operationRemovedAfterDeprecation, .operationDeprecated,
            .operationReactivated, .serverAdded, .webhookAdded, .callbackAdded, .securityRemoved,
            .securityAlternativeAdded, .securityScopeRemoved, .parameterAddedOptional,
            .parameterRemovedAfterDeprecation, .parameterBecameOptional,
            .bodyAddedOptional, .bodyBecameOptional, .bodyMediaTypeAdded, .successAdded, .errorAdded,
            .responseMediaTypeAdded, .headerAdded, .headerBecameRequired:
            .note
        }
    }
}
