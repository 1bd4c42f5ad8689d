// Forms of many fields: read in a time that grows as they do, and refused by name where they are too many.

import ContractSamples
import Foundation
import HTTPTypes
import Testing

@testable import SourceDocuments
@testable import OpenAPIContract

@Suite struct FormLimitsTests {
    private static let contract = document(
        """
        /form: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object}}}}}}
        /parts: {post: {requestBody: {content: {multipart/form-data: {schema: {type: object}}}}}}
        """)

    /// How a field of each number is written, and how many fields there are.
    static let forms: [(name: String, path: String, field: @Sendable (Int) -> String)] = [
        ("distinct names", "/form", { "f\($0)=\($0)&" }),
        ("one name", "/form", { "f=\($0)&" }),
        ("distinct keys of one object", "/form", { "f[k\($0)]=\($0)&" }),
        ("one key of one object", "/form", { "f[k]=\($0)&" }),
        ("lists of objects", "/form", { "f[\($0)][a]=\($0)&" }),
        ("leaves that become branches", "/form", { $0 % 2 == 0 ? "f[k]=1&" : "f[k][\($0)]=1&" }),
        ("nothing but brackets", "/form", { "f\($0)[[[[[[[[=1&" }),
        ("distinct parts", "/parts", { "--b\r\nContent-Disposition: form-data; name=f\($0)\r\n\r\n\($0)\r\n" }),
        ("parts of one name", "/parts", { "--b\r\nContent-Disposition: form-data; name=f\r\n\r\n\($0)\r\n" }),
    ]

    private func findings(_ form: Int, fields: Int) throws -> (found: [String], time: Duration) {
        let (_, path, field) = Self.forms[form]
        let contract = try Contract.sample(Self.contract)
        let isForm = path == "/form"
        let body = (0..<fields).map(field).joined() + (isForm ? "" : "--b--\r\n")
        let type = isForm ? "application/x-www-form-urlencoded" : "multipart/form-data; boundary=b"
        var found: [String] = []
        let begin = Self.processorTime
        found = try contract.judged(.post, path, headers: [.contentType: type], body: body).violations.map(\.found)
        return (found, Self.processorTime - begin)
    }

    /// What this thread has used, whoever else is at work.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Ten times the fields take about ten times as long; a hundred times, were they compared with each other.
    @Test(arguments: forms.indices)
    func timeGrowsAsTheFormDoes(form: Int) throws {
        _ = try findings(form, fields: 9_000)
        let few = try (0..<5).map { _ in try findings(form, fields: 900).time }.min() ?? .zero
        let many = try (0..<2).map { _ in try findings(form, fields: 9_000).time }.min() ?? .zero
        #expect(many < few * 35, "\(Self.forms[form].name): \(few) and \(many)")
    }

    @Test(arguments: forms.indices)
    func tooManyFieldsAreRefusedByName(form: Int) throws {
        let (taken, few) = try findings(form, fields: 10_000)
        #expect(taken == [])
        let (found, many) = try findings(form, fields: 80_000)
        #expect(found == ["80000 fields"])
        #expect(many < few * 28, "\(Self.forms[form].name): \(few) and \(many)")
    }

    /// `HTTPFields` ends the program at 65,535.
    @Test func aPartOfManyHeaders() throws {
        let contract = try Contract.sample(Self.contract)
        let headers = (0..<70_000).map { "h\($0): 1\r\n" }.joined()
        let body = "--b\r\nContent-Disposition: form-data; name=f\r\n\(headers)\r\n1\r\n--b--\r\n"
        let judged = try contract.judged(
            .post, "/parts", headers: [.contentType: "multipart/form-data; boundary=b"], body: body)
        #expect(judged.violations.isEmpty)
    }
}
