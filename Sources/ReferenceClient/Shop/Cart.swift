// What is in the cart, and what it costs: decimal from the wire to the screen.

public import Foundation

/// The user's cart.
public struct Cart: Hashable, Sendable {
    /// A product and how many of it.
    public struct Line: Hashable, Sendable, Identifiable {
        /// The product.
        public var card: ProductCard
        /// How many, exact up to 18446744073709551615.
        public var amount: UInt64

        /// The product's.
        public var id: UInt64 { card.id }
        /// Price times amount.
        public var total: Decimal { card.price * Decimal(amount) }

        /// So many of a product.
        public init(card: ProductCard, amount: UInt64) {
            self.card = card
            self.amount = amount
        }
    }

    /// By ascending product id, as the server lists them.
    public var lines: [Line]

    /// A cart of such lines.
    public init(lines: [Line]) { self.lines = lines }

    /// What all of it costs.
    public var total: Decimal { lines.reduce(0) { $0 + $1.total } }

    /// How many things there are; a sum of amounts may exceed any integer.
    public var count: Decimal { lines.reduce(0) { $0 + Decimal($1.amount) } }
}
