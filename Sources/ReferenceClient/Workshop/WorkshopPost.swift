// What the app keeps of the workshop's site: categories and posts, their HTML already turned into text.

public import Foundation

/// A category of the workshop's works.
public struct WorkshopCategory: Hashable, Sendable, Codable, Identifiable {
    /// WordPress's id.
    public var id: UInt64
    /// Plain text.
    public var name: String
    /// How many posts the server counts in it.
    public var count: Int

    /// A category as the app shows it.
    public init(id: UInt64, name: String, count: Int) {
        self.id = id
        self.name = name
        self.count = count
    }
}

/// One work of the workshop.
public struct WorkshopPost: Hashable, Sendable, Codable, Identifiable {
    /// One attribute of a work: its cloth, its sizes, its inlay.
    public struct Attribute: Hashable, Sendable, Codable {
        /// The plugin's word: `cloth`, `product`, `inlay`…
        public var name: String
        /// In the order of the site.
        public var values: [String]

        /// An attribute as the site has it.
        public init(name: String, values: [String]) {
            self.name = name
            self.values = values
        }
    }

    /// WordPress's id, and the article number that a person searches by.
    public var id: UInt64
    /// Plain text.
    public var title: String
    /// Plain text; paragraphs are separated by line ends.
    public var text: String
    /// When the post was last changed on the site.
    public var modifiedAt: Date
    /// The ids of its categories.
    public var categories: [UInt64]
    /// Its page on the site.
    public var link: URL?
    /// The small picture for lists.
    public var thumbnail: URL?
    /// The picture for its own page.
    public var image: URL?
    /// Whether the workshop recommends it.
    public var isBestOffer: Bool
    /// What it is made of, and in which sizes.
    public var attributes: [Attribute]

    /// A post without pictures and attributes, unless they are given.
    public init(
        id: UInt64, title: String, text: String = "", modifiedAt: Date, categories: [UInt64], link: URL? = nil,
        thumbnail: URL? = nil, image: URL? = nil, isBestOffer: Bool = false, attributes: [Attribute] = []
    ) {
        self.id = id
        self.title = title
        self.text = text
        self.modifiedAt = modifiedAt
        self.categories = categories
        self.link = link
        self.thumbnail = thumbnail
        self.image = image
        self.isBestOffer = isBestOffer
        self.attributes = attributes
    }
}
