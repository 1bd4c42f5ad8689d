// What the program may write over, and where.

import VerificationReports
import Foundation
import Testing
import Verification

@testable import CounterpartCommand

@Suite struct OverwritingTests {
    @Test(arguments: [
        ("", true), ("<!DOCTYPE html><title>x", true), ("<?xml version=\"1.0\"?><testsuites/>", true),
        ("{\"version\": \"2.1.0\", \"runs\": []}", true), ("openapi: 3.1.0\n", false),
        ("{\"openapi\": \"3.1.0\", \"info\": {}}", false), ("{\"swagger\": \"2.0\"}", false),
        ("{\"log\":{\"entries\":[", false), ("import Foundation\n", false),
    ])
    func aReportTakesThePlaceOfReportsAlone(text: String, isReport: Bool) throws {
        let folder = try TemporaryFolder.make().path
        let path = folder + "/a"
        #expect(ReportFile.mayReplace(path, by: .json))
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(ReportFile.mayReplace(path, by: .json) == isReport)
    }

    @Test func aClientStaysInTheProject() throws {
        let folder = try TemporaryFolder.make().path
        for output in ["/tmp/elsewhere", "../../../elsewhere"] {
            try #"{"name": "A", "output": "\#(output)"}"#.write(
                toFile: folder + "/client.json", atomically: true, encoding: .utf8)
            #expect(throws: CommandFailure.self) { try ClientDirectory(contract: folder, output: nil) }
            #expect(try ClientDirectory(contract: folder, output: "/tmp/named").directory == "/tmp/named")
        }
    }
}
