// The words that texts are made of.

enum Vocabulary {
    static let firstNames = words(
        "Anna Ben Clara David Elena Felix Greta Hugo Ines Jonas Klara Leo Maria Noah Olga Paul Rosa Simon Tara Viktor")
    static let lastNames = words(
        "Adler Berg Costa Dubois Egorov Fischer Garcia Hansen Ivanova Jansen Keller Lang Moreau Novak Olsen Petrov Rossi"
    )
    static let nouns = words(
        "sneaker jacket lamp notebook backpack chair bottle camera scarf watch teapot bicycle blanket mirror basket"
            + " cushion kettle guitar helmet ladder")
    static let qualities = words(
        "blue classic light modern soft warm sturdy compact quiet bright simple fine round green early plain")
    static let colours = words("black white red blue green grey yellow brown")
    static let sizes = words("S M L XL 38 39 40 41 42 43 44")
    static let words = words(
        "a the of with for and made from wool linen cotton steel wood every day light long short good new hand by in our"
            + " small workshop fits well keeps warm dry easy to clean ships within two days comes three colours")
    static let streets = ["Main Street", "Station Road", "Mill Lane", "Park Avenue", "Harbour Street", "Church Row"]
    static let places: [(city: String, country: String, code: String)] = [
        ("Berlin", "Germany", "DE"), ("Kyiv", "Ukraine", "UA"), ("Lisbon", "Portugal", "PT"), ("Oslo", "Norway", "NO"),
        ("Toronto", "Canada", "CA"), ("Kyoto", "Japan", "JP"), ("Dublin", "Ireland", "IE"), ("Turin", "Italy", "IT"),
    ]

    /// Names that no schema is likely to know, the shortest first.
    static let unknownNames = ["x", "extra", "unexpected", "_", "0", "X-1", "é", "unexpected member"]

    private static func words(_ list: String) -> [String] { list.split(separator: " ").map(String.init) }
}
