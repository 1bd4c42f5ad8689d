// HTTP Archive 1.2: recorded exchanges, as browsers, proxies and test tools write them.

package import JSONValues
import JSONSchema
import HTTPExchange

/// A recording ([HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/#log)). What the format does not name, and every member that
/// begins with `_`, is kept where it stood.
package struct HAR: Hashable, Sendable {
    package var version: String
    package var creator: Software
    package var browser: Software?
    /// As they stood: pages are not looked into.
    package var pages: [JSON]
    package var entries: [Entry]
    package var comment: String?
    /// Other members of `log`.
    package var others: JSONObject
    /// Members beside `log`.
    package var beside: JSONObject

    package init(
        version: String = "1.2", creator: Software, browser: Software? = nil, pages: [JSON] = [], entries: [Entry] = [],
        comment: String? = nil, others: JSONObject = [:], beside: JSONObject = [:]
    ) {
        self.version = version
        self.creator = creator
        self.browser = browser
        self.pages = pages
        self.entries = entries
        self.comment = comment
        self.others = others
        self.beside = beside
    }

    /// Who wrote the file ([creator](http://www.softwareishard.com/blog/har-12-spec/#creator), browser).
    package struct Software: Hashable, Sendable {
        package var name: String
        package var version: String
        package var others: JSONObject

        package init(name: String, version: String, others: JSONObject = [:]) {
            self.name = name
            self.version = version
            self.others = others
        }
    }

    /// A name and a value, as [fields](http://www.softwareishard.com/blog/har-12-spec/#headers), cookies and queries have them.
    package struct Pair: Hashable, Sendable {
        package var name: String
        package var value: String
        package var others: JSONObject

        package init(name: String, value: String, others: JSONObject = [:]) {
            self.name = name
            self.value = value
            self.others = others
        }
    }

    /// One exchange.
    package struct Entry: Hashable, Sendable {
        /// RFC 3339, as it stood; nil where it is missing.
        package var started: String?
        /// Milliseconds.
        package var time: JSONNumber?
        package var request: Message.Request
        package var response: Message.Response
        package var timings: Timings
        /// As the entry has it.
        package var serverIPAddress: String?
        /// An id of the connection, which HAR gives no form.
        package var connection: String?
        /// `pageref`: the id of an element of `pages`.
        package var page: String?
        /// For people.
        package var comment: String?
        /// `cache` among them.
        package var others: JSONObject

        package init(
            started: String?, time: JSONNumber? = nil, request: Message.Request, response: Message.Response,
            timings: Timings = Timings(), serverIPAddress: String? = nil, connection: String? = nil,
            page: String? = nil, comment: String? = nil, others: JSONObject = [:]
        ) {
            self.started = started
            self.time = time
            self.request = request
            self.response = response
            self.timings = timings
            self.serverIPAddress = serverIPAddress
            self.connection = connection
            self.page = page
            self.comment = comment
            self.others = others
        }
    }

    /// Milliseconds ([timings](http://www.softwareishard.com/blog/har-12-spec/#timings)); nil for what did not take place, which is written
    /// as -1.
    package struct Timings: Hashable, Sendable {
        package var blocked: JSONNumber?
        package var dns: JSONNumber?
        package var connect: JSONNumber?
        package var ssl: JSONNumber?
        package var send: JSONNumber?
        package var wait: JSONNumber?
        package var receive: JSONNumber?
        package var others: JSONObject

        package init(
            blocked: JSONNumber? = nil, dns: JSONNumber? = nil, connect: JSONNumber? = nil, ssl: JSONNumber? = nil,
            send: JSONNumber? = nil, wait: JSONNumber? = nil, receive: JSONNumber? = nil, others: JSONObject = [:]
        ) {
            self.blocked = blocked
            self.dns = dns
            self.connect = connect
            self.ssl = ssl
            self.send = send
            self.wait = wait
            self.receive = receive
            self.others = others
        }
    }

    /// The two halves of an exchange.
    package enum Message {
        /// [request](http://www.softwareishard.com/blog/har-12-spec/#request)
        package struct Request: Hashable, Sendable {
            package var method: String
            /// Absolute.
            package var url: String
            package var httpVersion: String
            package var cookies: [Pair]
            /// As they were sent, those of HTTP/2 that begin with a colon among them.
            package var headers: [Pair]
            package var query: [Pair]
            package var body: Body?
            package var headersSize: JSONNumber?
            package var bodySize: JSONNumber?
            package var others: JSONObject
        }

        /// [response](http://www.softwareishard.com/blog/har-12-spec/#response)
        package struct Response: Hashable, Sendable {
            /// 0 where there was no answer.
            package var status: Int
            package var statusText: String
            package var httpVersion: String
            package var cookies: [Pair]
            package var headers: [Pair]
            package var body: Body
            package var redirectURL: String
            package var headersSize: JSONNumber?
            package var bodySize: JSONNumber?
            package var others: JSONObject
        }

        /// [postData](http://www.softwareishard.com/blog/har-12-spec/#postData) and
        /// [content](http://www.softwareishard.com/blog/har-12-spec/#content).
        package struct Body: Hashable, Sendable {
            package var mimeType: String
            package var content: Content
            /// Of a form, where it was taken apart.
            package var parameters: [Pair]
            package var size: JSONNumber?
            package var others: JSONObject

            /// What the file has of the body.
            package enum Content: Hashable, Sendable {
                /// Not in the file, whatever was sent.
                case missing
                case bytes([UInt8])
                /// Told to be base64, and none.
                case unreadable(text: String, encoding: String)
            }

            /// Nil where they are not in the file.
            package var bytes: [UInt8]? { if case .bytes(let bytes) = content { bytes } else { nil } }
        }
    }
}
