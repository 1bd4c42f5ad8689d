// The nearest request, without what a mock's contract says to be secret.

package import Journals
import OpenAPIContract

extension JournalFilter {
    /// The entry that has most of what is asked for, what it lacks, and how to mend that. Secrets are hidden.
    package func nearest(in entries: [JournalEntry], of mock: Mock) -> String? {
        nearest(in: entries, Redaction(mock.contract))
    }
}
