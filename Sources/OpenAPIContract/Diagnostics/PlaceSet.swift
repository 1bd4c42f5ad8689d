// Places that have been seen.

import JSONSchema

/// A set of places, by their hashes: a `Set` of them would have the runtime look through all conformances of the program first.
struct PlaceSet {
    private var places: [Int: [Place]] = [:]

    func contains(_ place: Place) -> Bool { places[place.hashValue]?.contains(place) ?? false }

    /// Whether it was not there yet.
    @discardableResult
    mutating func insert(_ place: Place) -> Bool {
        guard !contains(place) else { return false }
        places[place.hashValue, default: []].append(place)
        return true
    }

    mutating func remove(_ place: Place) { places[place.hashValue]?.removeAll { $0 == place } }
}
