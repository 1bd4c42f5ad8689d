// Changes of answers and of the outline that oasdiff calls an error.

extension OasdiffRule {
    static let responses: [OasdiffRule] = [
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

    static let outline: [OasdiffRule] = [
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
