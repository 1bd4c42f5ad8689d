// General categories and binary properties as sets of scalars, from the standard library's own tables.

/// `General_Category` of the Unicode Character Database.
enum UnicodeCategories {
    /// The set of a category or of a group of them, by any of its names; nil where there is none of that name.
    static func set(named name: String) -> ScalarSet? {
        guard let members = members[name] else { return nil }
        return ScalarSet(members.flatMap { sets[$0]?.ranges ?? [] })
    }

    /// One pass over the planes that have assigned scalars, 10 ms, made when a pattern first asks.
    private static let sets: [Unicode.GeneralCategory: ScalarSet] = {
        var ranges: [Unicode.GeneralCategory: [ClosedRange<UInt32>]] = [.surrogate: [0xD800...0xDFFF]]
        for scalar in ScalarSet.inhabitedPlanes {
            ranges[scalar.properties.generalCategory, default: []].extend(through: scalar.value)
        }
        ranges[.unassigned, default: []] += [
            0x40000...0xDFFFF, 0xE1000...0xEFFFF, 0xFFFFE...0xFFFFF, 0x10FFFE...0x10FFFF,
        ]
        ranges[.privateUse, default: []] += [0xF0000...0xFFFFD, 0x100000...0x10FFFD]
        return ranges.mapValues { ScalarSet($0) }
    }()

    /// `PropertyValueAliases.txt`: short name, long name, and the few further ones.
    private static let members: [String: [Unicode.GeneralCategory]] = {
        let single: [(names: String, category: Unicode.GeneralCategory)] = [
            ("Lu Uppercase_Letter", .uppercaseLetter), ("Ll Lowercase_Letter", .lowercaseLetter),
            ("Lt Titlecase_Letter", .titlecaseLetter), ("Lm Modifier_Letter", .modifierLetter),
            ("Lo Other_Letter", .otherLetter), ("Mn Nonspacing_Mark", .nonspacingMark),
            ("Mc Spacing_Mark", .spacingMark), ("Me Enclosing_Mark", .enclosingMark),
            ("Nd Decimal_Number digit", .decimalNumber), ("Nl Letter_Number", .letterNumber),
            ("No Other_Number", .otherNumber), ("Pc Connector_Punctuation", .connectorPunctuation),
            ("Pd Dash_Punctuation", .dashPunctuation), ("Ps Open_Punctuation", .openPunctuation),
            ("Pe Close_Punctuation", .closePunctuation), ("Pi Initial_Punctuation", .initialPunctuation),
            ("Pf Final_Punctuation", .finalPunctuation), ("Po Other_Punctuation", .otherPunctuation),
            ("Sm Math_Symbol", .mathSymbol), ("Sc Currency_Symbol", .currencySymbol),
            ("Sk Modifier_Symbol", .modifierSymbol), ("So Other_Symbol", .otherSymbol),
            ("Zs Space_Separator", .spaceSeparator), ("Zl Line_Separator", .lineSeparator),
            ("Zp Paragraph_Separator", .paragraphSeparator), ("Cc Control cntrl", .control),
            ("Cf Format", .format), ("Cs Surrogate", .surrogate), ("Co Private_Use", .privateUse),
            ("Cn Unassigned", .unassigned),
        ]
        let groups = [
            "L": "L Letter", "M": "M Mark Combining_Mark", "N": "N Number", "P": "P Punctuation punct", "S": "S Symbol",
            "Z": "Z Separator", "C": "C Other",
        ]
        var members: [String: [Unicode.GeneralCategory]] = [:]
        for (names, category) in single {
            let group = names.prefix(1)
            for name in names.split(separator: " ") + (groups[String(group)] ?? "").split(separator: " ") {
                members[String(name), default: []].append(category)
            }
        }
        for name in ["LC", "Cased_Letter"] { members[name] = [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter] }
        return members
    }()
}

extension ScalarSet {
    /// The scalars of the planes that hold more than private use: 0 to 3, and the first page of 14.
    static var inhabitedPlanes: some Sequence<Unicode.Scalar> {
        [0...0xD7FF, 0xE000...0x3FFFF, 0xE0000...0xE0FFF as ClosedRange<UInt32>].lazy.joined().lazy
            .compactMap(Unicode.Scalar.init)
    }

    /// The scalars that a property of the standard library holds for.
    init(where property: (Unicode.Scalar.Properties) -> Bool) {
        var ranges: [ClosedRange<UInt32>] = []
        for scalar in ScalarSet.inhabitedPlanes where property(scalar.properties) {
            ranges.extend(through: scalar.value)
        }
        self.init(ranges)
    }
}

extension [ClosedRange<UInt32>] {
    /// Adds a value above all others.
    fileprivate mutating func extend(through value: UInt32) {
        if let last, last.upperBound == value - 1 {
            self[count - 1] = last.lowerBound...value
        } else {
            append(value...value)
        }
    }
}

