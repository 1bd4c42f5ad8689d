// Why an answer is the one it is.

/// The reason for an answer, by the rows of the decision table. Its description is the value of `Counterpart-Decision` and
/// stands in the log.
package enum Decision: Hashable, Sendable {
    case noPath
    case noMethod
    /// OPTIONS where the contract does not declare it.
    case methods
    /// A browser has asked whether a page may send a request.
    case preflight
    /// What names a session cannot be its id.
    case badSession
    /// The answer of that name, given once because the mock was told to; what it is where the contract says it.
    indirect case oneOff(String, Decision?)
    /// The mock file's fault of that name: what it is, and what would have been answered where a part of that still is.
    indirect case fault(String, String, Decision?)
    /// The request breaks the contract; the answer is that of the pair, where there is one, and its status comes from that row.
    case refused(where: String, violations: Int, by: String?, RefusalStatus)
    case badPreference
    /// Asked for with `Prefer` or a query twin, then chosen as told.
    indirect case preferred(String, Decision)
    /// A recorded exchange, where it stands, and the values that did not count; whether the answer keeps to the contract no more.
    case recorded(String, passedOver: [String], hasDrifted: Bool)
    /// Nothing but recordings may answer, and none has these values.
    case notRecorded
    /// The backend behind the mock answered.
    case forwarded
    /// The backend behind the mock was asked, and gave no answer.
    case unanswered
    /// The mock file's rule of that name.
    case rule(String)
    /// The rule could not be carried out.
    case failedRule(String)
    /// What the collection of that name holds.
    case collection(String)
    /// The exchange whose values are those of the request.
    case pair(String)
    /// The response's own example, with its name where it has one.
    case example(String?)
    /// A status that the contract does not declare, given because the client asked for it.
    case undeclared
    case sampled(seed: UInt64)
    /// No example, and no value that fits the schema.
    case unsatisfiable
    /// The declared response has no content.
    case noContent
    case notAcceptable
    /// Another process has decided, which told its kind and its description.
    case elsewhere(kind: String, String)
}

extension Decision: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noPath: "no such path"
        case .noMethod: "no such method"
        case .methods: "allowed methods"
        case .preflight: "preflight"
        case .badSession: "bad session"
        case .oneOff(let name, let decision): name + (decision.map { ": \($0)" } ?? "")
        case .fault(let name, let fault, let decision):
            "\(name): \(fault)" + (decision.map { ", of \($0)" } ?? "")
        case .refused(let place, let violations, let pair, let status):
            "refused: \(place)" + (violations > 1 ? " and \(violations - 1) more" : "")
                + (status.note.map { " (\(status.status) \($0))" } ?? "")
                + (pair.map { ", example \($0)" } ?? "")
        case .badPreference: "bad preference"
        case .preferred(let preference, let decision): preference + ": " + decision.description
        case .recorded(let source, let passedOver, let hasDrifted):
            "recording \(source)" + (passedOver.isEmpty ? "" : ", whatever \(passedOver.joined(separator: ", "))")
                + (hasDrifted ? ", drifted" : "")
        case .notRecorded: "not recorded"
        case .forwarded: "forwarded"
        case .unanswered: "forwarded, but not answered"
        case .rule(let name): name
        case .failedRule(let name): "failed: \(name)"
        case .collection(let name): "collection \(name)"
        case .pair(let name): "example \(name)"
        case .example(let name): "default example" + (name.map { " \($0)" } ?? "")
        case .undeclared: "not declared, but asked for"
        case .sampled(let seed): "sample, seed " + String(seed)
        case .unsatisfiable: "no value fits"
        case .noContent: "no content declared"
        case .notAcceptable: "not acceptable"
        case .elsewhere(_, let description): description
        }
    }

    /// The description with what may not stand in a header field replaced (RFC 9110, section 5.5).
    package var fieldValue: String {
        var text = description
        if text.withUTF8({ $0.allSatisfy { (0x20...0x7E).contains($0) } }) { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { (0x20...0x7E).contains($0.value) ? $0 : "?" }))
    }
}
