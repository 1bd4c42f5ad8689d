// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A module of ours: its floor is checked by `.ci/floors`, its imports by the compiler.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .executableTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHPACK = Target.Dependency.product(name: "NIOHPACK", package: "swift-nio-http2")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")

let package = Package(
    name: "counterpart",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "counterpart", targets: ["CounterpartCommand"]),
        .executable(name: "storefront", targets: ["Storefront"]),
        .library(name: "CounterpartTesting", targets: ["CounterpartTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        // Floor 1
        module("JSONSchema"),
        tests("JSONSchemaTests", ["JSONSchema"]),
        tests("JSONConformance", ["JSONSchema"]),
        tests("JSONSchemaConformance", ["JSONSchema"]),
        .systemLibrary(name: "Zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        module("Certificates", [x509, asn1, crypto]),
        tests("CertificatesTests", ["Certificates", x509, asn1]),
        // Floor 2
        module("HTTPExchange", ["JSONSchema", "Zlib", httpTypes]),
        tests("HTTPExchangeTests", ["HTTPExchange", "JSONSchema", httpTypes]),
        module("Expressions", ["JSONSchema"]),
        tests("ExpressionsTests", ["Expressions", "JSONSchema"]),
        tests("CELConformance", ["Expressions", "JSONSchema"]),
        tests("JSONPathConformance", ["Expressions", "JSONSchema"]),
        // Floor 3
        module("OpenAPIContract", ["Expressions", "JSONSchema", "HTTPExchange", httpTypes, yams]),
        tests("OpenAPIContractTests", ["OpenAPIContract", "JSONSchema", "HTTPExchange", httpTypes]),
        module(
            "HTTPWire",
            [
                "HTTPExchange", "Zlib", httpTypes, nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOTLS"),
                nioSSL, nioHTTP2, nioHPACK, asyncHTTPClient,
            ]
        ),
        tests(
            "HTTPWireTests",
            [
                "HTTPWire", "HTTPExchange", "Zlib", "Certificates", httpTypes, nio("NIOCore"), nio("NIOPosix"),
                nio("NIOEmbedded"), nio("NIOHTTP1"), nio("NIOTLS"), nioSSL, nioHTTP2, nioHPACK,
            ]),
        module("ClientRuntime"),
        tests("ClientRuntimeTests", ["ClientRuntime"]),
        module("ReferenceClient"),
        tests("ReferenceClientTests", ["ReferenceClient"]),
        // Floor 4
        module("SwiftGeneration", ["OpenAPIContract", "JSONSchema", httpTypes]),
        tests("SwiftGenerationTests", ["SwiftGeneration", "OpenAPIContract", "JSONSchema", "Sampling"]),
        tests(
            "GeneratedClientTests", ["OpenAPIContract", "HTTPExchange", "JSONSchema", httpTypes], exclude: ["Contracts"]
        ),
        module("ReferenceStore", ["ReferenceClient", grdb]),
        tests("ReferenceStoreTests", ["ReferenceStore", "ReferenceClient", grdb]),
        module("Sampling", ["JSONSchema"]),
        tests("SamplingTests", ["Sampling", "OpenAPIContract", "JSONSchema"]),
        module("Workflows", ["OpenAPIContract", "Expressions", "HTTPExchange", "JSONSchema", httpTypes]),
        tests(
            "WorkflowsTests",
            ["Workflows", "Mocking", "OpenAPIContract", "Expressions", "HTTPExchange", "JSONSchema", httpTypes]),
        module("Recordings", ["OpenAPIContract", "HTTPExchange", "JSONSchema", httpTypes, histogram]),
        tests(
            "RecordingsTests",
            [
                "Recordings", "Mocking", "ContractChanges", "OpenAPIContract", "HTTPExchange", "JSONSchema", httpTypes,
            ]),
        module("ContractChanges", ["OpenAPIContract", "JSONSchema", httpTypes]),
        tests("ContractChangesTests", ["ContractChanges", "OpenAPIContract", "JSONSchema"]),
        // Floor 5
        module(
            "Mocking",
            ["Recordings", "Sampling", "OpenAPIContract", "Expressions", "HTTPExchange", "JSONSchema", httpTypes],
            resources: [
                .embedInCode("Rules/mock.schema.json"), .embedInCode("Control/control.openapi.yaml"),
                .embedInCode("Control/control.html"),
            ]),
        tests(
            "MockingTests",
            [
                "Mocking", "OwnThread", "Recordings", "Sampling", "OpenAPIContract", "Expressions", "HTTPWire",
                "HTTPExchange", "JSONSchema", httpTypes,
            ]),
        module(
            "Verification",
            ["Workflows", "Sampling", "OpenAPIContract", "Expressions", "HTTPExchange", "JSONSchema", httpTypes]),
        .target(name: "OwnThread", path: "Tests/OwnThread", swiftSettings: strict),
        .target(
            name: "LendingLibrary", dependencies: ["HTTPExchange", "JSONSchema", httpTypes],
            path: "Tests/LendingLibrary", swiftSettings: strict),
        tests(
            "VerificationTests",
            [
                "Verification", "LendingLibrary", "OwnThread", "Sampling", "OpenAPIContract", "HTTPExchange",
                "JSONSchema", httpTypes,
            ]),
        tests(
            "KeystoneTests",
            [
                "Mocking", "Verification", "Workflows", "OwnThread", "OpenAPIContract", "HTTPExchange", "JSONSchema",
                httpTypes,
            ]),
        // Floor 6
        module(
            "MockServing",
            ["Mocking", "Recordings", "OpenAPIContract", "HTTPWire", "HTTPExchange", "JSONSchema", httpTypes]),
        tests("MockServingTests", ["MockServing", "OpenAPIContract"]),
        // Floor 7
        program(
            "CounterpartCommand",
            [
                "MockServing", "Mocking", "Verification", "Recordings", "ContractChanges", "Workflows",
                "SwiftGeneration", "Sampling",
                "HTTPWire", "Certificates", "OpenAPIContract", "HTTPExchange", "JSONSchema", httpTypes, argumentParser,
            ]),
        tests(
            "CounterpartCommandTests",
            [
                "CounterpartCommand", "MockServing", "Mocking", "Verification", "LendingLibrary", "HTTPWire",
                "OpenAPIContract",
                "HTTPExchange", "JSONSchema", httpTypes, nio("NIOCore"), nio("NIOPosix"),
            ]),
        module(
            "CounterpartTesting",
            ["MockServing", "Mocking", "HTTPWire", "OpenAPIContract", "HTTPExchange", "JSONSchema", httpTypes]),
        tests("CounterpartTestingTests", ["CounterpartTesting"]),
        program(
            "Storefront",
            [
                "Mocking", "ReferenceStore", "OpenAPIContract", "ReferenceClient", "HTTPExchange", httpTypes,
                argumentParser,
            ]),
        tests(
            "StorefrontTests",
            [
                "Storefront", "MockServing", "Mocking", "Recordings", "ReferenceClient", "OpenAPIContract", "HTTPWire",
                "HTTPExchange",
                httpTypes,
            ], exclude: ["Scripts", "Transcripts"]),
        program(
            "bench",
            [
                "JSONSchema", "HTTPExchange", "Expressions", "OpenAPIContract", "SwiftGeneration", "Sampling",
                "MockServing", "Mocking", "Verification", "LendingLibrary", "HTTPWire", httpTypes, yams, argumentParser,
                nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"),
            ],
            exclude: ["Peers"]),
        program("fuzz", ["JSONSchema", "Expressions", "OpenAPIContract"]),
    ],
    swiftLanguageModes: [.v6]
)
