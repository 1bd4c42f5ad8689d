// The value of a field that stands once, as most do.

package import HTTPTypes

extension HTTPFields {
    /// What the subscript gives, which joins the values of fields of one name, for less where there is one alone.
    package func value(_ name: HTTPField.Name) -> String? {
        var found: String?
        for field in self where field.name == name {
            guard found == nil else { return self[name] }
            found = field.value
        }
        return found
    }
}

extension String {
    /// Where the first occurrence of a mark ends; ASCII letters match in either case. Nil where there is none.
    package func end(of mark: String) -> Index? {
        let mark = mark.utf8.map { $0 | 0x20 }
        var rest = utf8[...]
        while rest.count >= mark.count {
            if rest.prefix(mark.count).lazy.map({ $0 | 0x20 }).elementsEqual(mark) {
                return rest.index(rest.startIndex, offsetBy: mark.count)
            }
            rest = rest.dropFirst()
        }
        return nil
    }
}
