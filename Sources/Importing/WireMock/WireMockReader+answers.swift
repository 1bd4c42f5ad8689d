// What WireMock's stubs answer.

import JSONValues

extension WireMockReader {
    /// False where there is no answer that could be given.
    mutating func answer(
        _ response: Sourced, _ route: inout ImportedRoute, pathParameters: [String: Int]
    ) -> Bool {
        if let target = response["proxyBaseUrl"] {
            mock.lose(
                "the stub: it passes requests on to \(target.json.string ?? "a backend")",
                remedy: "Put the backend behind the mock: counterpart serve FOLDER --backend URL.", at: target.place)
            return false
        }
        guard let status = mock.status(response.whole("status"), of: "the stub", at: response.place) else {
            return false
        }
        var answer = ImportedAnswer(status: status)
        let names = (response["transformers"]?.elements ?? []).compactMap(\.json.string)
        let isTemplate = names.contains("response-template")
        for name in names where name != "response-template" {
            mock.lose(
                "the transformer '\(name)'", remedy: "Write what it does in the rule.",
                at: response.place.appending("transformers"))
        }
        var writer = TemplateWriter(
            WireMockTemplates(
                pathParameters: pathParameters, parameters: response["transformerParameters"]?.json ?? .null))
        for (name, value) in response["headers"]?.members ?? [] {
            let texts = value.json.array?.compactMap(\.string) ?? [value.json.string ?? value.json.serialized()]
            let written = texts.compactMap { text in
                expression(text, isTemplate, &writer, at: value.place) ?? CELText.quoted(text)
            }
            answer.headers.append(
                (name, written.count == 1 ? written[0] : "[" + written.joined(separator: ", ") + "]"))
        }
        content(response, isTemplate, &writer, &answer)
        if let message = response.text("statusMessage"), !message.isEmpty {
            mock.lose(
                "the reason phrase '\(message)'", remedy: "HTTP/2 has none, and clients do not read it.",
                at: response.place.appending("statusMessage"))
        }
        answer.latency = latency(response)
        if let fault = response.text("fault") {
            let known: [String: JSON] = [
                "CONNECTION_RESET_BY_PEER": "reset", "EMPTY_RESPONSE": "close",
                "MALFORMED_RESPONSE_CHUNK": ["malformed-chunk": 0], "RANDOM_DATA_THEN_CLOSE": "garbage",
            ]
            answer.fault = known[fault]
            if answer.fault == nil {
                mock.lose(
                    "the fault \(fault)", remedy: "Choose one of mock.yaml's.", at: response.place.appending("fault"))
            }
            if fault == "MALFORMED_RESPONSE_CHUNK" {
                if case .none = answer.content { answer.content = .text("broken") }
            }
        }
        route.answer = answer
        return true
    }

    mutating func content(
        _ response: Sourced, _ isTemplate: Bool, _ writer: inout TemplateWriter, _ answer: inout ImportedAnswer
    ) {
        var text: String?
        var place = response.place
        if let json = response["jsonBody"] {
            text = json.json.serialized()
            place = json.place
        } else if let body = response["body"] {
            text = body.json.string ?? body.json.serialized()
            place = body.place
        } else if let encoded = response["base64Body"],
            let bytes = encoded.json.string.flatMap({ Base64.standard.decode($0) })
        {
            answer.content = .bytes(bytes)
        } else if let file = response["bodyFileName"], let name = file.json.string {
            guard let bytes = files.beside(name, folder: "__files") else {
                mock.lose(
                    "the file __files/\(name), which is not there",
                    remedy: "Import the folder that has mappings and __files.",
                    at: file.place)
                return
            }
            text = String(validating: bytes, as: UTF8.self)
            place = file.place
            if text == nil { answer.content = .bytes(bytes) }
            if response["transformerParameters"]?.flag("disableBodyFileTemplating") ?? false {
                text.map { answer.content = .text($0) }
                return
            }
        }
        guard let text else { return }
        answer.set(content: text, written: expression(text, isTemplate, &writer, at: place))
    }

    /// CEL for a template; nil for text that is none.
    mutating func expression(
        _ text: String, _ isTemplate: Bool, _ writer: inout TemplateWriter, at place: SourcePlace
    ) -> String? {
        guard text.contains("{{") else { return nil }
        guard isTemplate else {
            mock.lose(
                "what looks like a template, which is sent as it stands",
                remedy:
                    "Where WireMock runs with templates for all, name the transformer response-template in the stub.",
                at: place)
            return nil
        }
        return mock.expression(ofTemplate: text, &writer, at: place)
    }

    mutating func latency(_ response: Sourced) -> JSON? {
        var latency = JSONObject()
        if let distribution = response["delayDistribution"] {
            switch distribution.text("type") {
            case "lognormal":
                let median = distribution.json["median"]?.number?.double ?? 0
                latency["lognormal"] = [
                    "median": .string(Self.time(median)), "sigma": distribution.json["sigma"] ?? 0,
                ]
                if let max = distribution.json["maxValue"]?.number?.double { latency["max"] = .string(Self.time(max)) }
            case "uniform":
                let (low, high) = (distribution.whole("lower") ?? 0, distribution.whole("upper") ?? 0)
                latency["uniform"] = ["from": .string("\(low)ms"), "to": .string("\(high)ms")]
            case "fixed": latency["fixed"] = .string("\(distribution.whole("milliseconds") ?? 0)ms")
            default:
                mock.lose("the delay's distribution", remedy: "Choose one of mock.yaml's.", at: distribution.place)
            }
        }
        if let fixed = response.whole("fixedDelayMilliseconds"), fixed > 0 {
            if latency.isEmpty {
                latency["fixed"] = .string("\(fixed)ms")
            } else {
                // Both are waited for.
                mock.lose(
                    "the fixed delay of \(fixed) ms beside a distribution", remedy: "Move the distribution by as much.",
                    at: response.place.appending("fixedDelayMilliseconds"))
            }
        }
        if let dribble = response["chunkedDribbleDelay"] {
            let count = max(dribble.whole("numberOfChunks") ?? 1, 1)
            latency["slices"] = [
                "count": .number(JSONNumber(min(count, 10_000))),
                "over": .string("\(dribble.whole("totalDuration") ?? 0)ms"),
            ]
        }
        return latency.isEmpty ? nil : .object(latency)
    }

    static func time(_ milliseconds: Double) -> String {
        milliseconds == milliseconds.rounded() ? "\(Int(milliseconds))ms" : "\(milliseconds)ms"
    }
}