/// Binary properties that ECMA-262 lists (table "Binary Unicode property aliases").
enum UnicodeProperties {
    /// The set of a property by its long or short name; nil where there is none of that name.
    static func set(named name: String) -> ScalarSet? {
        switch name {
        case "Any": .everything
        case "ASCII": ScalarSet([0...0x7F])
        case "Assigned": UnicodeCategories.set(named: "Cn")?.inverted
        case "Noncharacter_Code_Point", "NChar":
            ScalarSet([0xFDD0...0xFDEF] + (0...16).map { ($0 << 16 | 0xFFFE)...($0 << 16 | 0xFFFF) })
        case "Regional_Indicator", "RI": ScalarSet([0x1F1E6...0x1F1FF])
        case "Emoji_Component", "EComp":
            ScalarSet([
                0x23...0x23, 0x2A...0x2A, 0x30...0x39, 0x200D...0x200D, 0x20E3...0x20E3, 0xFE0F...0xFE0F,
                0x1F1E6...0x1F1FF,
                0x1F3FB...0x1F3FF, 0x1F9B0...0x1F9B3, 0xE0020...0xE007F,
            ])
        default: library.first { $0.names.contains(name) }.map { ScalarSet(where: $0.holds) }
        }
    }

    private typealias Property = (names: [String], holds: @Sendable (Unicode.Scalar.Properties) -> Bool)

    private static let library: [Property] = [
        (["Alphabetic", "Alpha"], { $0.isAlphabetic }),
        (["ASCII_Hex_Digit", "AHex"], { $0.isASCIIHexDigit }),
        (["Bidi_Control", "Bidi_C"], { $0.isBidiControl }),
        (["Bidi_Mirrored", "Bidi_M"], { $0.isBidiMirrored }),
        (["Case_Ignorable", "CI"], { $0.isCaseIgnorable }),
        (["Cased"], { $0.isCased }),
        (["Changes_When_Casefolded", "CWCF"], { $0.changesWhenCaseFolded }),
        (["Changes_When_Casemapped", "CWCM"], { $0.changesWhenCaseMapped }),
        (["Changes_When_Lowercased", "CWL"], { $0.changesWhenLowercased }),
        (["Changes_When_NFKC_Casefolded", "CWKCF"], { $0.changesWhenNFKCCaseFolded }),
        (["Changes_When_Titlecased", "CWT"], { $0.changesWhenTitlecased }),
        (["Changes_When_Uppercased", "CWU"], { $0.changesWhenUppercased }),
        (["Dash"], { $0.isDash }),
        (["Default_Ignorable_Code_Point", "DI"], { $0.isDefaultIgnorableCodePoint }),
        (["Deprecated", "Dep"], { $0.isDeprecated }),
        (["Diacritic", "Dia"], { $0.isDiacritic }),
        (["Emoji"], { $0.isEmoji }),
        (["Emoji_Modifier", "EMod"], { $0.isEmojiModifier }),
        (["Emoji_Modifier_Base", "EBase"], { $0.isEmojiModifierBase }),
        (["Emoji_Presentation", "EPres"], { $0.isEmojiPresentation }),
        (["Extender", "Ext"], { $0.isExtender }),
        (["Grapheme_Base", "Gr_Base"], { $0.isGraphemeBase }),
        (["Grapheme_Extend", "Gr_Ext"], { $0.isGraphemeExtend }),
        (["Hex_Digit", "Hex"], { $0.isHexDigit }),
        (["IDS_Binary_Operator", "IDSB"], { $0.isIDSBinaryOperator }),
        (["IDS_Trinary_Operator", "IDST"], { $0.isIDSTrinaryOperator }),
        (["ID_Continue", "IDC"], { $0.isIDContinue }),
        (["ID_Start", "IDS"], { $0.isIDStart }),
        (["Ideographic", "Ideo"], { $0.isIdeographic }),
        (["Join_Control", "Join_C"], { $0.isJoinControl }),
        (["Logical_Order_Exception", "LOE"], { $0.isLogicalOrderException }),
        (["Lowercase", "Lower"], { $0.isLowercase }),
        (["Math"], { $0.isMath }),
        (["Pattern_Syntax", "Pat_Syn"], { $0.isPatternSyntax }),
        (["Pattern_White_Space", "Pat_WS"], { $0.isPatternWhitespace }),
        (["Quotation_Mark", "QMark"], { $0.isQuotationMark }),
        (["Radical"], { $0.isRadical }),
        (["Sentence_Terminal", "STerm"], { $0.isSentenceTerminal }),
        (["Soft_Dotted", "SD"], { $0.isSoftDotted }),
        (["Terminal_Punctuation", "Term"], { $0.isTerminalPunctuation }),
        (["Unified_Ideograph", "UIdeo"], { $0.isUnifiedIdeograph }),
        (["Uppercase", "Upper"], { $0.isUppercase }),
        (["Variation_Selector", "VS"], { $0.isVariationSelector }),
        (["White_Space", "space"], { $0.isWhitespace }),
        (["XID_Continue", "XIDC"], { $0.isXIDContinue }),
        (["XID_Start", "XIDS"], { $0.isXIDStart }),
    ]
}
