// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A module of ours: its floor is checked by `.ci/floors`, its imports by the compiler.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "counterpart",
    platforms: [.macOS(.v15), .iOS(.v18)],
    targets: [
        module("JSONSchema"),
        tests("JSONSchemaTests", ["JSONSchema"]),
    ],
    swiftLanguageModes: [.v6]
)
