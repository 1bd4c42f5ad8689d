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
