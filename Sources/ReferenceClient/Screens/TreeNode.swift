// A table screen as one tree: a root with sections, a section with items.

/// A node of a screen's tree. `tree.items[section].items[row]` is what a table asks for.
///
/// A node is equal to another by its identifier alone; `hasSameContent(as:)` compares what it shows.
public struct TreeNode: Sendable, Identifiable {
    /// The level of a node in the tree.
    public enum Level: String, Hashable, Sendable {
        case root, section, item
    }

    /// The kind of a node and its content.
    public enum Content: Hashable, Sendable {
        case root
        case section(SectionTexts)
        case item(Row)
    }

    /// Unique in the tree.
    public let id: String
    /// The kind of the node and its content.
    public private(set) var content: Content
    /// The direct nodes, visible or not.
    public private(set) var children: [TreeNode] = []
    /// The content that the node was built with.
    private let built: Content

    private init(id: String, content: Content) {
        self.id = id
        self.content = content
        built = content
    }
}

extension TreeNode {
    /// A screen. Its children are sections.
    ///
    /// - Throws: a `TreeError` where one of the children is no section, or an identifier stands twice.
    public static func root(id: String, _ sections: [TreeNode] = []) throws(TreeError) -> TreeNode {
        try TreeNode(id: id, content: .root).adding(sections)
    }

    /// A section. Its children are items.
    ///
    /// - Throws: a `TreeError` where one of the children is no item, or an identifier stands twice.
    public static func section(
        id: String, header: String? = nil, footer: String? = nil, _ items: [TreeNode] = []
    ) throws(TreeError) -> TreeNode {
        try TreeNode(id: id, content: .section(SectionTexts(header: header, footer: footer))).adding(items)
    }

    /// A row.
    public static func item(id: String, _ row: Row) -> TreeNode { TreeNode(id: id, content: .item(row)) }

    private func adding(_ nodes: [TreeNode]) throws(TreeError) -> TreeNode {
        var tree = self
        for node in nodes { try tree.add(node, to: id) }
        return tree
    }
}

extension TreeNode {
    /// The level of the node in the tree.
    public var level: Level {
        switch content {
        case .root: .root
        case .section: .section
        case .item: .item
        }
    }

    /// The row, where this is an item.
    public var row: Row? {
        if case .item(let row) = content { row } else { nil }
    }

    /// The texts around the rows, where this is a section.
    public var texts: SectionTexts? {
        if case .section(let texts) = content { texts } else { nil }
    }

    /// What a table shows: of a root its sections, of a section its visible leaves, of an item nothing.
    public var items: [TreeNode] {
        switch content {
        case .root: children
        case .section: leaves.filter(\.isVisible)
        case .item: []
        }
    }

    /// Whether every visible row below, or this one, is valid.
    public var isValid: Bool {
        leaves.allSatisfy { leaf in !leaf.isVisible || leaf.row?.isValid == true }
    }

    /// Whether a row below, or this one, is not what it was built as.
    public var hasChanged: Bool {
        leaves.contains { $0.content != $0.built }
    }

    /// Whether two nodes show the same; their children are not compared.
    public func hasSameContent(as other: TreeNode) -> Bool { content == other.content }

    /// The rows of the tree, visible or not, from the top.
    public var leaves: [TreeNode] {
        level == .item ? [self] : children.flatMap(\.leaves)
    }

    private var isVisible: Bool { row?.isVisible == true }

    /// The node of that identifier, at or below this one.
    public subscript(id: String) -> TreeNode? {
        if id == self.id { return self }
        for child in children {
            if let found = child[id] { return found }
        }
        return nil
    }
}

extension TreeNode {
    /// Adds a node to the children of another, last or at a place of its own.
    ///
    /// - Throws: a `TreeError` where there is no such parent, where it does not take nodes of that level, or where an identifier
    ///   of the new node is in use; the tree is then as it was.
    public mutating func add(_ node: TreeNode, to parent: String, at index: Int? = nil) throws(TreeError) {
        for added in node.identifiers where self[added] != nil { throw .identifierInUse(added) }
        var refusal: TreeError?
        let found = update(parent) { parent in
            refusal = parent.refusal(of: node)
            guard refusal == nil else { return }
            parent.children.insert(node, at: min(max(index ?? parent.children.count, 0), parent.children.count))
        }
        if let refusal { throw refusal }
        guard found else { throw .noSuchNode(parent) }
    }

    /// Takes a node out of the tree, with all that is below it.
    ///
    /// - Throws: `TreeError.noSuchNode` where nothing below this node has the identifier.
    @discardableResult
    public mutating func remove(_ id: String) throws(TreeError) -> TreeNode {
        guard let removed = removeBelow(id) else { throw .noSuchNode(id) }
        return removed
    }

    /// Changes the row of an item.
    ///
    /// - Throws: `TreeError.noSuchNode` where no item at or below this node has the identifier.
    public mutating func updateRow(_ id: String, _ change: (inout Row) -> Void) throws(TreeError) {
        var isItem = false
        update(id) { node in
            guard case .item(var row) = node.content else { return }
            isItem = true
            change(&row)
            node.content = .item(row)
        }
        guard isItem else { throw .noSuchNode(id) }
    }

    private func refusal(of node: TreeNode) -> TreeError? {
        switch (level, node.level) {
        case (.root, .section), (.section, .item): nil
        case (.item, _): .itemHasNoChildren(id)
        case (.root, _), (.section, _): .doesNotTake(parent: id, node.level)
        }
    }

    private var identifiers: [String] { [id] + children.flatMap(\.identifiers) }

    @discardableResult
    private mutating func update(_ id: String, _ change: (inout TreeNode) -> Void) -> Bool {
        if id == self.id {
            change(&self)
            return true
        }
        for index in children.indices where children[index].update(id, change) { return true }
        return false
    }

    private mutating func removeBelow(_ id: String) -> TreeNode? {
        if let index = children.firstIndex(where: { $0.id == id }) { return children.remove(at: index) }
        for index in children.indices {
            if let removed = children[index].removeBelow(id) { return removed }
        }
        return nil
    }
}

extension TreeNode: Hashable {
    /// Whether both have one identifier.
    public static func == (left: TreeNode, right: TreeNode) -> Bool { left.id == right.id }
    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Why a tree refused a change.
public enum TreeError: Error, Hashable, Sendable {
    /// The node with this identifier is an item.
    case itemHasNoChildren(String)
    /// The parent takes nodes of another level only.
    case doesNotTake(parent: String, TreeNode.Level)
    /// A node with this identifier is in the tree already.
    case identifierInUse(String)
    /// No node has this identifier.
    case noSuchNode(String)
}

extension TreeError: CustomStringConvertible {
    /// One sentence for the developer.
    public var description: String {
        switch self {
        case .itemHasNoChildren(let id): "\u{201C}\(id)\u{201D} is an item: it takes no children."
        case .doesNotTake(let parent, let level): "\u{201C}\(parent)\u{201D} takes no \(level.rawValue)."
        case .identifierInUse(let id): "The identifier \u{201C}\(id)\u{201D} is already in the tree."
        case .noSuchNode(let id): "No such node: \u{201C}\(id)\u{201D}."
        }
    }
}
