// Puts examples of one name together to exchanges.

import JSONSchema

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
        let values = parameters.compactMap { parameter in
            (parameter.examples + (parameter.content?.examples ?? [])).first { $0.name == name }
                .map { (parameter: parameter, value: $0.value) }
        }
        let body = body?.content.lazy.compactMap { media in
            media.examples.first { $0.name == name }.map { (media: media, value: $0.value) }
        }.first
        // A name that stands on the response alone is an example of it, not an exchange, unless nothing had to be sent or
        // the response says that it answers the request of that name.
        guard !values.isEmpty || body != nil || asksForNothing || response.exampleNames.contains(name) else {
            return nil
        }
        return ExamplePair(
            name: name, parameters: values, body: body, status: response.status.representative, declared: response,
            response: content(of: response) { $0.name == name }, headers: headers(of: response) { $0.name == name })
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
            let examples = parameter.examples + (parameter.content?.examples ?? [])
            if let example = examples.first(where: { $0.name == nil }) {
                values.append((parameter: parameter, value: example.value))
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
            response: answer, headers: headers(of: response) { $0.name == nil })
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
