// A list of product previews as the sneaker shop answers them, the same at every run.

import JSONValues

enum ProductPreviews {
    /// An array of previews of at least that many bytes.
    static func text(bytes: Int) -> [UInt8] {
        var generator = SplitMix64(state: 7)
        var previews: [JSON] = []
        var size = 2
        while size < bytes {
            let preview = preview(&generator)
            size += preview.serialized().utf8.count + 1
            previews.append(preview)
        }
        return Array(JSON.array(previews).serialized().utf8)
    }

    private static func preview(_ generator: inout SplitMix64) -> JSON {
        let brand = ["Adidas", "Nike", "New Balance", "Puma", "Кеды «Скороход»"].randomElement(using: &generator) ?? ""
        let model = ["Runner", "Gazelle", "Classic", "Air", "Street \"Low\""].randomElement(using: &generator) ?? ""
        let words = [
            "light", "leather", "suede", "waterproof", "for everyday use", "with a soft sole", "and", "breathable",
        ]
        let description = (0..<Int.random(in: 4...12, using: &generator))
            .map { _ in words.randomElement(using: &generator) ?? "" }
            .joined(separator: " ")
        let price = "\(Int.random(in: 10...400, using: &generator)).\(Int.random(in: 10...99, using: &generator))"
        return [
            "id": .number(JSONNumber(generator.next())),
            "name": "\(brand) \(model) \(Int.random(in: 1...999, using: &generator))",
            "photos": [.string(image(&generator))],
            "price": JSONNumber(price).map(JSON.number) ?? nil,
            "liked": .bool(Bool.random(using: &generator)),
            "short_description": .string(description),
            "size": "\(Int.random(in: 35...47, using: &generator))",
        ]
    }

    /// Base64 of 90 to 300 bytes that begin like a PNG.
    private static func image(_ generator: inout SplitMix64) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let body = (0..<4 * Int.random(in: 30...100, using: &generator))
            .map { _ in alphabet[Int(generator.next() & 63)] }
        return "iVBORw0KGgoAAAANSUhEUgAA" + String(decoding: body, as: UTF8.self)
    }
}

/// A generator of random numbers that any run repeats.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
