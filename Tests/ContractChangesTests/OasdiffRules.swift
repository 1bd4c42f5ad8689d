// Changes that oasdiff calls an error, by the ids of its rules, each as the smallest contract before and after.

import Testing

/// A rule of oasdiff, the rule of ours that tells the same, and a change that falls under both.
struct OasdiffRule: CustomTestStringConvertible {
    let id: String
    let ours: String
    let frame: Frame
    let before: String
    let after: String

    init(_ id: String, _ ours: String, _ frame: Frame, _ before: String, _ after: String) {
        self.id = id
        self.ours = ours
        self.frame = frame
        self.before = before
        self.after = after
    }

    var testDescription: String { id }
}

extension OasdiffRule {
    static let all = requests + responses + outline

    private static let requests: [OasdiffRule] = [
        OasdiffRule(
            "request-parameter-max-decreased", "request-parameter-maximum-lowered", .requestParameter,
            "{type: integer, maximum: 10}", "{type: integer, maximum: 5}"),
        OasdiffRule(
            "request-body-max-decreased", "request-body-maximum-lowered", .requestBody, "{type: integer, maximum: 10}",
            "{type: integer, maximum: 5}"),
        OasdiffRule(
            "request-property-max-decreased", "request-property-maximum-lowered", .requestProperty,
            "{type: integer, maximum: 10}", "{type: integer, maximum: 5}"),
        OasdiffRule(
            "request-parameter-max-set", "request-parameter-maximum-added", .requestParameter, "{type: integer}",
            "{type: integer, maximum: 5}"),
        OasdiffRule(
            "request-body-max-set", "request-body-maximum-added", .requestBody, "{type: integer}",
            "{type: integer, maximum: 5}"),
        OasdiffRule(
            "request-property-max-set", "request-property-maximum-added", .requestProperty, "{type: integer}",
            "{type: integer, maximum: 5}"),
        OasdiffRule(
            "request-parameter-min-increased", "request-parameter-minimum-raised", .requestParameter,
            "{type: integer, minimum: 1}", "{type: integer, minimum: 5}"),
        OasdiffRule(
            "request-body-min-increased", "request-body-minimum-raised", .requestBody, "{type: integer, minimum: 1}",
            "{type: integer, minimum: 5}"),
        OasdiffRule(
            "request-property-min-increased", "request-property-minimum-raised", .requestProperty,
            "{type: integer, minimum: 1}", "{type: integer, minimum: 5}"),
        OasdiffRule(
            "request-parameter-min-set", "request-parameter-minimum-added", .requestParameter, "{type: integer}",
            "{type: integer, minimum: 5}"),
        OasdiffRule(
            "request-body-min-set", "request-body-minimum-added", .requestBody, "{type: integer}",
            "{type: integer, minimum: 5}"),
        OasdiffRule(
            "request-property-min-set", "request-property-minimum-added", .requestProperty, "{type: integer}",
            "{type: integer, minimum: 5}"),
        OasdiffRule(
            "request-parameter-exclusive-max-decreased", "request-parameter-maximum-lowered", .requestParameter,
            "{type: number, exclusiveMaximum: 10}", "{type: number, exclusiveMaximum: 5}"),
        OasdiffRule(
            "request-body-exclusive-max-decreased", "request-body-maximum-lowered", .requestBody,
            "{type: number, exclusiveMaximum: 10}", "{type: number, exclusiveMaximum: 5}"),
        OasdiffRule(
            "request-property-exclusive-max-decreased", "request-property-maximum-lowered", .requestProperty,
            "{type: number, exclusiveMaximum: 10}", "{type: number, exclusiveMaximum: 5}"),
        OasdiffRule(
            "request-parameter-exclusive-max-set", "request-parameter-maximum-added", .requestParameter,
            "{type: number}", "{type: number, exclusiveMaximum: 5}"),
        OasdiffRule(
            "request-body-exclusive-max-set", "request-body-maximum-added", .requestBody, "{type: number}",
            "{type: number, exclusiveMaximum: 5}"),
        OasdiffRule(
            "request-property-exclusive-max-set", "request-property-maximum-added", .requestProperty, "{type: number}",
            "{type: number, exclusiveMaximum: 5}"),
        OasdiffRule(
            "request-parameter-exclusive-min-increased", "request-parameter-minimum-raised", .requestParameter,
            "{type: number, exclusiveMinimum: 1}", "{type: number, exclusiveMinimum: 5}"),
        OasdiffRule(
            "request-body-exclusive-min-increased", "request-body-minimum-raised", .requestBody,
            "{type: number, exclusiveMinimum: 1}", "{type: number, exclusiveMinimum: 5}"),
        OasdiffRule(
            "request-property-exclusive-min-increased", "request-property-minimum-raised", .requestProperty,
            "{type: number, exclusiveMinimum: 1}", "{type: number, exclusiveMinimum: 5}"),
        OasdiffRule(
            "request-parameter-exclusive-min-set", "request-parameter-minimum-added", .requestParameter,
            "{type: number}", "{type: number, exclusiveMinimum: 5}"),
        OasdiffRule(
            "request-body-exclusive-min-set", "request-body-minimum-added", .requestBody, "{type: number}",
            "{type: number, exclusiveMinimum: 5}"),
        OasdiffRule(
            "request-property-exclusive-min-set", "request-property-minimum-added", .requestProperty, "{type: number}",
            "{type: number, exclusiveMinimum: 5}"),
        OasdiffRule(
            "request-parameter-max-length-decreased", "request-parameter-max-length-lowered", .requestParameter,
            "{type: string, maxLength: 10}", "{type: string, maxLength: 5}"),
        OasdiffRule(
            "request-body-max-length-decreased", "request-body-max-length-lowered", .requestBody,
            "{type: string, maxLength: 10}", "{type: string, maxLength: 5}"),
        OasdiffRule(
            "request-property-max-length-decreased", "request-property-max-length-lowered", .requestProperty,
            "{type: string, maxLength: 10}", "{type: string, maxLength: 5}"),
        OasdiffRule(
            "request-parameter-max-length-set", "request-parameter-max-length-added", .requestParameter,
            "{type: string}", "{type: string, maxLength: 5}"),
        OasdiffRule(
            "request-body-max-length-set", "request-body-max-length-added", .requestBody, "{type: string}",
            "{type: string, maxLength: 5}"),
        OasdiffRule(
            "request-property-max-length-set", "request-property-max-length-added", .requestProperty, "{type: string}",
            "{type: string, maxLength: 5}"),
        OasdiffRule(
            "request-parameter-min-length-increased", "request-parameter-min-length-raised", .requestParameter,
            "{type: string, minLength: 1}", "{type: string, minLength: 5}"),
        OasdiffRule(
            "request-body-min-length-increased", "request-body-min-length-raised", .requestBody,
            "{type: string, minLength: 1}", "{type: string, minLength: 5}"),
        OasdiffRule(
            "request-property-min-length-increased", "request-property-min-length-raised", .requestProperty,
            "{type: string, minLength: 1}", "{type: string, minLength: 5}"),
        OasdiffRule(
            "request-parameter-min-items-increased", "request-parameter-min-items-raised", .requestParameter,
            "{type: array, items: {type: integer}, minItems: 1}", "{type: array, items: {type: integer}, minItems: 5}"),
        OasdiffRule(
            "request-body-min-items-increased", "request-body-min-items-raised", .requestBody,
            "{type: array, items: {type: integer}, minItems: 1}", "{type: array, items: {type: integer}, minItems: 5}"),
        OasdiffRule(
            "request-property-min-items-increased", "request-property-min-items-raised", .requestProperty,
            "{type: array, items: {type: integer}, minItems: 1}", "{type: array, items: {type: integer}, minItems: 5}"),
        OasdiffRule(
            "request-parameter-min-items-set", "request-parameter-min-items-added", .requestParameter,
            "{type: array, items: {type: integer}}", "{type: array, items: {type: integer}, minItems: 5}"),
        OasdiffRule(
            "request-body-min-items-set", "request-body-min-items-added", .requestBody,
            "{type: array, items: {type: integer}}", "{type: array, items: {type: integer}, minItems: 5}"),
        OasdiffRule(
            "request-property-min-items-set", "request-property-min-items-added", .requestProperty,
            "{type: array, items: {type: integer}}", "{type: array, items: {type: integer}, minItems: 5}"),
        OasdiffRule(
            "request-parameter-max-items-decreased", "request-parameter-max-items-lowered", .requestParameter,
            "{type: array, items: {type: integer}, maxItems: 5}", "{type: array, items: {type: integer}, maxItems: 1}"),
        OasdiffRule(
            "request-parameter-pattern-added", "request-parameter-pattern-added", .requestParameter, "{type: string}",
            "{type: string, pattern: '^a'}"),
        OasdiffRule(
            "request-property-pattern-added", "request-property-pattern-added", .requestProperty, "{type: string}",
            "{type: string, pattern: '^a'}"),
        OasdiffRule(
            "request-parameter-became-enum", "request-parameter-enum-added", .requestParameter, "{type: string}",
            "{type: string, enum: [a, b]}"),
        OasdiffRule(
            "request-body-became-enum", "request-body-enum-added", .requestBody, "{type: string}",
            "{type: string, enum: [a, b]}"),
        OasdiffRule(
            "request-property-became-enum", "request-property-enum-added", .requestProperty, "{type: string}",
            "{type: string, enum: [a, b]}"),
        OasdiffRule(
            "request-parameter-enum-value-removed", "request-parameter-enum-value-removed", .requestParameter,
            "{type: string, enum: [a, b]}", "{type: string, enum: [a]}"),
        OasdiffRule(
            "request-body-enum-value-removed", "request-body-enum-value-removed", .requestBody,
            "{type: string, enum: [a, b]}", "{type: string, enum: [a]}"),
        OasdiffRule(
            "request-property-enum-value-removed", "request-property-enum-value-removed", .requestProperty,
            "{type: string, enum: [a, b]}", "{type: string, enum: [a]}"),
        OasdiffRule(
            "request-parameter-became-not-nullable", "request-parameter-became-not-nullable", .requestParameter,
            "{type: [string, 'null']}", "{type: string}"),
        OasdiffRule(
            "request-body-became-not-nullable", "request-body-became-not-nullable", .requestBody,
            "{type: [string, 'null']}", "{type: string}"),
        OasdiffRule(
            "request-property-became-not-nullable", "request-property-became-not-nullable", .requestProperty,
            "{type: [string, 'null']}", "{type: string}"),
        OasdiffRule(
            "request-parameter-type-changed", "request-parameter-type-changed", .requestParameter, "{type: boolean}",
            "{type: array}"),
        OasdiffRule(
            "request-body-type-changed", "request-body-type-changed", .requestBody, "{type: boolean}", "{type: array}"),
        OasdiffRule(
            "request-property-type-changed", "request-property-type-changed", .requestProperty, "{type: boolean}",
            "{type: array}"),
        OasdiffRule(
            "request-parameter-list-of-types-narrowed", "request-parameter-type-narrowed", .requestParameter,
            "{type: [string, boolean]}", "{type: string}"),
        OasdiffRule(
            "request-body-list-of-types-narrowed", "request-body-type-narrowed", .requestBody,
            "{type: [string, boolean]}", "{type: string}"),
        OasdiffRule(
            "request-property-list-of-types-narrowed", "request-property-type-narrowed", .requestProperty,
            "{type: [string, boolean]}", "{type: string}"),
        OasdiffRule(
            "request-body-const-added", "request-body-enum-added", .requestBody, "{type: string}",
            "{type: string, const: a}"),
        OasdiffRule(
            "request-property-const-added", "request-property-enum-added", .requestProperty, "{type: string}",
            "{type: string, const: a}"),
        OasdiffRule(
            "request-body-const-changed", "request-body-enum-value-removed", .requestBody, "{type: string, const: a}",
            "{type: string, const: b}"),
        OasdiffRule(
            "request-property-const-changed", "request-property-enum-value-removed", .requestProperty,
            "{type: string, const: a}", "{type: string, const: b}"),
        OasdiffRule(
            "request-body-one-of-removed", "request-body-one-of-removed", .requestBody,
            "{oneOf: [{type: string}, {type: boolean}, {type: array}]}", "{oneOf: [{type: string}, {type: boolean}]}"),
        OasdiffRule(
            "request-property-one-of-removed", "request-property-one-of-removed", .requestProperty,
            "{oneOf: [{type: string}, {type: boolean}, {type: array}]}", "{oneOf: [{type: string}, {type: boolean}]}"),
        OasdiffRule(
            "request-body-any-of-removed", "request-body-any-of-removed", .requestBody,
            "{anyOf: [{type: string}, {type: boolean}, {type: array}]}", "{anyOf: [{type: string}, {type: boolean}]}"),
        OasdiffRule(
            "request-property-any-of-removed", "request-property-any-of-removed", .requestProperty,
            "{anyOf: [{type: string}, {type: boolean}, {type: array}]}", "{anyOf: [{type: string}, {type: boolean}]}"),
        OasdiffRule(
            "request-body-all-of-added", "request-property-became-required", .requestBody,
            "{allOf: [{type: object, properties: {a: {type: string}}}]}",
            "{allOf: [{type: object, properties: {a: {type: string}}}, {required: [a]}]}"),
        OasdiffRule(
            "request-property-all-of-added", "request-property-became-required", .requestProperty,
            "{allOf: [{type: object, properties: {a: {type: string}}}]}",
            "{allOf: [{type: object, properties: {a: {type: string}}}, {required: [a]}]}"),
        OasdiffRule(
            "request-body-if-added", "request-body-condition-added", .requestBody, "{type: object}",
            "{type: object, if: {required: [a]}, then: {required: [b]}}"),
        OasdiffRule(
            "request-property-if-added", "request-property-condition-added", .requestProperty, "{type: object}",
            "{type: object, if: {required: [a]}, then: {required: [b]}}"),
        OasdiffRule(
            "request-body-contains-added", "request-body-contains-added", .requestBody,
            "{type: array, items: {type: integer}}", "{type: array, items: {type: integer}, contains: {const: 1}}"),
        OasdiffRule(
            "request-property-contains-added", "request-property-contains-added", .requestProperty,
            "{type: array, items: {type: integer}}", "{type: array, items: {type: integer}, contains: {const: 1}}"),
        OasdiffRule(
            "request-body-min-contains-increased", "request-body-min-contains-raised", .requestBody,
            "{type: array, items: {type: integer}, contains: {const: 1}}",
            "{type: array, items: {type: integer}, contains: {const: 1}, minContains: 2}"),
        OasdiffRule(
            "request-property-min-contains-increased", "request-property-min-contains-raised", .requestProperty,
            "{type: array, items: {type: integer}, contains: {const: 1}}",
            "{type: array, items: {type: integer}, contains: {const: 1}, minContains: 2}"),
        OasdiffRule(
            "request-body-max-contains-decreased", "request-body-max-contains-lowered", .requestBody,
            "{type: array, items: {type: integer}, contains: {const: 1}, maxContains: 3}",
            "{type: array, items: {type: integer}, contains: {const: 1}, maxContains: 2}"),
        OasdiffRule(
            "request-property-max-contains-decreased", "request-property-max-contains-lowered", .requestProperty,
            "{type: array, items: {type: integer}, contains: {const: 1}, maxContains: 3}",
            "{type: array, items: {type: integer}, contains: {const: 1}, maxContains: 2}"),
        OasdiffRule(
            "request-body-dependent-required-added", "request-body-dependent-required-added", .requestBody,
            "{type: object}", "{type: object, dependentRequired: {a: [b]}}"),
        OasdiffRule(
            "request-property-dependent-required-added", "request-property-dependent-required-added", .requestProperty,
            "{type: object}", "{type: object, dependentRequired: {a: [b]}}"),
        OasdiffRule(
            "request-body-dependent-schema-added", "request-property-schema-added", .requestBody, "{type: object}",
            "{type: object, dependentSchemas: {a: {required: [b]}}}"),
        OasdiffRule(
            "request-property-dependent-schema-added", "request-property-schema-added", .requestProperty,
            "{type: object}", "{type: object, dependentSchemas: {a: {required: [b]}}}"),
        OasdiffRule(
            "new-required-request-property", "request-property-added-required", .requestProperty, "{type: object}",
            "{type: object, properties: {a: {type: string}}, required: [a]}"),
        OasdiffRule(
            "new-required-request-property-with-default", "request-property-added-required", .requestProperty,
            "{type: object}", "{type: object, properties: {a: {type: string, default: x}}, required: [a]}"),
        OasdiffRule(
            "request-property-became-required", "request-property-became-required", .requestProperty,
            "{type: object, properties: {a: {type: string}}}",
            "{type: object, properties: {a: {type: string}}, required: [a]}"),
        OasdiffRule(
            "new-required-request-header-property", "request-property-added-required", .requestHeader, "{type: object}",
            "{type: object, properties: {a: {type: string}}, required: [a]}"),
        OasdiffRule(
            "request-header-property-became-required", "request-property-became-required", .requestHeader,
            "{type: object, properties: {a: {type: string}}}",
            "{type: object, properties: {a: {type: string}}, required: [a]}"),
        OasdiffRule(
            "request-header-property-became-enum", "request-property-enum-added", .requestHeader,
            "{type: object, properties: {a: {type: string}}}",
            "{type: object, properties: {a: {type: string, enum: [x]}}}"),
    ]

