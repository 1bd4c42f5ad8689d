// The ways in which the lending library can be told to break its contract.

/// A mistake, with the check that is to find it and the operation that it is found at.
package enum Mistake: String, Sendable, Hashable, CaseIterable {
    // Answers of another shape.
    case priceAsText, titleMissingInList, unknownGenre, widthAsText, nullCountry, timeWithoutZone, secretShown
    case secondPageShape, comicsDiscount, membersWithoutTotal, locationMissing, statsAsHTML
    // Answers of another status.
    case createdAs200, missingBookAs410, zeroStockFails, longReviewFails, unicodeFails, combinationFails
    // What is not to be taken is, and the other way round.
    case longTitleTaken, shortQueryTaken, emailNotRequired, limitPastMaximum, duplicatesTaken, pagesAsText
    case negativePriceTaken, unknownPropertiesTaken, brokenBodyTaken, otherTypeTaken, badZipTaken, rating5Refused,
        regionIgnored
    // Who asks.
    case memberWithoutToken, anyTokenForLoans, foreignLoan
    // Methods.
    case patchMembers, statsWithoutAllow, optionsWithoutAllow
    // What is stored.
    case deletedReadable, deletedListed, bookNotStored, reviewNotListed, replacementNotStored, changeNotStored
    case refusedMemberStored, secondPageOverflow
    case changeResetsStock, refusedChangeMade, deletedWithoutToken, tagsForgotten, anotherBookRead, deletedReplaced
    case createdAtTaken, pageSkips, pageRepeats, greatNumberFails

    package var check: String {
        switch self {
        case .priceAsText, .titleMissingInList, .unknownGenre, .widthAsText, .nullCountry, .timeWithoutZone,
            .secretShown, .secondPageShape, .comicsDiscount:
            "body-shape"
        case .membersWithoutTotal, .locationMissing: "missing-header"
        case .statsAsHTML: "content-type"
        case .createdAs200, .missingBookAs410: "undeclared-status"
        case .zeroStockFails, .longReviewFails, .unicodeFails, .combinationFails, .greatNumberFails: "server-error"
        case .longTitleTaken, .shortQueryTaken, .emailNotRequired, .limitPastMaximum, .duplicatesTaken, .pagesAsText,
            .negativePriceTaken, .unknownPropertiesTaken, .brokenBodyTaken, .otherTypeTaken, .badZipTaken,
            .createdAtTaken:
            "violation-accepted"
        case .rating5Refused: "valid-refused"
        case .regionIgnored: "required-header-ignored"
        case .memberWithoutToken, .anyTokenForLoans, .deletedWithoutToken: "authentication-ignored"
        case .foreignLoan: "other-identity"
        case .patchMembers, .statsWithoutAllow: "undeclared-method"
        case .optionsWithoutAllow: "options-allow"
        case .deletedReadable, .deletedListed, .deletedReplaced: "used-after-delete"
        case .bookNotStored, .anotherBookRead: "not-available"
        case .reviewNotListed, .pageSkips: "not-listed"
        case .replacementNotStored, .changeNotStored, .changeResetsStock, .tagsForgotten: "not-stored"
        case .refusedMemberStored: "failed-create-stored"
        case .refusedChangeMade: "failed-change-stored"
        case .secondPageOverflow, .pageRepeats: "page-overflow"
        }
    }

    package var operation: String {
        switch self {
        case .priceAsText, .widthAsText, .nullCountry, .secretShown, .missingBookAs410, .deletedReadable,
            .bookNotStored, .unknownGenre, .anotherBookRead, .greatNumberFails:
            "getBook"
        case .titleMissingInList, .secondPageShape, .combinationFails, .shortQueryTaken, .limitPastMaximum,
            .secondPageOverflow, .optionsWithoutAllow, .comicsDiscount:
            "listBooks"
        case .timeWithoutZone, .longReviewFails, .rating5Refused: "createReview"
        case .membersWithoutTotal, .deletedListed, .patchMembers, .pageSkips, .pageRepeats: "listMembers"
        case .locationMissing, .createdAs200, .zeroStockFails, .unicodeFails, .longTitleTaken, .duplicatesTaken,
            .pagesAsText, .negativePriceTaken, .otherTypeTaken, .createdAtTaken, .tagsForgotten:
            "createBook"
        case .statsAsHTML, .regionIgnored, .statsWithoutAllow: "getStats"
        case .emailNotRequired, .unknownPropertiesTaken, .badZipTaken, .refusedMemberStored: "createMember"
        case .brokenBodyTaken, .changeNotStored, .changeResetsStock, .refusedChangeMade: "changeBook"
        case .deletedWithoutToken: "deleteBook"
        case .memberWithoutToken: "getMember"
        case .anyTokenForLoans: "createLoan"
        case .foreignLoan: "getLoan"
        case .reviewNotListed: "listReviews"
        case .replacementNotStored, .deletedReplaced: "replaceBook"
        }
    }

    /// Whether a finding by a check, at an operation and a place, says what the mistake is.
    package func isShown(byCheck check: String, at operation: String, location: String) -> Bool {
        check == self.check && operation == self.operation && location.contains(self.location)
    }

    /// A part of where the finding is, for those that others are found beside.
    package var location: String {
        switch self {
        case .longTitleTaken: "/title"
        case .duplicatesTaken, .tagsForgotten: "/tags"
        case .changeResetsStock: "/stock"
        case .createdAtTaken: "/created_at"
        case .pageSkips, .pageRepeats: "pages"
        case .deletedWithoutToken: "afterwards"
        case .pagesAsText: "/pages"
        case .negativePriceTaken: "/price"
        case .otherTypeTaken: "Content-Type"
        case .emailNotRequired: "/email"
        case .badZipTaken: "/zip"
        case .limitPastMaximum: "'limit'"
        case .shortQueryTaken: "'q'"
        case .widthAsText: "/width"
        case .nullCountry: "/country"
        case .unknownGenre: "/genre"
        default: ""
        }
    }
}
