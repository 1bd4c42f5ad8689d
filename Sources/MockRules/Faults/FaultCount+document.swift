// What a session remembers of a fault, as a document that another process can go on with.

package import JSONValues

extension FaultCount {
    /// `{"injected": {"getUser": 2}, "window": [1700000000000000, 3]}`, times in microseconds since 1970.
    /// - Parameter name: an operation's id, by `Operation.index`.
    package func document(_ name: (Int) -> String?) -> JSON {
        var members = JSONObject()
        for (index, count) in injected.sorted(by: { $0.key < $1.key }) {
            if let name = name(index) { members[name] = .number(JSONNumber(count)) }
        }
        var document = JSONObject([("injected", .object(members))])
        if let window {
            document["window"] = .array([window.start.document, .number(JSONNumber(window.requests))])
        }
        return .object(document)
    }

    /// - Parameter index: `Operation.index` of an operation's id; nil where there is none any more.
    package init(document: JSON, _ index: (String) -> Int?) {
        for (name, count) in document["injected"]?.object ?? JSONObject() {
            if let index = index(name), let count = count.storedCount { injected[index] = count }
        }
        if let window = document["window"]?.array, window.count == 2, let start = Duration(document: window[0]),
            let requests = window[1].storedCount
        {
            self.window = Window(start: start, requests: requests)
        }
    }
}