    private static let responses: [OasdiffRule] = [
        OasdiffRule(
            "response-body-max-increased", "response-body-maximum-raised", .responseBody, "{type: integer, maximum: 5}",
            "{type: integer, maximum: 10}"),
        OasdiffRule(
            "response-property-max-increased", "response-property-maximum-raised", .responseProperty,
            "{type: integer, maximum: 5}", "{type: integer, maximum: 10}"),
        OasdiffRule(
            "response-body-min-decreased", "response-body-minimum-lowered", .responseBody,
            "{type: integer, minimum: 5}", "{type: integer, minimum: 1}"),
        OasdiffRule(
            "response-property-min-decreased", "response-property-minimum-lowered", .responseProperty,
            "{type: integer, minimum: 5}", "{type: integer, minimum: 1}"),
        OasdiffRule(
            "response-body-exclusive-max-increased", "response-body-maximum-raised", .responseBody,
            "{type: number, exclusiveMaximum: 5}", "{type: number, exclusiveMaximum: 10}"),
        OasdiffRule(
            "response-property-exclusive-max-increased", "response-property-maximum-raised", .responseProperty,
            "{type: number, exclusiveMaximum: 5}", "{type: number, exclusiveMaximum: 10}"),
        OasdiffRule(
            "response-body-exclusive-min-decreased", "response-body-minimum-lowered", .responseBody,
            "{type: number, exclusiveMinimum: 5}", "{type: number, exclusiveMinimum: 1}"),
        OasdiffRule(
            "response-property-exclusive-min-decreased", "response-property-minimum-lowered", .responseProperty,
            "{type: number, exclusiveMinimum: 5}", "{type: number, exclusiveMinimum: 1}"),
        OasdiffRule(
            "response-body-max-length-increased", "response-body-max-length-raised", .responseBody,
            "{type: string, maxLength: 5}", "{type: string, maxLength: 10}"),
        OasdiffRule(
            "response-property-max-length-increased", "response-property-max-length-raised", .responseProperty,
            "{type: string, maxLength: 5}", "{type: string, maxLength: 10}"),
        OasdiffRule(
            "response-body-max-length-unset", "response-body-max-length-removed", .responseBody,
            "{type: string, maxLength: 5}", "{type: string}"),
        OasdiffRule(
            "response-property-max-length-unset", "response-property-max-length-removed", .responseProperty,
            "{type: string, maxLength: 5}", "{type: string}"),
        OasdiffRule(
            "response-body-min-length-decreased", "response-body-min-length-lowered", .responseBody,
            "{type: string, minLength: 5}", "{type: string, minLength: 1}"),
        OasdiffRule(
            "response-property-min-length-decreased", "response-property-min-length-lowered", .responseProperty,
            "{type: string, minLength: 5}", "{type: string, minLength: 1}"),
        OasdiffRule(
            "response-body-min-items-decreased", "response-body-min-items-lowered", .responseBody,
            "{type: array, items: {type: integer}, minItems: 5}", "{type: array, items: {type: integer}, minItems: 1}"),
        OasdiffRule(
            "response-property-min-items-decreased", "response-property-min-items-lowered", .responseProperty,
            "{type: array, items: {type: integer}, minItems: 5}", "{type: array, items: {type: integer}, minItems: 1}"),
        OasdiffRule(
            "response-body-min-items-unset", "response-body-min-items-removed", .responseBody,
            "{type: array, items: {type: integer}, minItems: 5}", "{type: array, items: {type: integer}}"),
        OasdiffRule(
            "response-property-min-items-unset", "response-property-min-items-removed", .responseProperty,
            "{type: array, items: {type: integer}, minItems: 5}", "{type: array, items: {type: integer}}"),
        OasdiffRule(
            "response-body-became-nullable", "response-body-became-nullable", .responseBody, "{type: string}",
            "{type: [string, 'null']}"),
        OasdiffRule(
            "response-property-became-nullable", "response-property-became-nullable", .responseProperty,
            "{type: string}", "{type: [string, 'null']}"),
        OasdiffRule(
            "response-body-type-changed", "response-body-type-changed", .responseBody, "{type: string}",
            "{type: boolean}"),
        OasdiffRule(
            "response-property-type-changed", "response-property-type-changed", .responseProperty, "{type: string}",
            "{type: boolean}"),
        OasdiffRule(
            "response-body-type-generalized", "response-body-type-widened", .responseBody, "{type: integer}",
            "{type: number}"),
        OasdiffRule(
            "response-property-type-generalized", "response-property-type-widened", .responseProperty,
            "{type: integer}", "{type: number}"),
        OasdiffRule(
            "response-body-list-of-types-widened", "response-body-type-widened", .responseBody, "{type: string}",
            "{type: [string, boolean]}"),
        OasdiffRule(
            "response-property-list-of-types-widened", "response-property-type-widened", .responseProperty,
            "{type: string}", "{type: [string, boolean]}"),
        OasdiffRule(
            "response-body-one-of-added", "response-body-one-of-added", .responseBody,
            "{oneOf: [{type: string}, {type: boolean}]}", "{oneOf: [{type: string}, {type: boolean}, {type: array}]}"),
        OasdiffRule(
            "response-property-one-of-added", "response-property-one-of-added", .responseProperty,
            "{oneOf: [{type: string}, {type: boolean}]}", "{oneOf: [{type: string}, {type: boolean}, {type: array}]}"),
        OasdiffRule(
            "response-body-any-of-added", "response-body-any-of-added", .responseBody,
            "{anyOf: [{type: string}, {type: boolean}]}", "{anyOf: [{type: string}, {type: boolean}, {type: array}]}"),
        OasdiffRule(
            "response-property-any-of-added", "response-property-any-of-added", .responseProperty,
            "{anyOf: [{type: string}, {type: boolean}]}", "{anyOf: [{type: string}, {type: boolean}, {type: array}]}"),
        OasdiffRule(
            "response-body-if-removed", "response-body-condition-removed", .responseBody,
            "{type: object, if: {required: [a]}, then: {required: [b]}}", "{type: object}"),
        OasdiffRule(
            "response-property-if-removed", "response-property-condition-removed", .responseProperty,
            "{type: object, if: {required: [a]}, then: {required: [b]}}", "{type: object}"),
        OasdiffRule(
            "response-body-contains-removed", "response-body-contains-removed", .responseBody,
            "{type: array, items: {type: integer}, contains: {const: 1}}", "{type: array, items: {type: integer}}"),
        OasdiffRule(
            "response-property-contains-removed", "response-property-contains-removed", .responseProperty,
            "{type: array, items: {type: integer}, contains: {const: 1}}", "{type: array, items: {type: integer}}"),
        OasdiffRule(
            "response-body-min-contains-decreased", "response-body-min-contains-lowered", .responseBody,
            "{type: array, items: {type: integer}, contains: {const: 1}, minContains: 2}",
            "{type: array, items: {type: integer}, contains: {const: 1}}"),
        OasdiffRule(
            "response-property-min-contains-decreased", "response-property-min-contains-lowered", .responseProperty,
            "{type: array, items: {type: integer}, contains: {const: 1}, minContains: 2}",
            "{type: array, items: {type: integer}, contains: {const: 1}}"),
        OasdiffRule(
            "response-body-max-contains-increased", "response-body-max-contains-raised", .responseBody,
            "{type: array, items: {type: integer}, contains: {const: 1}, maxContains: 2}",
            "{type: array, items: {type: integer}, contains: {const: 1}, maxContains: 3}"),
        OasdiffRule(
            "response-property-max-contains-increased", "response-property-max-contains-raised", .responseProperty,
            "{type: array, items: {type: integer}, contains: {const: 1}, maxContains: 2}",
            "{type: array, items: {type: integer}, contains: {const: 1}, maxContains: 3}"),
        OasdiffRule(
            "response-body-dependent-required-removed", "response-body-dependent-required-removed", .responseBody,
            "{type: object, dependentRequired: {a: [b]}}", "{type: object}"),
        OasdiffRule(
            "response-property-dependent-required-removed", "response-property-dependent-required-removed",
            .responseProperty, "{type: object, dependentRequired: {a: [b]}}", "{type: object}"),
        OasdiffRule(
            "response-property-enum-value-added", "response-property-enum-value-added", .responseProperty,
            "{type: string, enum: [a]}", "{type: string, enum: [a, b]}"),
        OasdiffRule(
            "response-property-became-optional", "response-property-became-optional", .responseProperty,
            "{type: object, properties: {a: {type: string}}, required: [a]}",
            "{type: object, properties: {a: {type: string}}}"),
        OasdiffRule(
            "response-required-property-removed", "response-property-removed-required", .responseProperty,
            "{type: object, properties: {a: {type: string}}, required: [a]}", "{type: object}"),
        OasdiffRule(
            "response-body-wrapped-in-one-of", "response-body-alternatives-restructured", .responseBody,
            "{type: object, properties: {a: {type: string}}, required: [a]}",
            "{oneOf: [{type: string}, {type: boolean}]}"),
        OasdiffRule(
            "response-header-became-nullable", "response-header-became-nullable", .responseHeader, "{type: string}",
            "{type: [string, 'null']}"),
        OasdiffRule(
            "response-header-type-changed", "response-header-type-changed", .responseHeader, "{type: integer}",
            "{type: array}"),
        OasdiffRule(
            "response-header-type-generalized", "response-header-type-widened", .responseHeader, "{type: integer}",
            "{type: number}"),
    ]

