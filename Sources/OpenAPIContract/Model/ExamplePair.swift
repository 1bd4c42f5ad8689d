// Examples of one name, on parameters, body and response, are one exchange.

package import JSONValues

/// A request and the response that answers it, put together from examples of one name.
package struct ExamplePair: Sendable {
    /// The name that its examples share.
    package let name: String
    /// The parameters that have an example of this name; the others are absent from the request.
    package let parameters: [(parameter: Parameter, value: JSON)]
    /// What the request sends; nil for a request without content.
    package let body: (media: MediaType, value: JSON)?
    /// Of the response.
    package let status: Int
    /// The declared response that `status` falls under.
    package let declared: ResponseSpec
    /// Nil for a response without content.
    package let response: (media: MediaType, value: JSON)?
    /// Whether every parameter of the path has a value: only then is it a request that can be sent. One that is not still says
    /// what answers to its body, whatever the path.
    package let isWhole: Bool
    /// The response's headers that have an example of this name.
    package let headers: [(header: HeaderSpec, value: JSON)]
}
