// Adds to a request what its operation does not declare: credentials, or a parameter of someone else's making.

import JSONValues
import HTTPExchange
import HTTPTypes

extension Request {
    /// Puts a value where requests carry values by name. In the query it comes last; a header of that name is replaced, and so
    /// is a cookie. What cannot be a header's name is left out, and so is a value for the path, which has no place of its own.
    package mutating func add(_ name: String, _ value: String, in location: Parameter.Location) {
        switch location {
        case .path: break
        case .query, .querystring:
            let pair = Percent.encoded(name) + "=" + Percent.encoded(value)
            target += (query == nil ? "?" : query?.isEmpty == true ? "" : "&") + pair
        case .header:
            if let field = HTTPField.Name(name) { headers[field] = value }
        case .cookie:
            let others = headers[values: .cookie].flatMap { $0.split(separator: ";") }
                .map { $0.drop { $0 == " " } }.filter { $0.prefix { $0 != "=" } != name }
            headers[.cookie] = (others.map(String.init) + ["\(name)=\(value)"]).joined(separator: "; ")
        }
    }
}
