// Computed lists that are looked through more than once.

import JSONValues
import Synchronization

/// A computed list that has a name, so that it may be asked for again and again. It finds its elements, by themselves or by the value of
/// a field, with an index that is made when it is first asked.
package final class KeptList: Sendable {
    let values: [CELValue]
    /// Few enough to be looked through.
    private let indexes = Mutex<[RowIndex]>([])

    /// Shorter lists are looked through as fast as an index of them is made.
    static let least = 8

    init(_ values: [CELValue]) { self.values = values }

    /// The positions, in order, of the elements of which this field, or which themselves where there is none, equal the value as CEL's
    /// `==` has it. Nil where an index cannot tell.
    func positions(where field: JSONMemberName?, equals value: CELValue) -> [Int]? {
        indexes.withLock { indexes in
            if let known = indexes.first(where: { $0.isOf(field) }) { return known.positions(of: value) }
            let index = RowIndex(values, by: field)
            indexes.append(index)
            return index.positions(of: value)
        }
    }
}

extension CELValue {
    /// The same, in a form that pays where it is looked through more than once.
    var kept: CELValue {
        guard case .list(.values(let values)) = self, values.count >= KeptList.least else { return self }
        return .list(.kept(KeptList(values)))
    }
}
