// What a WordPress server sends, as the app keeps it.

import Foundation

extension WorkshopCategory {
    /// Nil for an id below 0, which no WordPress has.
    init?(_ category: GoldenSewing.Category) {
        guard let id = UInt64(exactly: category.id) else { return nil }
        self.init(id: id, name: HTMLText.decodingReferences(category.name), count: category.count)
    }
}

extension WorkshopPost {
    /// Nil for an id below 0, which no WordPress has. Whatever plugins leave out is left out here too.
    init?(_ post: GoldenSewing.Post) {
        guard let id = UInt64(exactly: post.id) else { return nil }
        self.init(
            id: id, title: HTMLText.plain(post.title.rendered),
            text: HTMLText.plain(post.content.rendered),
            modifiedAt: Self.moment(post.modifiedGMT) ?? .distantPast,
            categories: post.categories.compactMap { UInt64(exactly: $0) }, link: post.link)
        if let picture = post.betterFeaturedImage.value {
            image = picture.sourceURL
            thumbnail = picture.sourceURL
            if case .sizes(let sizes) = picture.mediaDetails?.sizes {
                thumbnail = (sizes.thumbnail ?? sizes.medium)?.sourceURL ?? picture.sourceURL
            }
        }
        if case .customFields(let fields) = post.acf {
            isBestOffer = fields.bestOffer.value ?? false
            attributes = (fields.attributes.value ?? []).map {
                Attribute(name: $0.name, values: $0.values)
            }
        }
    }

    /// A date-time without a zone, which is UTC's: `2026-09-20T18:08:00`.
    static func moment(_ text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
        return format.date(from: text)
    }
}
