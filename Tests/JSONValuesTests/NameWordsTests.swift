// Names are compared by their letters, and plurals have one singular everywhere.

import JSONValues
import Testing

@Suite struct NameWordsTests {
    @Test(arguments: [
        ("variants", "variant"), ("categories", "category"), ("boxes", "box"), ("addresses", "address"),
        ("branches", "branch"), ("status", "status"), ("statuses", "status"), ("bus", "bus"), ("buses", "bus"),
        ("series", "series"), ("news", "news"), ("data", "data"), ("analysis", "analysis"), ("movies", "movie"),
        ("ties", "tie"), ("caches", "cache"), ("houses", "house"), ("shoes", "shoe"), ("people", "person"),
        ("children", "child"), ("ids", "id"), ("skus", "sku"), ("sms", "sms"), ("aliases", "alias"), ("alias", "alias"),
        ("olives", "olive"), ("abuses", "abuse"), ("bookshelves", "bookshelf"), ("pet", "pet"), ("", ""), ("s", "s"),
    ])
    func nounsHaveASingular(_ plural: String, _ singular: String) {
        #expect(EnglishNoun.singular(of: plural) == singular)
    }

    @Test(arguments: [
        ("order_statuses", "order_status"), ("orderstatuses", "orderstatus"), ("user_ids", "user_id"),
        ("Categories", "Category"), ("SKUs", "SKU"), ("People", "Person"), ("line-items", "line-item"),
        ("v2", "v2"), ("items2", "items2"),
    ])
    func namesEndInANoun(_ plural: String, _ singular: String) { #expect(EnglishNoun.singular(of: plural) == singular) }

    @Test(arguments: ["pet_id", "petId", "Pet-ID", "PET.ID"])
    func stylesOfNamesAreOne(_ name: String) { #expect(name.comparableName == "petid") }
}
