// What a person can choose between on a product's card.

public import Foundation

/// One value of a selectable attribute.
public struct SelectableAttributeDataField: Hashable, Sendable {
    /// The ids of all items that have this value of this attribute, rising: several when there are several attributes.
    public let itemIds: [UInt64]
    /// The text shown.
    public let fieldValue: String
    /// Whether this is the chosen value.
    public let isRadioSelected: Bool
    /// Orders the values in the list, as in the back office: the oldest first.
    public let updatedAt: Date
}

/// An attribute whose value decides which variation is ordered.
public struct SelectableAttribute: Hashable, Sendable, Identifiable {
    /// The attribute's name: `Size`.
    public let id: String
    /// The main item's value, shown grey while nothing is chosen. It is never among the choices.
    public let placeholder: String?
    /// The choices, oldest first.
    public let fields: [SelectableAttributeDataField]

    /// The chosen value, if one is.
    public var selection: SelectableAttributeDataField? { fields.first(where: \.isRadioSelected) }
}

extension ItemGroup {
    /// The attributes that the variations have, in the order of the back office, with the choices marked.
    ///
    /// - Parameter choices: the chosen value by the attribute's name.
    func selectableAttributes(choices: [String: String]) -> [SelectableAttribute] {
        var offers: [String: [String: Offer]] = [:]
        for item in variations {
            for attribute in item.attributes {
                offers[attribute.name, default: [:]][attribute.value, default: Offer()].add(attribute, of: item.id)
            }
        }
        let placeholders = Dictionary(main.attributes.map { ($0.name, $0) }) { first, _ in first }
        let attributes = offers.map { name, values in
            let fields = values.map { value, offer in
                SelectableAttributeDataField(
                    itemIds: offer.itemIds, fieldValue: value, isRadioSelected: choices[name] == value,
                    updatedAt: offer.updatedAt)
            }
            return (
                age: (placeholders[name]?.updatedAt).map { min($0, fields.oldest) } ?? fields.oldest,
                attribute: SelectableAttribute(
                    id: name, placeholder: placeholders[name]?.value,
                    fields: fields.sorted { ($0.updatedAt, $0.fieldValue) < ($1.updatedAt, $1.fieldValue) })
            )
        }
        return attributes.sorted { ($0.age, $0.attribute.id) < ($1.age, $1.attribute.id) }.map(\.attribute)
    }

    private struct Offer {
        var itemIds: [UInt64] = []
        var updatedAt = Date.distantFuture

        mutating func add(_ attribute: CatalogItem.Attribute, of item: UInt64) {
            if itemIds.last != item { itemIds.append(item) }
            updatedAt = min(updatedAt, attribute.updatedAt)
        }
    }
}

extension [SelectableAttributeDataField] {
    fileprivate var oldest: Date { map(\.updatedAt).min() ?? .distantPast }
}
