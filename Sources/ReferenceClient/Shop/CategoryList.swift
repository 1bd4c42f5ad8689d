// The shop's categories, by gender.

/// Categories in the order in which a screen lists them.
public struct CategoryList: Hashable, Sendable {
    /// The categories of one gender.
    public struct Group: Hashable, Sendable {
        /// The shop's word: `women`.
        public let gender: String
        /// As the server orders them.
        public let categories: [SneakerShop.Category]
    }

    /// Women, men, kids, then whatever else the shop thinks of by name.
    public let groups: [Group]

    init(_ categories: [String: [SneakerShop.Category]]) {
        let known = ["women", "men", "kids"]
        groups =
            categories
            .map { Group(gender: $0.key, categories: $0.value) }
            .sorted { left, right in
                let places = [left, right].map { known.firstIndex(of: $0.gender) ?? known.count }
                return (places[0], left.gender) < (places[1], right.gender)
            }
    }
}
