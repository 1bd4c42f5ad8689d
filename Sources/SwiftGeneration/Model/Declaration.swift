// What a client declares for the schemas of its contract.

import JSONValues
import JSONSchema
import SourceDocuments

/// A struct or enum that is generated for a schema.
struct Declaration {
    enum Kind {
        case structure(Structure)
        case openEnum(OpenEnumeration)
        case union(Union)
        /// While its schema is being read.
        case pending
    }

    /// What it is called in the contract, to tell it from others of its scope.
    var wire: String
    /// The names it would have, the best first.
    var candidates: [String]
    var scope: TypeScope
    var rank = 0
    var kind: Kind = .pending
    var documentation = Documentation()
    /// The schema it is generated for; nil for a part of one.
    var schema: Schema?
    var place: Place?
    /// What is sent of a type that is received too.
    var isInput = false
}

/// The scope of a declaration.
enum TypeScope: Hashable {
    case file
    case type(TypeID)
    /// An operation, by its index.
    case operation(Int)
    /// Beside the client's namespace, where nothing stands but what leads into it.
    case outside
}

/// The doc comment of a declaration.
struct Documentation {
    var paragraphs: [String] = []
    var isDeprecated = false
}

struct Structure {
    var properties: [Property] = []
    /// The type of members that are not declared, where the contract speaks of them.
    var additional: SwiftType?
    /// Members that always have this value.
    var constants: [(wire: String, value: JSON)] = []
    /// Members that must not be there.
    var forbidden: [String] = []
    /// Which members go together.
    var rules: [PresenceRule] = []
}

struct Property {
    enum Presence: Hashable {
        case required
        /// Always there, and null for nil.
        case nullable
        case optional
        /// May be left out, and may be null.
        case field
    }

    var wire: String
    var type: SwiftType
    var presence: Presence
    /// What its values satisfy in the contract; empty where that says nothing of it.
    var schemas: [Schema] = []
    var documentation = Documentation()
    var isReadOnly = false
    var isWriteOnly = false
    /// Held out of line, because the type contains itself through it, or because it is large.
    var isBoxed = false
    /// The place of the object's schema under which it is noted that it was read; nil where that is not noted.
    var tracked: String?
    /// The media type that it has as a part of a form, where that is not the usual one.
    var partType: String?
    /// The header of another part that it is.
    var partHeader: PartHeader?
    /// The one value that it has in every union that the struct is a case of: the initialiser needs not be told.
    var tag: String?
}

/// A header field of a part of a form.
struct PartHeader {
    /// The property that the part is.
    var property: String
    var name: String
}

struct OpenEnumeration {
    enum RawValue: Hashable {
        case string
        case integer(IntegerType)
    }

    var raw: RawValue
    var values: [JSON]
}

struct Union {
    struct Case {
        /// To tell it from the others; where it has a name in the contract, that.
        var wire: String
        var candidates: [String]
        /// Nil for a case that is nothing but its constant.
        var payload: SwiftType?
        /// The schema that says all of it alone.
        var schema: Schema?
        var constant: JSON?
        var fit: Fit
        var documentation = Documentation()
    }

    /// How a value of the case is recognised.
    struct Fit {
        var kinds: TypeSet
        var required: [String] = []
        var known: [String] = []
        /// By property, the values that it can have in this case.
        var constants: [(wire: String, values: [JSON])] = []
        /// By property, the values that the contract lists, beside which new ones may come.
        var listed: [(wire: String, values: [JSON])] = []
        /// The values that a value without members can be.
        var values: [JSON] = []
        /// The tag's values that lead here.
        var tags: [JSON] = []
        /// Takes every value of the tag that leads nowhere else, also none.
        var isDefault = false
    }

    /// The property whose value says which case it is.
    var tag: String?
    var branches: [Case]
    /// Keeps values of the tag that the contract does not list.
    var isOpen = false
    var isIndirect = false
}
