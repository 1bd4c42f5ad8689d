// The keys of objects that are made one after the other.

/// Gives the objects of one text their keys: those with the same names in the same order get the same ones.
package struct JSONSharedKeys {
    /// By the hash of all names.
    private var known: [Int: JSONKeys] = [:]
    /// Of the names last asked for.
    private var hashes: [UInt32] = []

    package init() {}

    /// Nil where a name stands twice.
    package mutating func keys(_ names: ArraySlice<String>) -> JSONKeys? {
        hashes.removeAll(keepingCapacity: true)
        var hash = JSONShapes.emptyHash
        for name in names {
            hashes.append(JSONHash.standard(name))
            hash = JSONHash.combine(hash, hashes[hashes.count - 1])
        }
        if let keys = known[Int(hash)], keys.names.elementsEqual(names, by: sameUTF8) { return keys }
        let keys = JSONKeys(names, hashes: hashes)
        known[Int(hash)] = keys
        return keys
    }
}
