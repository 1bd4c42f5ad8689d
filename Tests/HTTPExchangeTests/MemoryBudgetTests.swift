// What is taken is given back, and no more is taken than there is.

import HTTPExchange
import JSONValues
import Testing

@Suite struct MemoryBudgetTests {
    @Test func sharesAreGivenBackWithTheirLastOwner() {
        let budget = MemoryBudget(bytes: 100)
        var first: MemoryShare? = MemoryShare(of: budget)
        #expect(first?.grow(by: 60) == true)
        #expect(first?.grow(by: 41) == false && budget.taken == 60)
        let second = MemoryShare(of: budget)
        #expect(!second.hasRoom(for: 41) && second.grow(by: 40))
        first?.resize(to: 10)
        #expect(budget.taken == 50)
        // What is in use already is counted, and nothing more is taken until there is room again.
        second.resize(to: 200)
        #expect(budget.taken == 210 && first?.grow(by: 1) == false)
        first?.change(by: 5)
        first?.change(by: -10)
        #expect(budget.taken == 205)
        first = nil
        second.resize(to: 0)
        #expect(budget.taken == 0 && budget.has(100) && !budget.has(101))
    }
}
