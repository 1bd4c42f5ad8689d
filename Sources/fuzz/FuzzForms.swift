// What must hold for any bytes that come as a form.

import HTTPExchange
import HTTPTypes
import OpenAPIContract

func fuzzForms(_ bytes: UnsafeBufferPointer<UInt8>, type: String) {
    let request = Request(method: .post, target: "/a", headers: [.contentType: type], body: Array(bytes))
    guard let contract, case .judged(let judged) = contract.judge(request) else {
        preconditionFailure("the operation is not found")
    }
    for violation in judged.violations { precondition(!violation.message.isEmpty && !violation.expected.isEmpty) }
    precondition(judged.violations.count < 1_000, "a violation for each field")
    // The same bytes mean the same.
    guard case .judged(let again) = contract.judge(request) else { return }
    precondition(again.violations.map(\.found) == judged.violations.map(\.found))
}

private let contract = Contract.load(files: [
    "openapi.yaml": """
    openapi: 3.1.0
    info: {title: Forms, version: '1'}
    paths:
      /a:
        post:
          requestBody:
            content:
              application/x-www-form-urlencoded: &form
                schema: &schema
                  type: object
                  required: [a]
                  properties:
                    a: {type: integer}
                    list: {type: array, items: {type: integer}}
                    joined: {type: array, items: {type: integer}}
                    deep: {type: object, properties: {x: {type: boolean}, y: {type: array, items: {type: string}}}}
                    objects: {type: array, items: {type: object, properties: {n: {type: integer}}}}
                    file: {type: string, format: binary, maxLength: 100}
                  additionalProperties: {type: string, maxLength: 10}
                encoding: {joined: {style: form, explode: false}, file: {contentType: 'image/png, text/*'}}
              multipart/form-data: {schema: *schema}
          responses: {'200': {description: Fine.}}
    """
]).contract
