// What an operation answers when all goes well.

package import OpenAPIContract

extension Operation {
    /// The status that says that all is well, and the response that it falls under: of `default` it is 200. Nil where the contract
    /// declares nothing but errors.
    package var success: (status: Int, declared: ResponseSpec)? {
        guard let declared = successResponse else { return nil }
        let status = declared.status == .any ? 200 : declared.status.representative
        return (200...299).contains(status) ? (status, declared) : nil
    }
}
