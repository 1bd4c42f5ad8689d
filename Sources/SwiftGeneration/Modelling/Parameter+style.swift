// How a parameter is written, as a call is told it.

import SourceDocuments
import OpenAPIContract

extension Parameter {
    /// What a call needs to know besides name and value.
    func styleArguments(for type: SwiftType) -> [String] {
        var arguments: [String] = []
        switch location {
        case .path:
            switch style {
            case _ where content != nil: arguments.append(".json")
            case .label: arguments.append(".label")
            case .matrix: arguments.append(".matrix")
            default: break
            }
            if explode { arguments.append("explode: true") }
        case .query:
            switch (style, explode) {
            case _ where content != nil: arguments.append(".json")
            case (.deepObject, _): arguments.append(".deepObject")
            case (.spaceDelimited, false): arguments.append(".spaces")
            case (.pipeDelimited, false): arguments.append(".pipes")
            case (_, false): arguments.append(".formList")
            default: break
            }
            if allowReserved { arguments.append("allowReserved: true") }
        case .header:
            if explode { arguments.append("explode: true") }
            if content != nil { arguments.append("json: true") }
        case .cookie:
            if !explode { arguments.append("explode: false") }
            if content != nil { arguments.append("json: true") }
        case .querystring: break
        }
        // How a list is written says nothing about one value.
        let isOfLists = arguments == [".formList"] || arguments == ["explode: true"] || arguments == ["explode: false"]
        return isOfLists && type.isScalar ? [] : arguments
    }
}

extension SwiftType {
    /// Whether no value of it is an array or an object.
    var isScalar: Bool {
        switch self {
        case .bool, .string, .integer, .double, .decimal, .date, .calendarDate, .uuid, .url, .data: true
        case .json, .array, .dictionary, .nullable, .declared, .file, .httpBody, .eventStream: false
        }
    }
}
