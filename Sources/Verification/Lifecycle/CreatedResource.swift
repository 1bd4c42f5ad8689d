// A resource that a scenario has created.

import JSONValues
import VerificationReports

/// A resource that has been created.
struct CreatedResource {
    /// Of its path's parameters, the id last.
    let values: [JSON]
    let result: CaseResult
    let draft: Draft

    var id: JSON { values.last ?? .null }
    /// What it was created beneath.
    var scope: ArraySlice<JSON> { values.dropLast() }
}
