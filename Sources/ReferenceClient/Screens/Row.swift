// What a table shows in one row, and what stands above and below a section.

public import Foundation

/// The content of one row.
public struct Row: Hashable, Sendable {
    /// Which kind of cell shows it: a table's reuse identifier.
    public var cellIdentifier: String
    /// The first line.
    public var title: String
    /// The second line, if there is one.
    public var subtitle: String?
    /// The picture beside them, if there is one.
    public var image: ImageSource?
    /// A row that is not visible is left out of its section's `items`.
    public var isVisible: Bool
    /// Whether what the row holds may be sent as it is.
    public var isValid: Bool

    /// By default visible and valid.
    public init(
        cellIdentifier: String, title: String, subtitle: String? = nil, image: ImageSource? = nil,
        isVisible: Bool = true, isValid: Bool = true
    ) {
        self.cellIdentifier = cellIdentifier
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.isVisible = isVisible
        self.isValid = isValid
    }
}

/// Where a picture comes from.
public enum ImageSource: Hashable, Sendable {
    /// The picture itself.
    case data(Data)
    /// Its address.
    case url(URL)
}

/// The texts around a section's rows.
public struct SectionTexts: Hashable, Sendable {
    /// Above the rows.
    public var header: String?
    /// Below the rows.
    public var footer: String?

    /// No texts unless given.
    public init(header: String? = nil, footer: String? = nil) {
        self.header = header
        self.footer = footer
    }
}
