// Files that are no documents: the values of examples.

import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments

extension DocumentStore {
    struct Fault: Error {
        let message: String
        let remedy: String
    }

    /// The bytes of a file that a document names by a relative URL.
    func contents(of reference: String, from source: SourceFile) -> Result<[UInt8], Fault> {
        let resolved = URIReference(reference).resolved(against: URIReference(source.uri))
        if let scheme = resolved.scheme, scheme != "file" {
            return .failure(
                Fault(
                    message: "'\(reference)' is on the network, which is never asked",
                    remedy: "Save it beside the contract and name the file."))
        }
        let path = Percent.decoded(resolved.path)
        do {
            return .success(try files.read(path))
        } catch {
            switch error {
            case .missing, .folder:
                return .failure(
                    Fault(
                        message: "there is no file '\(files.name(of: path))'",
                        remedy: "Paths start from the document's folder."))
            case .outside:
                return .failure(
                    Fault(
                        message: "'\(reference)' lies outside the contract's folder",
                        remedy: "Move it into the folder, or allow its folder with --allow-ref."))
            case .tooLarge, .unreadable:
                return .failure(Fault(message: "'\(files.name(of: path))' cannot be read", remedy: "Check the file."))
            }
        }
    }
}
