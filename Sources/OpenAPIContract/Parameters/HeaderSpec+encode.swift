// The value of a response header as text.

import HTTPExchange
package import JSONValues

extension HeaderSpec {
    /// The field value that stands for a value, by the style `simple`, or by the header's media type.
    package func encode(_ value: JSON) -> String {
        if let content { return content.media?.kind == .json ? value.serialized() : value.wireText }
        return ParameterEncoder(name: name, style: .simple, explode: explode, isRaw: true).text(value)
    }
}
