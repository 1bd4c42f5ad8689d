// Puts examples of one name together to exchanges.

import JSONValues

/// The examples of one operation by their names.
struct Pairing {
    let parameters: [Parameter]
    let body: RequestBody?
    let responses: [ResponseSpec]

    /// The name of the exchange that is made of unnamed examples.
    static let unnamed = "example"

    /// One exchange for each name that a response has: on its content, its headers or, without content, under
    /// `x-counterpart-examples`. In the order of the responses, and of the names in them.
    var pairs: [ExamplePair] {
        var pairs: [ExamplePair] = []
        var seen: Set<String> = []
        for response in responses {
            for name in names(of: response) where seen.insert(name).inserted {
                if let pair = pair(name, response) { pairs.append(pair) }
            }
        }
        if pairs.isEmpty, let pair = unnamedPair { pairs.append(pair) }
        return pairs
    }

    private func names(of response: ResponseSpec) -> [String] {
        var names: [String] = []
        for name in response.content.flatMap({ $0.examples.compactMap(\.name) }) + response.exampleNames
        where !names.contains(name) {
            names.append(name)
        }
        return names
    }

    private func pair(_ name: String, _ response: ResponseSpec) -> ExamplePair? {
        let named = parameters.compactMap { parameter in value(of: parameter) { $0 == name } }
        // No request is without its path: a value that has no name will do there.
        let others = parameters.compactMap { parameter -> (parameter: Parameter, value: JSON)? in
            guard parameter.location == .path,
                !named.contains(where: { $0.parameter.name == parameter.name && $0.parameter.location == .path })
            else { return nil }
            return value(of: parameter) { $0 == nil }
        }
        let values = named + others
        let body = body?.content.lazy.compactMap { media in
            media.examples.first { $0.name == name }.map { (media: media, value: $0.value) }
        }.first
        // A name that stands on the response alone is an example of it, not an exchange, unless nothing had to be sent or
        // the response says that it answers the request of that name.
        guard !named.isEmpty || body != nil || asksForNothing || response.exampleNames.contains(name) else {
            return nil
        }
        return ExamplePair(
            name: name, parameters: values, body: body, status: response.status.representative, declared: response,
            response: content(of: response) { $0.name == name }, isWhole: isWhole(values),
            headers: headers(of: response) { $0.name == name })
    }

    /// Whether a request without any value could be right.
    private var asksForNothing: Bool { !parameters.contains(where: \.required) && !(body?.required ?? false) }

    /// Where examples have no names: each required value has one, and so has the best answer.
    private var unnamedPair: ExamplePair? {
        guard let response = success else { return nil }
        let answer = content(of: response) { $0.name == nil }
        guard answer != nil || response.content.isEmpty else { return nil }
        var values: [(parameter: Parameter, value: JSON)] = []
        for parameter in parameters {
            if let example = value(of: parameter, named: { $0 == nil }) {
                values.append(example)
            } else if parameter.required {
                return nil
            }
        }
        let sent = body?.content.lazy.compactMap { media in
            media.examples.first { $0.name == nil }.map { (media: media, value: $0.value) }
        }.first
        if sent == nil, body?.required == true { return nil }
        guard answer != nil || !values.isEmpty || sent != nil else { return nil }
        return ExamplePair(
            name: Pairing.unnamed, parameters: values, body: sent, status: response.status.representative,
            declared: response,
            response: answer, isWhole: isWhole(values), headers: headers(of: response) { $0.name == nil })
    }

    private func value(of parameter: Parameter, named: (String?) -> Bool) -> (parameter: Parameter, value: JSON)? {
        let examples = parameter.examples + (parameter.content?.examples ?? [])
        return examples.first { named($0.name) }.map { (parameter: parameter, value: $0.value) }
    }

    private func isWhole(_ values: [(parameter: Parameter, value: JSON)]) -> Bool {
        parameters.allSatisfy { parameter in
            parameter.location != .path
                || values.contains { $0.parameter.location == .path && $0.parameter.name == parameter.name }
        }
    }

    private var success: ResponseSpec? {
        responses.filter { if case .exact(200...299) = $0.status { true } else { $0.status == .range(2) } }
            .min { $0.status.representative < $1.status.representative }
    }

    private func content(of response: ResponseSpec, where matches: (Example) -> Bool) -> (
        media: MediaType, value: JSON
    )? {
        for media in response.content {
            if let example = media.examples.first(where: matches) { return (media: media, value: example.value) }
        }
        return nil
    }

    private func headers(of response: ResponseSpec, where matches: (Example) -> Bool) -> [(
        header: HeaderSpec, value: JSON
    )] {
        response.headers.compactMap { header in
            header.examples.first(where: matches).map { (header: header, value: $0.value) }
        }
    }
}
