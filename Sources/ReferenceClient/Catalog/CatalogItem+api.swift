// An item as the catalog's API says it.

import Foundation

extension CatalogItem {
    /// An item that knows no group yet. HTML entities of its texts are decoded.
    init(_ item: SelectableCatalog.Item) {
        self.init(
            id: item.id, name: HTMLText.decodingReferences(item.name),
            description: HTMLText.decodingReferences(item.description), price: item.price,
            photos: item.photos,
            attributes: item.attributes.map {
                Attribute(name: $0.name, value: $0.value, updatedAt: $0.updatedAt)
            },
            updatedAt: item.updatedAt, isContiguous: item.contiguous)
    }
}
