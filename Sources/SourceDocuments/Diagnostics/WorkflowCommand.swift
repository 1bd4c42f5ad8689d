// Lines by which a program annotates a change on GitHub.

/// A [workflow command](https://docs.github.com/actions/reference/workflow-commands-for-github-actions):
/// `::error file=openapi.yaml,line=3,col=5,title=…::…`.
package struct WorkflowCommand {
    /// How the annotation is shown.
    package enum Level: String {
        case notice, warning, error
    }

    private let text: String

    /// - Parameter place: the file and, from 1, the line and the column.
    package init(_ level: Level, place: (file: String, line: Int, column: Int)? = nil, title: String, message: String) {
        var properties = place.map { ["file=\(Self.property($0.file))", "line=\($0.line)", "col=\($0.column)"] } ?? []
        properties.append("title=\(Self.property(title))")
        text = "::\(level.rawValue) \(properties.joined(separator: ","))::\(Self.escaped(message))\n"
    }

    private static func property(_ text: String) -> String {
        escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("%", with: "%25").unicodeScalars.map { $0 == "\r" ? "%0D" : $0 == "\n" ? "%0A" : String($0) }
            .joined()
    }
}

extension WorkflowCommand: CustomStringConvertible {
    /// The line with its end.
    package var description: String { text }
}
