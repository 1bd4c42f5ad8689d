// What `doctor` says of openssl, and of the certificate that `serve --tls` makes by it.

import Certificates
import Foundation

enum CertificateExamination {
    static var observations: [Observation] {
        let openSSL: OpenSSL
        do throws(OpenSSL.Unusable) {
            openSSL = try OpenSSL.find()
        } catch {
            return [Observation("openssl", .warning, error.description)]
        }
        return [Observation("openssl", "\(openSSL.version), \(openSSL.path)"), certificate(openSSL)]
    }

    private static func certificate(_ openSSL: OpenSSL) -> Observation {
        let folder = LocalAuthority.usualFolder(
            environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory())
        let authority = LocalAuthority(folder: folder)
        do throws(LocalAuthority.Failure) {
            guard let standing = try authority.standing(openSSL) else {
                return Observation("certificate", "none yet; the first serve --tls makes it")
            }
            let days = Int(standing.expires.timeIntervalSinceNow / 86_400)
            let path = authority.certificatePath
            guard days > 0 else {
                return Observation("certificate", .warning, "\(path) has ended; the next serve --tls makes another")
            }
            return standing.isTrusted
                ? Observation("certificate", "\(path), trusted on this machine for \(days) days")
                : Observation(
                    "certificate", .warning, "\(path) is not trusted on this machine",
                    remedy: "Clients take it by name, as curl --cacert does; serve --tls prints how to trust it.")
        } catch {
            return Observation(
                "certificate", .failure, error.description, remedy: "Remove it: the next serve --tls makes another.")
        }
    }
}
