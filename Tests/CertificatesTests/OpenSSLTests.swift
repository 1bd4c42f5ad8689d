// The system's openssl: found, old enough to be refused, and what is said where there is none.

import Foundation
import Testing

@testable import Certificates

@Suite struct OpenSSLTests {
    @Test(arguments: [
        ("OpenSSL 3.0.19 27 Jan 2026 (Library: OpenSSL 3.0.19 27 Jan 2026)", true),
        ("OpenSSL 1.1.1w  11 Sep 2023", true),
        ("OpenSSL 1.1.0l  10 Sep 2019", false), ("OpenSSL 1.0.2u  20 Dec 2019", false),
        ("OpenSSL 0.9.8zh 14 Jan 2016", false),
        ("LibreSSL 3.3.6", true), ("LibreSSL 2.8.3", false), ("OpenSSL 10.0.0", true), ("BoringSSL", false),
        ("", false),
        ("WolfSSL 5.0", false),
    ])
    func versions(text: String, isRecent: Bool) { #expect(OpenSSL.isRecent(text) == isRecent) }

    private func withProgram(_ script: String, _ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "openssl-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(script.utf8).write(to: URL(filePath: "\(folder)/openssl"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/openssl")
        try body(folder)
    }

    @Test func whereThereIsNoneTheRemediesAreTold() {
        let unusable = #expect(throws: OpenSSL.Unusable.self) { try OpenSSL.find(path: "/nowhere:/") }
        #expect(
            unusable?.description
                == "--tls makes its certificate with openssl, and there is none in PATH. Install OpenSSL (apt-get install openssl, brew install openssl), or serve a certificate of your own with --certificate and --key."
        )
    }

    @Test func anOldOneIsRefusedByItsVersion() throws {
        try withProgram("#!/bin/sh\necho 'OpenSSL 1.0.2u  20 Dec 2019'\n") { folder in
            let unusable = #expect(throws: OpenSSL.Unusable.self) { try OpenSSL.find(path: folder) }
            #expect(unusable?.description.contains("is OpenSSL 1.0.2u  20 Dec 2019, and --tls needs") == true)
        }
    }

    @Test func oneThatFailsIsToldWithWhatItSays() throws {
        try withProgram(
            "#!/bin/sh\n[ \"$1\" = version ] && echo OpenSSL 3.0.0 || { echo 'no such thing' >&2; exit 3; }\n"
        ) {
            folder in
            let failed = #expect(throws: OpenSSL.Failed.self) {
                try OpenSSL.find(path: folder).run(["x509"], in: "/")
            }
            #expect(failed?.description == "openssl x509: no such thing")
        }
    }
}
