// What a value is made of, as far as the expression that makes it tells.

/// The shape of an expression's value: of a map that is written out it has the members, where the type of one has only that
/// it is a map.
package struct CELShape: Sendable {
    /// What is known of the value beyond its type.
    package indirect enum Form: Sendable {
        case type(CELType)
        case list(of: CELShape)
        case object([Member])
        /// One of these: the branches of a condition, the elements of a list.
        case choice([CELShape])
    }

    /// An entry of a map whose keys are known.
    package struct Member: Sendable {
        /// The key of the entry.
        package let name: String
        /// The shape of the entry's value.
        package let value: CELShape
        /// Whether the entry may be missing.
        package let isOptional: Bool
        /// Of its name.
        package let place: Place
    }

    /// A part of the expression, or of a definition that it uses.
    package struct Place: Sendable {
        let offset: Int
    }

    /// What is known of the value.
    package let form: Form
    /// Of the part that makes the value.
    package let place: Place
    /// How many shapes it is made of, those that stand in it twice counted twice: whoever walks it meets so many.
    let size: Int

    /// A value of one type, whatever is in it.
    package init(_ type: CELType, at place: Place) {
        form = .type(type)
        self.place = place
        size = 1
    }

    init(form: Form, offset: Int) {
        self.form = form
        place = Place(offset: offset)
        size =
            switch form {
            case .type: 1
            case .list(let element): 1 + element.size
            case .object(let members): members.reduce(1) { $0 + $1.value.size }
            case .choice(let choices): choices.reduce(1) { $0 + $1.size }
            }
    }
}

struct CELShapeReader {
    let inference: CELInference
    /// Of the variables of macros that are around.
    private var locals: [Int: CELShape] = [:]

    init(inference: CELInference) { self.inference = inference }

    /// Beyond this size a shape is told by its type alone: one that is bound to a name may stand in another many times over.
    private static let largest = 10_000

    func shape(of term: CELTerm) -> CELShape {
        let shape = fullShape(of: term)
        guard shape.size > Self.largest else { return shape }
        return CELShape(form: .type(inference.resolved(term.type, final: true)), offset: term.offset)
    }

    private func fullShape(of term: CELTerm) -> CELShape {
        func shape(_ form: CELShape.Form) -> CELShape { CELShape(form: form, offset: term.offset) }
        switch term.form {
        case .local(let local):
            if let known = locals[local] { return known }
        case .conditional(_, let then, let otherwise):
            return shape(.choice([self.shape(of: then), self.shape(of: otherwise)]))
        case .list(let elements):
            guard !elements.isEmpty, !elements.contains(where: \.isOptional) else { break }
            return shape(.list(of: shape(.choice(elements.map { self.shape(of: $0.value) }))))
        case .map(let entries):
            if let members = members(entries) { return shape(.object(members)) }
        case .bind(let local, let value, let body):
            return with(local, self.shape(of: value)).shape(of: body)
        case .loop(let loop):
            let element = element(of: self.shape(of: loop.range))
            switch loop.kind {
            case .filter, .sortBy:
                if let element { return shape(.list(of: element)) }
            case .map, .transformList:
                guard let transform = loop.transform else { break }
                var inner = self
                if let element, let local = loop.locals.last { inner = with(local, element) }
                return shape(.list(of: inner.shape(of: transform)))
            case .all, .exists, .existsOne, .transformMap, .transformMapEntry: break
            }
        case .index(let list, _, optional: false):
            if let element = element(of: self.shape(of: list)) { return element }
        case .select(let operand, let field, optional: false):
            if case .object(let members) = self.shape(of: operand).form,
                let member = members.first(where: { $0.name == field })
            {
                return member.value
            }
        case .binary(.add, let left, let right):
            if let left = element(of: self.shape(of: left)), let right = element(of: self.shape(of: right)) {
                return shape(.list(of: shape(.choice([left, right]))))
            }
        default: break
        }
        return shape(.type(inference.resolved(term.type, final: true)))
    }

    private func with(_ local: Int, _ shape: CELShape) -> CELShapeReader {
        var inner = self
        inner.locals[local] = shape
        return inner
    }

    /// Nil where a name is not known before it is evaluated.
    private func members(_ entries: [CELTerm.Entry]) -> [CELShape.Member]? {
        var members: [CELShape.Member] = []
        for entry in entries {
            guard case .constant(.string(let name)) = entry.key.form else { return nil }
            let value =
                entry.isOptional ? CELShape(form: .type(.dyn), offset: entry.value.offset) : shape(of: entry.value)
            members.append(
                CELShape.Member(
                    name: name, value: value, isOptional: entry.isOptional,
                    place: CELShape.Place(offset: entry.key.offset)
                ))
        }
        return members
    }

    private func element(of list: CELShape) -> CELShape? {
        switch list.form {
        case .list(let element): return element
        case .type(.list(let element)): return CELShape(form: .type(element), offset: list.place.offset)
        case .choice(let choices):
            let elements = choices.compactMap(element(of:))
            guard elements.count == choices.count else { return nil }
            return CELShape(form: .choice(elements), offset: list.place.offset)
        case .type, .object: return nil
        }
    }
}
