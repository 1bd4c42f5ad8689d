// The request that is shown for an operation: one that this mock answers well.

package import HTTPExchange
import JSONSchema
package import OpenAPIContract
import Sampling

extension Mock {
    /// A request that goes well: by the contract's examples, else with values that fit its schemas.
    package func typicalRequest(of operation: Operation) -> Request {
        contract.exampleRequest(of: operation) { Sampler($0, direction: .request).sample(seed: 0).value }
    }
}
