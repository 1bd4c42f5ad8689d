// What a collection makes of a request.

import HTTPExchange
import JSONValues

/// What a collection makes of a request.
enum CollectionOutcome: Sendable {
    /// The examples speak: nothing has touched what the request is about.
    case asShown
    /// The success of the operation, with the resource as content where it fits; and the id of the resource that it is about.
    case success(JSON?, id: String?)
    case created(JSON, id: String?)
    case removed(JSON?, id: String)
    /// Whether nothing has touched the list.
    case listed(ListPage, isUntouched: Bool)
    case missing
    /// A request has removed it.
    case gone
    /// The request makes a condition that does not hold.
    case overtaken(EntityTag?)
    case taken
    case full(CollectionStore.Bound)
}
