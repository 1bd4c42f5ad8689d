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
}
