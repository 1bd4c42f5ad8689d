// Which types are sent, which are received: what is only for reading is not there in what is sent.

extension ClientModel {
    /// Takes properties out of types that never carry them, and makes those optional that are there in one direction only.
    mutating func applyDirections() {
        let (sent, received) = directions()
        for index in declarations.indices {
            guard case .structure(var structure) = declarations[index].kind else { continue }
            let (isSent, isReceived) = (sent.contains(index), received.contains(index))
            // OpenAPI, Schema Object, readOnly and writeOnly: `required` takes effect in their direction alone.
            let elsewhere = structure.properties.filter { $0.isReadOnly && isSent || $0.isWriteOnly && isReceived }
            structure.rules = structure.rules.compactMap { $0.withoutNeed(of: Set(elsewhere.map(\.wire))) }
            structure.properties.removeAll {
                $0.isReadOnly && isSent && !isReceived || $0.isWriteOnly && isReceived && !isSent
            }
            for position in structure.properties.indices {
                let property = structure.properties[position]
                guard property.isReadOnly && isSent || property.isWriteOnly && isReceived else { continue }
                switch property.presence {
                case .required: structure.properties[position].presence = .optional
                case .nullable: structure.properties[position].presence = .field
                case .optional, .field: break
                }
            }
            declarations[index].kind = .structure(structure)
        }
    }

    /// The declarations that stand in requests, and those that stand in answers.
    func directions() -> (sent: Set<Int>, received: Set<Int>) {
        var sent: Set<Int> = []
        var received: Set<Int> = []
        for operation in operations {
            for parameter in operation.parameters { mark(parameter.property.type, &sent) }
            for content in operation.body?.choices ?? [] { mark(content.type, &sent) }
            for response in operation.responses {
                for content in response.payloads { mark(content.type, &received) }
                for header in response.headers { mark(header.type, &received) }
            }
        }
        return (sent, received)
    }

    private func mark(_ type: SwiftType, _ marked: inout Set<Int>) {
        guard let id = type.declaration, marked.insert(id.index).inserted else { return }
        switch declarations[id.index].kind {
        case .structure(let structure):
            for property in structure.properties { mark(property.type, &marked) }
            if let additional = structure.additional { mark(additional, &marked) }
        case .union(let union):
            for branch in union.branches { if let payload = branch.payload { mark(payload, &marked) } }
        case .openEnum, .pending: break
        }
    }
}
