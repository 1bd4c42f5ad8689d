// What the operating system says where a file cannot be read or written.

import Foundation

/// Why the system refused something.
package enum SystemReason {
    /// In words such as `permission denied`, without those that Foundation puts around them.
    package static func of(_ error: any Error) -> String {
        let code = (error as? POSIXError) ?? (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
        if let code { return SystemError(number: code.code.rawValue).reason }
        return error.localizedDescription
    }
}
