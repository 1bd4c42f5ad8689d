// Places that have been seen.

/// A set of places, by their hashes: a `Set` of them would have the runtime look through all conformances of the program first.
package struct PlaceSet {
    private var places: [Int: [Place]] = [:]

    package init() {}

    /// Whether that place was added.
    package func contains(_ place: Place) -> Bool { places[place.hashValue]?.contains(place) ?? false }

    /// Adds a place, and says whether it was not there yet.
    @discardableResult
    package mutating func insert(_ place: Place) -> Bool {
        guard !contains(place) else { return false }
        places[place.hashValue, default: []].append(place)
        return true
    }

    /// Takes a place out, if it is there.
    package mutating func remove(_ place: Place) { places[place.hashValue]?.removeAll { $0 == place } }
}
