// One HTTP response as a value.

package import HTTPTypes

/// A response with its whole body.
package struct Response: Hashable, Sendable {
    /// 100 to 599.
    package var status: Int
    /// In the order in which they are sent.
    package var headers: HTTPFields
    /// The content, without transfer codings.
    package var body: [UInt8]

    package init(status: Int, headers: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
