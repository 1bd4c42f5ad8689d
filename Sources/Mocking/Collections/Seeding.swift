// What the lists of a mock start with where no example says it.

import MockRules
import Sampling

/// How many resources, and how full they are.
struct Seeding: Hashable, Sendable {
    /// How many resources a list starts with, as far as its schema has room for them.
    var size = Seeding.usualSize
    /// What values follow from.
    var seed: UInt64 = 0
    var options = SamplingOptions.answers

    static let usualSize = 5
    /// The bound on the resources of a seeded list.
    static let largest = Mock.Options.largestSeedSize

    init() {}

    /// What the command says counts before what the mock file says.
    init(_ options: Mock.Options, _ behaviour: Behaviour) {
        size = options.seedSize ?? behaviour.file.seedSize ?? Self.usualSize
        seed = options.seed
        self.options.optional = options.optional ?? behaviour.file.optional ?? .all
    }
}

extension Mock.Options {
    /// How many resources a list may start with.
    package static let largestSeedSize = MockFile.largestSeedSize
}

extension SamplingOptions {
    /// Of answers: what is optional is there, so that a front end has something to show.
    static let answers: SamplingOptions = {
        var options = SamplingOptions.standard
        options.optional = .all
        return options
    }()
}
