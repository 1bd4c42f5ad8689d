// One HTTP response as a value.

package import HTTPTypes

/// A response with its whole body.
package struct Response: Hashable, Sendable {
    package var status: Int
    package var headers: HTTPFields
    package var body: [UInt8]

    package init(status: Int, headers: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