    private static let outline: [OasdiffRule] = [
        OasdiffRule(
            "api-path-removed-without-deprecation", "path-removed", .paths,
            "/a: {get: {responses: {'200': {description: d}}}}, /b: {get: {responses: {'200': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "api-path-removed-before-sunset", "path-removed-before-sunset", .paths,
            "/a: {get: {responses: {'200': {description: d}}}}, /b: {get: {deprecated: true, x-sunset: '2030-01-01', responses: {'200': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "api-path-sunset-parse", "sunset-invalid", .paths,
            "/a: {get: {responses: {'200': {description: d}}}}, /b: {get: {deprecated: true, x-sunset: 'soon', responses: {'200': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "api-removed-without-deprecation", "operation-removed", .paths,
            "/a: {get: {responses: {'200': {description: d}}}, put: {responses: {'200': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "api-removed-before-sunset", "operation-removed-before-sunset", .paths,
            "/a: {get: {responses: {'200': {description: d}}}, put: {deprecated: true, x-sunset: '2030-01-01', responses: {'200': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "api-deprecated-sunset-parse", "sunset-invalid", .paths,
            "/a: {get: {responses: {'200': {description: d}}}}",
            "/a: {get: {deprecated: true, x-sunset: soon, responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "sunset-deleted", "sunset-removed", .paths,
            "/a: {get: {deprecated: true, x-sunset: '2030-01-01', responses: {'200': {description: d}}}}",
            "/a: {get: {deprecated: true, responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "api-sunset-date-changed-too-small", "sunset-earlier", .paths,
            "/a: {get: {deprecated: true, x-sunset: '2030-01-01', responses: {'200': {description: d}}}}",
            "/a: {get: {deprecated: true, x-sunset: '2029-01-01', responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "api-security-removed", "security-alternative-removed", .paths,
            "/a: {get: {security: [{key: []}, {oauth: [read]}], responses: {'200': {description: d}}}}",
            "/a: {get: {security: [{key: []}], responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "api-security-scope-added", "security-scope-added", .paths,
            "/a: {get: {security: [{oauth: [read]}], responses: {'200': {description: d}}}}",
            "/a: {get: {security: [{oauth: [read, write]}], responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "new-required-request-parameter", "request-parameter-added-required", .paths,
            "/a: {get: {responses: {'200': {description: d}}}}",
            "/a: {get: {parameters: [{name: p, in: query, schema: {type: string}, required: true}], responses: {'200': {description: d}}}}"
        ),
        OasdiffRule(
            "request-parameter-became-required", "request-parameter-became-required", .paths,
            "/a: {get: {parameters: [{name: p, in: query, schema: {type: string}, required: false}], responses: {'200': {description: d}}}}",
            "/a: {get: {parameters: [{name: p, in: query, schema: {type: string}, required: true}], responses: {'200': {description: d}}}}"
        ),
        OasdiffRule(
            "request-parameter-removed-before-sunset", "request-parameter-removed-before-sunset", .paths,
            "/a: {get: {parameters: [{name: p, in: query, schema: {type: string}, deprecated: true, x-sunset: '2030-01-01'}], responses: {'200': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "request-parameter-sunset-parse", "request-parameter-sunset-invalid", .paths,
            "/a: {get: {parameters: [{name: p, in: query, schema: {type: string}, deprecated: true, x-sunset: soon}], responses: {'200': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "request-parameter-sunset-deleted", "request-parameter-sunset-removed", .paths,
            "/a: {get: {parameters: [{name: p, in: query, schema: {type: string}, deprecated: true, x-sunset: '2030-01-01'}], responses: {'200': {description: d}}}}",
            "/a: {get: {parameters: [{name: p, in: query, schema: {type: string}, deprecated: true}], responses: {'200': {description: d}}}}"
        ),
        OasdiffRule(
            "request-parameter-sunset-date-changed-too-small", "request-parameter-sunset-earlier", .paths,
            "/a: {get: {parameters: [{name: p, in: query, schema: {type: string}, deprecated: true, x-sunset: '2030-01-01'}], responses: {'200': {description: d}}}}",
            "/a: {get: {parameters: [{name: p, in: query, schema: {type: string}, deprecated: true, x-sunset: '2029-01-01'}], responses: {'200': {description: d}}}}"
        ),
        OasdiffRule(
            "new-required-request-default-parameter-to-existing-path", "request-parameter-added-required", .paths,
            "/a: {get: {responses: {'200': {description: d}}}}",
            "/a: {parameters: [{name: p, in: query, required: true, schema: {type: string}}], get: {responses: {'200': {description: d}}}}"
        ),
        OasdiffRule(
            "request-body-added-required", "request-body-added-required", .paths,
            "/a: {post: {responses: {'200': {description: d}}}}",
            "/a: {post: {requestBody: {required: true, content: {application/json: {schema: {type: object}}}}, responses: {'200': {description: d}}}}"
        ),
        OasdiffRule(
            "request-body-removed", "request-body-removed", .paths,
            "/a: {post: {requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'200': {description: d}}}}",
            "/a: {post: {responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "request-body-became-required", "request-body-became-required", .paths,
            "/a: {post: {requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'200': {description: d}}}}",
            "/a: {post: {requestBody: {required: true, content: {application/json: {schema: {type: object}}}}, responses: {'200': {description: d}}}}"
        ),
        OasdiffRule(
            "request-body-media-type-removed", "request-body-media-type-removed", .paths,
            "/a: {post: {requestBody: {content: {application/json: {}, text/plain: {}}}, responses: {'200': {description: d}}}}",
            "/a: {post: {requestBody: {content: {application/json: {}}}, responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "response-media-type-removed", "response-media-type-removed", .paths,
            "/a: {get: {responses: {'200': {description: d, content: {application/json: {}, text/plain: {}}}}}}",
            "/a: {get: {responses: {'200': {description: d, content: {application/json: {}}}}}}"),
        OasdiffRule(
            "response-success-status-removed", "response-success-status-removed", .paths,
            "/a: {get: {responses: {'200': {description: d}, '201': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "required-response-header-removed", "response-header-removed-required", .paths,
            "/a: {get: {responses: {'200': {description: d, headers: {X-A: {required: true, schema: {type: string}}}}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}"),
        OasdiffRule(
            "response-header-became-optional", "response-header-became-optional", .paths,
            "/a: {get: {responses: {'200': {description: d, headers: {X-A: {required: true, schema: {type: string}}}}}}}",
            "/a: {get: {responses: {'200': {description: d, headers: {X-A: {required: false, schema: {type: string}}}}}}}"
        ),
        OasdiffRule(
            "api-global-security-removed", "security-alternative-removed", .document,
            "security: [{key: []}, {oauth: [read]}]", "security: [{key: []}]"),
        OasdiffRule(
            "api-global-security-scope-added", "security-scope-added", .document, "security: [{oauth: [read]}]",
            "security: [{oauth: [read, write]}]"),
        OasdiffRule(
            "webhook-removed", "webhook-removed", .document,
            "webhooks: {a: {post: {responses: {'200': {description: d}}}}, b: {post: {responses: {'200': {description: d}}}}}",
            "webhooks: {a: {post: {responses: {'200': {description: d}}}}}"),
    ]
}
