// From YAML events to one JSON value and the places of its parts.

import JSONValues

/// Composes one document. What is open stands on a stack, so that depth costs no recursion.
struct YAMLComposer {
    let valueLimit: Int
    private(set) var problems: [YAMLReader.Problem] = []
    /// The first is the document's. What does not stay where it is written, such as the value of a merge key, has a map to itself, from
    /// which it is copied to where it belongs.
    private var maps = [SourceMap()]
    /// Of all maps.
    private var entryCount = 0
    /// How many members merge keys have looked at.
    var mergedCount = 0
    private(set) var open: [Collection] = []
    /// Of all open mappings.
    private(set) var names: [String] = []
    private(set) var namePositions: [Position] = []
    /// Of all open collections.
    private var values: [JSON] = []
    private var root = JSON.null
    private var anchors: [String: Node] = [:]
    private var sharedKeys = JSONSharedKeys()

    init(valueLimit: Int) { self.valueLimit = valueLimit }

    var map: SourceMap { maps[0] }

    /// A value, and where its places are noted.
    struct Node {
        let value: JSON
        let position: Position
        let map: Int
        let entry: Int
        /// How many levels stand below it.
        let height: Int
        /// What it is as a mapping's key; nil of collections.
        let key: Key?
    }

    struct Key {
        let name: String
        let position: Position
        /// A plain `<<` takes in another mapping's members that are not given here
        /// ([merge keys](https://yaml.org/type/merge.html), of YAML 1.1 but in wide use).
        let isMerge: Bool
    }

    /// A sequence or a mapping whose end has not come.
    struct Collection {
        let isMapping: Bool
        let position: Position
        let anchor: String?
        let map: Int
        let entry: Int
        /// Where its own begin on the stacks.
        let firstName: Int
        let firstValue: Int
        var next: Slot
        var height = 0
        var mergeKey: Position?
        var merged: [Node] = []
    }

    /// What the next node is to the collection that it stands in.
    enum Slot {
        case element, key, value, merged
        /// The value of a key that is left out.
        case ignored
    }

    /// The value of the next node, which is the document's root.
    mutating func compose(_ events: inout YAMLEvents) throws(YAMLReader.Problem) -> JSON {
        repeat {
            switch try events.next() {
            case .scalar: try scalar(events)
            case .alias: try alias(events)
            case .sequenceStart: try begin(isMapping: false, events)
            case .mappingStart: try begin(isMapping: true, events)
            case .collectionEnd: try end()
            case .documentStart, .documentEnd, .streamEnd: throw YAMLEvents.unreadable
            }
        } while !open.isEmpty
        return root
    }

    private mutating func scalar(_ events: borrowing YAMLEvents) throws(YAMLReader.Problem) {
        let name = events.scalar
        let key = Key(name: name, position: events.position, isMerge: events.isPlain && name == "<<")
        let anchor = events.anchor
        if anchor == nil, slot == .key { return try take(key) }
        let (map, entry) = try place(key.position, isCollection: false)
        maps[map].close(entry)
        let (value, problem) = YAMLScalar.value(of: name, tag: events.tag, isPlain: events.isPlain, at: key.position)
        if let problem { problems.append(problem) }
        try take(
            Node(value: value, position: key.position, map: map, entry: entry, height: 0, key: key), named: anchor)
    }

    private mutating func begin(isMapping: Bool, _ events: borrowing YAMLEvents) throws(YAMLReader.Problem) {
        let position = events.position
        let (map, entry) = try place(position, isCollection: true)
        open.append(
            Collection(
                isMapping: isMapping, position: position, anchor: events.anchor, map: map, entry: entry,
                firstName: names.count, firstValue: values.count, next: isMapping ? .key : .element))
    }

