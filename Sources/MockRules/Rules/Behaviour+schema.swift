// The JSON Schema of mock files, for editors.

extension Behaviour {
    /// `mock.schema.json`, as it stands in the repository.
    package static var schema: [UInt8] { PackageResources.mock_schema_json }
}
