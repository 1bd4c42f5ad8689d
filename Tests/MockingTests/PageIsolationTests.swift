// Pages of the mock are shown in an origin of their own, and nothing else is.

import HTTPExchange
import HTTPTypes
import OpenAPIContract
import Testing

@testable import Mocking

@Suite struct PageIsolationTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Pages, version: '1'}
        paths:
          /html: {get: {responses: {'200': {description: OK, content: {text/html; charset=utf-8: {schema: {type: string}, example: <p>}}}}}}
          /svg: {get: {responses: {'200': {description: OK, content: {image/svg+xml: {schema: {type: string}, example: <svg/>}}}}}}
          /json: {get: {responses: {'200': {description: OK, content: {application/json: {example: {}}}}}}}
          /text: {get: {responses: {'200': {description: OK, content: {text/plain: {schema: {type: string}, example: <p>}}}}}}
          /stated:
            get:
              responses:
                '200':
                  description: OK
                  headers: {Content-Security-Policy: {schema: {type: string}, example: default-src 'self'}}
                  content: {text/html: {schema: {type: string}, example: <p>}}
        """

    @Test(
        arguments: [
            ("/html", "sandbox"), ("/svg", "sandbox"), ("/json", nil), ("/text", nil),
            ("/stated", "default-src 'self'"),
        ] as [(String, String?)])
    func aPageIsOfAnOriginOfItsOwn(target: String, start: String?) throws {
        let mock = Mock(try #require(Contract.load(files: ["openapi.yaml": Self.contract]).contract))
        let response = mock.answer(Request(method: .get, target: target)).response.response
        #expect(response.status == 200)
        let policy = response.headers[.contentSecurityPolicy]
        #expect(policy.map { $0.hasPrefix(start ?? "-") } ?? (start == nil))
        #expect(policy?.contains("allow-same-origin") != true)
    }
}