    private mutating func end() throws(YAMLReader.Problem) {
        guard var collection = open.popLast() else { return }
        let own = Array(values[collection.firstValue...])
        values.removeLast(own.count)
        let value: JSON
        if collection.isMapping {
            guard let keys = sharedKeys.keys(names[collection.firstName...]) else {
                throw duplicateKeys(from: collection.firstName)
            }
            names.removeLast(own.count)
            namePositions.removeLast(own.count)
            var object = JSONObject(keys: keys, values: own)
            try merge(into: &object, of: &collection)
            value = .object(object)
        } else {
            value = .array(own)
        }
        maps[collection.map].close(collection.entry)
        let node = Node(
            value: value, position: collection.position, map: collection.map, entry: collection.entry,
            height: collection.height, key: nil)
        try take(node, named: collection.anchor)
    }

    /// What an alias names stands here once more.
    private mutating func alias(_ events: borrowing YAMLEvents) throws(YAMLReader.Problem) {
        guard let name = events.anchor, let node = anchors[name] else {
            throw YAMLReader.Problem(
                code: .yamlSyntax, message: "not YAML: found undefined alias",
                remedy: "Define the anchor (&name) before the alias (*name) that uses it.", position: events.position)
        }
        guard slot == .element || slot == .value else { return try take(node) }
        let (map, entry) = try place(node.position, isCollection: node.key == nil, height: node.height)
        try copy(parts(of: node.entry, in: node.map), of: node.map, to: map, at: events.position)
        maps[map].close(entry)
        try take(
            Node(
                value: node.value, position: node.position, map: map, entry: entry, height: node.height, key: node.key))
    }

    /// Gives a node to what it stands in.
    private mutating func take(_ node: Node, named anchor: String? = nil) throws(YAMLReader.Problem) {
        if let anchor { anchors[anchor] = node }
        guard let top = open.indices.last else { return root = node.value }
        switch open[top].next {
        case .element, .value:
            values.append(node.value)
            open[top].height = max(open[top].height, node.height + 1)
            if open[top].isMapping { open[top].next = .key }
        case .key:
            if let key = node.key { return try take(key) }
            problems.append(
                YAMLReader.Problem(
                    code: .yamlComplexKey, message: "a mapping's key is itself a mapping or a list; it is left out",
                    remedy: "Write the key as text.", position: node.position))
            open[top].next = .ignored
        case .merged:
            open[top].merged.append(node)
            open[top].next = .key
        case .ignored: open[top].next = .key
        }
    }

    private mutating func take(_ key: Key) throws(YAMLReader.Problem) {
        let top = open.count - 1
        if key.isMerge {
            if let first = open[top].mergeKey { throw duplicateKeys([key.name], first: first, second: key.position) }
            open[top].mergeKey = key.position
            open[top].next = .merged
        } else {
            names.append(key.name)
            namePositions.append(key.position)
            open[top].next = .value
        }
    }

    private var slot: Slot? { open.indices.last.map { open[$0].next } }

    /// Notes the place of the next node, which has that many levels below it, in the map of what it stands in.
    private mutating func place(
        _ position: Position, isCollection: Bool, height: Int = 0
    ) throws(YAMLReader.Problem) -> (map: Int, entry: Int) {
        guard open.count + height < YAMLReader.depthLimit else { throw YAMLComposer.tooDeep(at: position) }
        entryCount += 1
        guard let top = open.indices.last else { return (0, maps[0].open(position, key: nil)) }
        switch open[top].next {
        case .element: return (open[top].map, maps[open[top].map].open(position, key: nil))
        case .value:
            let key = namePositions[namePositions.count - 1]
            // People look for a collection at its key.
            return (open[top].map, maps[open[top].map].open(isCollection ? key : position, key: key))
        case .key, .merged, .ignored:
            maps.append(SourceMap())
            return (maps.count - 1, maps[maps.count - 1].open(position, key: nil))
        }
    }

    /// The entries of what a value holds.
    func parts(of entry: Int, in map: Int) -> Range<Int> {
        entry + 1..<entry + Int(maps[map].entries[entry].count)
    }

    /// Notes places once more.
    mutating func copy(
        _ entries: Range<Int>, of source: Int, to map: Int, at position: Position
    ) throws(YAMLReader.Problem) {
        entryCount += entries.count
        guard entryCount <= valueLimit else { throw tooLarge(at: position) }
        for entry in entries { maps[map].append(maps[source].entries[entry]) }
    }
}
