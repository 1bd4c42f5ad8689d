// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A module of ours. `.ci/floors` reads the floors and what each module is for from the comments at the targets, and refuses an import
/// that does not point down.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// A module that apps link: it depends on Foundation alone, and on nothing that iOS 16 does not have.
func appModule(_ name: String) -> Target { module(name) }

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func program(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], defines: [SwiftSetting] = []
) -> Target {
    .executableTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict + defines)
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHPACK = Target.Dependency.product(name: "NIOHPACK", package: "swift-nio-http2")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")

// With COUNTERPART_SQLITE=1 the storefront can keep its data in SQLite. GRDB needs SQLite's headers and a minute to build: who serves or
// tests does without. It is no trait, since a trait is a compilation condition of every module: switching it builds all of them again.
let hasSQLite = Context.environment["COUNTERPART_SQLITE"] == "1"
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let storeDependencies: [Package.Dependency] =
    hasSQLite ? [.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")] : []
let storeTargets: [Target] =
    hasSQLite
    ? [
        module("ReferenceStore", ["ReferenceClient", grdb]),
        tests("ReferenceStoreTests", ["ReferenceStore", "ReferenceClient", grdb]),
        module("SQLiteSessions", ["SessionStores", grdb]),
        tests("SQLiteSessionsTests", ["SessionStoreSuite", "SQLiteSessions", "SessionStores", grdb]),
    ] : []
let sessionStores: [Target.Dependency] = hasSQLite ? ["SQLiteSessions"] : []

/// What is used with the trait PostgreSQL alone: without it nobody needs libpq's headers.
func postgreSQL(_ names: [String]) -> [Target.Dependency] {
    names.map { .target(name: $0, condition: .when(traits: ["PostgreSQL"])) }
}

// The plugins run the program. Building it takes an app's package minutes, so the tag of a release names the artifact bundle that the release is
// published with: `.ci/release` writes that manifest. COUNTERPART_BUNDLE is the path of an unpacked bundle, and goes first. Without both, and on
// other machines than the bundle is for, the plugins of a checkout that an app depends on build the program. Where this package is built itself they do
// not, but with COUNTERPART_PLUGINS=1: SwiftPM compiles what a plugin runs apart from all else, which would build nearly everything twice.
let released: (url: String, checksum: String)? = nil
#if os(Linux) && arch(x86_64)
let isReleasedForHere = true
#else
let isReleasedForHere = false
#endif
let bundle: Target? =
    if let path = Context.environment["COUNTERPART_BUNDLE"] {
        // SwiftPM takes a path from the package's folder on, and no other.
        .binaryTarget(
            name: "CounterpartBundle",
            path: Context.packageDirectory.split(separator: "/").map { _ in ".." }.joined(separator: "/") + path)
    } else if let released, isReleasedForHere {
        .binaryTarget(name: "CounterpartBundle", url: released.url, checksum: released.checksum)
    } else {
        nil
    }

let buildsForPlugins =
    Context.packageDirectory.contains("/checkouts/") || Context.environment["COUNTERPART_PLUGINS"] == "1"
let tool = bundle?.name ?? (buildsForPlugins ? "CounterpartCommand" : nil)

func plugin(_ name: String, _ capability: Target.PluginCapability) -> Target {
    .plugin(name: name, capability: capability, dependencies: tool.map { [.target(name: $0)] } ?? [])
}

let package = Package(
    name: "counterpart",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "counterpart", targets: ["CounterpartCommand"]),
        .executable(name: "storefront", targets: ["Storefront"]),
        .library(name: "CounterpartTesting", targets: ["CounterpartTesting"]),
        .plugin(name: "CounterpartClient", targets: ["CounterpartClient"]),
        .plugin(name: "GenerateClient", targets: ["GenerateClient"]),
    ],
    traits: [.trait(name: "PostgreSQL", description: "Keep sessions in PostgreSQL (`serve --store`); needs libpq.")],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ] + storeDependencies,
    targets: [
        // Floor 1
        // OwnThread: for tests: runs a test on a thread of its own, or on a small stack
        .target(name: "OwnThread", path: "Tests/OwnThread", swiftSettings: strict),
        // JSONValues: JSON: value, reader, writer, pointer, numbers; texts in it: Base64, percent-encoding, civil dates
        module("JSONValues"),
        tests("JSONValuesTests", ["JSONValues"]),
        tests("JSONConformance", ["JSONValues"]),
        // RegularExpressions: patterns of ECMA-262, RE2 and I-Regexp, in linear time
        module("RegularExpressions"),
        tests("RegularExpressionsTests", ["RegularExpressions", "JSONValues"]),
        // Zlib: the system's zlib
        .systemLibrary(name: "Zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // CPostgreSQL: the system's libpq, with the trait PostgreSQL
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // Certificates: an authority of one's own for development, and what it signs, by the system's openssl
        module("Certificates"),
        tests("CertificatesTests", ["Certificates"]),
        // ConsolePage: the files of the console, as browsers get them
        module("ConsolePage", resources: [.embedInCode("Files")]),
        // Floor 2
        // JSONSchema: schemas, formats, validator
        module("JSONSchema", ["RegularExpressions", "JSONValues"]),
        tests("JSONSchemaTests", ["OwnThread", "JSONSchema", "RegularExpressions", "JSONValues"]),
        tests("JSONSchemaConformance", ["JSONSchema", "JSONValues"]),
        // SourceDocuments: texts with places, YAML, encodings, diagnostics and their forms, files of the system
        module("SourceDocuments", ["JSONValues", yams]),
        tests("SourceDocumentsTests", ["SourceDocuments", "JSONValues"]),
        // Markup: XML as elements and as nodes, XPath 1.0; HTML's tags and texts
        module("Markup", ["JSONValues"]),
        tests("MarkupTests", ["Markup"]),
        // ReportPages: HTML reports in one file, of the console's colours: totals, grids, drawn times, sides, a filter
        module("ReportPages", ["ConsolePage", "JSONValues"], resources: [.embedInCode("Files")]),
        // Floor 3
        // HTTPExchange: request, response, media types, and how an answer is delivered
        module("HTTPExchange", ["JSONSchema", "Zlib", "JSONValues", httpTypes]),
        tests("HTTPExchangeTests", ["HTTPExchange", "JSONSchema", "JSONValues", httpTypes]),
        // Expressions: JSONPath, runtime expressions, and what is wrong with an expression of any language
        module("Expressions", ["JSONSchema", "RegularExpressions", "JSONValues"]),
        tests("ExpressionsTests", ["Expressions", "JSONSchema", "JSONValues"]),
        tests("JSONPathConformance", ["Expressions", "JSONValues"]),
        // Floor 4
        // CEL: the Common Expression Language, and Arazzo's simple conditions, which are evaluated as it is
        module("CEL", ["Expressions", "JSONSchema", "RegularExpressions", "JSONValues"]),
        tests("CELTests", ["OwnThread", "CEL", "Expressions", "JSONSchema", "JSONValues"]),
        tests("CELConformance", ["CEL", "Expressions", "JSONValues"]),
        // Archives: HAR 1.2, and the redaction of secrets
        module("Archives", ["HTTPExchange", "Markup", "JSONSchema", "JSONValues", httpTypes]),
        tests("ArchivesTests", ["Archives", "HTTPExchange", "JSONSchema", "JSONValues", httpTypes]),
        // HTTPWire: the only sockets: one listener, without TLS
        module(
            "HTTPWire",
            [
                "HTTPExchange", "Zlib", httpTypes, nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"),
                nio("NIOTLS"), nioHTTP2, nioHPACK,
            ]
        ),
        tests(
            "HTTPWireTests",
            [
                "SecureWire", "HTTPWire", "Archives", "HTTPExchange", "Certificates", "Zlib", httpTypes, nio("NIOCore"),
                nio("NIOPosix"), nio("NIOEmbedded"), nio("NIOHTTP1"), nio("NIOTLS"), nioSSL, nioHTTP2, nioHPACK,
            ]),
        // Floor 5
        // OpenAPIContract: load, route, decode and encode; judges one exchange, and is the only judge
        module(
            "OpenAPIContract",
            ["Expressions", "Archives", "HTTPExchange", "SourceDocuments", "JSONSchema", "JSONValues", httpTypes]),
        tests(
            "OpenAPIContractTests",
            [
                "ContractTools", "ContractSamples", "OpenAPIContract", "HTTPExchange", "SourceDocuments", "JSONSchema",
                "JSONValues", httpTypes,
            ]),
        // SecureWire: the one sender, and TLS for the listener: what apps' tests do without
        module(
            "SecureWire",
            [
                "HTTPWire", "HTTPExchange", "JSONValues", httpTypes, nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"),
                nioSSL, nioHTTP2, asyncHTTPClient,
            ]),
        // ClientRuntime: what generated clients are built on; Foundation alone
        appModule("ClientRuntime"),
        tests("ClientRuntimeTests", ["ClientRuntime"]),
        // ReferenceClient: a generated client with an app's own logic; Foundation alone
        appModule("ReferenceClient"),
        tests("ReferenceClientTests", ["ReferenceClient"]),
        // Floor 6
        // ContractCollections: lists, their items, and how both are asked for, as a contract reveals them
        module(
            "ContractCollections",
            [
                "OpenAPIContract", "Expressions", "HTTPExchange", "SourceDocuments", "JSONSchema", "JSONValues",
                httpTypes,
            ]),
        // ContractUsage: what applications use of a contract, from what they sent and got
        module(
            "ContractUsage",
            ["OpenAPIContract", "HTTPExchange", "JSONSchema", "JSONValues", httpTypes],
            resources: [.embedInCode("Schema/usage.schema.json")]),
        tests(
            "ContractUsageTests",
            [
                "ContractUsage", "ContractChanges", "OpenAPIContract", "HTTPExchange", "SourceDocuments", "JSONSchema",
                "JSONValues", httpTypes,
            ]),
        // Sampling: seeded values that fit a schema, or break it
        module("Sampling", ["JSONSchema", "RegularExpressions", "JSONValues"]),
        tests(
            "SamplingTests",
            ["Sampling", "OpenAPIContract", "SourceDocuments", "JSONSchema", "RegularExpressions", "JSONValues"]),
        // Floor 7
        // ContractTools: what `check` tells, export, rendering for people, the template of `init`
        module(
            "ContractTools",
            [
                "ContractCollections", "OpenAPIContract", "HTTPExchange", "SourceDocuments", "JSONSchema",
                "RegularExpressions", "JSONValues",
                httpTypes,
            ]),
        // ContractSamples: for tests: small contracts, and where published documents are
        .target(
            name: "ContractSamples",
            dependencies: ["OpenAPIContract", "HTTPExchange", "SourceDocuments", "JSONValues", httpTypes],
            path: "Tests/ContractSamples", swiftSettings: strict),
        tests(
            "ContractCollectionsTests",
            ["ContractCollections", "ContractSamples", "OpenAPIContract", "SourceDocuments", "JSONValues", httpTypes]),
        tests(
            "ContractToolsTests",
            [
                "ContractCollections", "ContractTools", "ContractSamples", "OpenAPIContract", "HTTPExchange",
                "SourceDocuments", "JSONSchema",
                "RegularExpressions", "JSONValues",
            ]),
        // SwiftGeneration: from a contract to the source of a Swift client
        module(
            "SwiftGeneration",
            [
                "ContractCollections", "OpenAPIContract", "HTTPExchange", "SourceDocuments", "JSONSchema", "JSONValues",
                httpTypes,
            ],
            resources: [.embedInCode("Runtime")]),
        tests(
            "SwiftGenerationTests",
            [
                "ContractChanges", "Sampling", "SwiftGeneration", "OpenAPIContract", "SourceDocuments", "JSONSchema",
                "JSONValues",
            ]),
        tests(
            "GeneratedClientTests", ["OpenAPIContract", "HTTPExchange", "JSONSchema", "JSONValues", httpTypes],
            exclude: ["Contracts"]
        ),
        // ReferenceStore: the reference client's database on SQLite, with COUNTERPART_SQLITE=1
        // Workflows: Arazzo: load, check, run
        module(
            "Workflows",
            [
                "OpenAPIContract", "CEL", "Expressions", "HTTPExchange", "SourceDocuments", "JSONSchema",
                "RegularExpressions",
                "JSONValues", httpTypes,
            ]),
        tests(
            "WorkflowsTests",
            [
                "Mocking", "Workflows", "OpenAPIContract", "Expressions", "HTTPExchange", "SourceDocuments",
                "JSONValues", httpTypes,
            ]),
        // Recordings: real traffic: recorded, replayed, compared, measured, made a contract of
        module(
            "Recordings",
            [
                "ReportPages", "OpenAPIContract", "Archives", "HTTPExchange", "SourceDocuments", "Markup", "JSONSchema",
                "JSONValues",
                httpTypes,
            ]),
        tests(
            "RecordingsTests",
            [
                "Mocking", "ContractChanges", "Recordings", "OpenAPIContract", "Archives", "HTTPExchange",
                "SourceDocuments", "JSONSchema", "JSONValues", httpTypes,
            ]),
        // ContractChanges: what differs between two contracts, and whom it breaks
        module(
            "ContractChanges",
            [
                "ReportPages", "ContractUsage", "OpenAPIContract", "HTTPExchange", "SourceDocuments", "JSONSchema",
                "RegularExpressions", "JSONValues", httpTypes,
            ]),
        tests("ContractChangesTests", ["ContractChanges", "OpenAPIContract", "SourceDocuments", "JSONValues"]),
        // Pact: what consumers expect of a provider: read, matched, answered, compared with a contract, written
        module(
            "Pact",
            [
                "Sampling", "OpenAPIContract", "Archives", "HTTPExchange", "SourceDocuments", "Markup", "JSONSchema",
                "RegularExpressions", "JSONValues", httpTypes,
            ]),
        tests(
            "PactTests",
            [
                "Pact", "OpenAPIContract", "HTTPExchange", "SourceDocuments", "RegularExpressions", "JSONValues",
                httpTypes,
            ]),
        tests("PactConformance", ["Pact", "SourceDocuments", "JSONValues"]),
        // VerificationReports: cases, exchanges and findings of a run, and their record: its causes, its baseline, its formats
        module(
            "VerificationReports",
            ["ReportPages", "OpenAPIContract", "HTTPExchange", "SourceDocuments", "JSONValues", httpTypes]),
        // SessionStores: where sessions are kept that outlive a process, or that several processes share
        module("SessionStores"),
        // Floor 8
        // Lifecycles: what exchanges in their order show of resources that are created, changed and deleted
        module(
            "Lifecycles",
            [
                "VerificationReports", "ContractCollections", "OpenAPIContract", "Expressions", "HTTPExchange",
                "SourceDocuments", "JSONSchema", "JSONValues", httpTypes,
            ]),
        // MockRules: mock.yaml: read, checked and compiled: state and rules, latency, faults, identities
        module(
            "MockRules",
            [
                "Recordings", "Sampling", "OpenAPIContract", "CEL", "Expressions",
                "HTTPExchange",
                "SourceDocuments", "Markup", "JSONSchema", "RegularExpressions", "JSONValues", httpTypes,
            ], resources: [.embedInCode("Rules/mock.schema.json")]),
        // Journals: the exchanges of a session, why each was answered as it was, what is expected of them; without secrets
        module(
            "Journals",
            [
                "OpenAPIContract", "Archives", "HTTPExchange", "SourceDocuments", "JSONSchema", "JSONValues", httpTypes,
            ]),
        // ClientIdentities: who the requests of a run are from: fields, tokens, logins
        module(
            "ClientIdentities",
            [
                "Workflows", "OpenAPIContract", "Expressions", "HTTPExchange", "SourceDocuments", "JSONSchema",
                "JSONValues", httpTypes,
            ]),
        // Importing: what other tools' mocks and collections say, as a contract with a mock file
        module(
            "Importing",
            [
                "Recordings", "Expressions", "Archives", "HTTPExchange", "SourceDocuments", "Markup",
                "JSONSchema", "RegularExpressions", "JSONValues", httpTypes,
            ]),
        // SessionStoreSuite: for tests: what every store of sessions has to do
        .target(
            name: "SessionStoreSuite", dependencies: ["SessionStores"], path: "Tests/SessionStoreSuite",
            swiftSettings: strict),
        tests("SessionStoresTests", ["SessionStoreSuite", "SessionStores"]),
        // PostgreSQLSessions: sessions in a database of PostgreSQL, with the trait PostgreSQL
        module("PostgreSQLSessions", postgreSQL(["CPostgreSQL", "SessionStores"])),
        // Floor 9
        // Mocking: from request to answer: route, judge, decide, delay, fault; knows no socket
        module(
            "Mocking",
            [
                "Journals", "MockRules", "SessionStores", "Recordings", "Sampling", "ContractCollections",
                "ContractTools", "OpenAPIContract", "CEL", "Archives",
                "HTTPExchange", "SourceDocuments", "JSONSchema",
                "JSONValues", "ConsolePage", httpTypes,
            ],
            resources: [
                .embedInCode("Control/control.openapi.yaml")
            ]),
        tests(
            "MockingTests",
            [
                "ContractSamples", "Journals", "OwnThread", "Mocking", "MockRules", "MockServing", "SessionStores",
                "Recordings",
                "Sampling",
                "ContractCollections",
                "ContractTools",
                "SecureWire", "HTTPWire",
                "OpenAPIContract", "Expressions", "Archives", "HTTPExchange", "Certificates", "SourceDocuments",
                "JSONSchema", "JSONValues", "ConsolePage", httpTypes,
            ]),
        tests(
            "ImportingTests",
            [
                "Importing", "Mocking", "MockRules", "Recordings", "OpenAPIContract", "HTTPExchange", "SourceDocuments",
                "JSONValues",
                httpTypes,
            ]),
        // Verification: plan cases, send by a closure, judge, shrink; knows no socket
        module(
            "Verification",
            [
                "ReportPages", "Lifecycles", "VerificationReports", "ClientIdentities", "Pact", "Workflows", "Sampling",
                "ContractCollections",
                "OpenAPIContract", "Archives", "HTTPExchange", "SourceDocuments", "JSONSchema",
                "JSONValues", httpTypes,
            ]),
        // LendingLibrary: for tests: a backend in process, with mistakes to find
        .target(
            name: "LendingLibrary", dependencies: ["HTTPExchange", "JSONSchema", "JSONValues", httpTypes],
            path: "Tests/LendingLibrary", swiftSettings: strict),
        tests(
            "VerificationTests",
            [
                "LendingLibrary", "OwnThread", "Verification", "Lifecycles", "VerificationReports", "ClientIdentities",
                "Pact",
                "Sampling", "OpenAPIContract", "Archives",
                "HTTPExchange", "SourceDocuments", "JSONSchema", "JSONValues", httpTypes,
            ]),
        tests(
            "KeystoneTests",
            [
                "Journals", "OwnThread", "Verification", "VerificationReports", "ClientIdentities", "Mocking",
                "MockRules",
                "Workflows", "OpenAPIContract", "HTTPExchange",
                "SourceDocuments", "JSONValues", httpTypes,
            ]),
        // SQLiteSessions: sessions in a file of SQLite, with COUNTERPART_SQLITE=1
        tests(
            "PostgreSQLSessionsTests", postgreSQL(["PostgreSQLSessions", "SessionStoreSuite", "SessionStores"])),
        // Floor 10
        // MockServing: the only composition of mock, control API, listener, reload and backend
        module(
            "MockServing",
            [
                "Journals", "SessionStores", "Mocking", "MockRules", "Recordings", "HTTPWire", "OpenAPIContract",
                "HTTPExchange", "SourceDocuments",
                "JSONSchema",
                "JSONValues", httpTypes,
            ]),
        tests(
            "MockServingTests",
            [
                "Journals", "MockServing", "SessionStores", "SessionStoreSuite", "ContractSamples", "Mocking",
                "MockRules", "HTTPWire",
                "OpenAPIContract", "HTTPExchange", "SourceDocuments", "JSONValues", httpTypes,
            ]),
        // Floor 11
        // CounterpartCommand: the program `counterpart`
        program(
            "CounterpartCommand",
            [
                "Journals", "MockServing", "SessionStores", "Verification", "VerificationReports", "ClientIdentities",
                "Mocking", "MockRules", "Pact", "ContractChanges", "ContractUsage", "Recordings", "Workflows",
                "Sampling", "SwiftGeneration", "Importing", "ContractTools", "SecureWire", "HTTPWire",
                "OpenAPIContract", "Archives",
                "HTTPExchange", "SourceDocuments", "JSONSchema", "Certificates", "JSONValues", httpTypes,
                argumentParser,
            ] + sessionStores + postgreSQL(["PostgreSQLSessions"]), defines: hasSQLite ? [.define("SQLITE")] : []),
        tests(
            "CounterpartCommandTests",
            [
                "Journals", "CounterpartCommand", "LendingLibrary", "Verification", "VerificationReports", "Mocking",
                "MockRules",
                "SecureWire", "HTTPWire", "OpenAPIContract",
                "Archives", "HTTPExchange", "JSONSchema", "JSONValues", httpTypes, nio("NIOCore"), nio("NIOPosix"),
            ]),
        // CounterpartTesting: the mock inside a test process
        module(
            "CounterpartTesting",
            [
                "Journals", "MockServing", "Mocking", "MockRules", "Pact", "HTTPWire", "OpenAPIContract",
                "HTTPExchange",
                "SourceDocuments",
                "JSONValues", httpTypes,
            ]),
        tests("CounterpartTestingTests", ["Journals", "CounterpartTesting", "ReferenceClient"]),
        // Storefront: the reference client in a terminal
        program(
            "Storefront",
            [
                "Mocking", "MockRules", "ReferenceClient", "OpenAPIContract", "HTTPExchange", "SourceDocuments",
                httpTypes,
                argumentParser,
            ] + (hasSQLite ? ["ReferenceStore"] : []),
            defines: hasSQLite ? [.define("SQLITE")] : []),
        tests(
            "StorefrontTests",
            [
                "Storefront", "MockServing", "Mocking", "MockRules", "Recordings", "ReferenceClient", "HTTPWire",
                "OpenAPIContract",
                "HTTPExchange", "SourceDocuments", httpTypes,
            ], exclude: ["Scripts", "Transcripts"]),
        // bench: measures this package
        program(
            "bench",
            [
                "MockServing", "LendingLibrary", "Verification", "VerificationReports", "ClientIdentities",
                "Mocking",
                "MockRules", "Sampling", "SwiftGeneration", "SecureWire", "HTTPWire",
                "OpenAPIContract", "CEL", "HTTPExchange", "SourceDocuments", "JSONSchema", "JSONValues",
                httpTypes, yams, argumentParser, nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"),
            ],
            exclude: ["Peers"]),
        // fuzz: feeds the readers with hostile input
        program(
            "fuzz",
            [
                "Mocking", "MockRules", "Recordings", "ContractTools", "HTTPWire", "OpenAPIContract", "Archives",
                "HTTPExchange",
                "CEL", "Expressions", "SourceDocuments", "JSONSchema", "RegularExpressions", "JSONValues", httpTypes,
                nio("NIOCore"), nio("NIOEmbedded"),
            ]),
        // Floor 12
        // CounterpartClient: plugin of SwiftPM: generates a target's client when it is built
        plugin("CounterpartClient", .buildTool()),
        // GenerateClient: plugin of SwiftPM: `swift package generate-client`
        plugin(
            "GenerateClient",
            .command(
                intent: .custom(verb: "generate-client", description: "Write the Swift clients of contracts."),
                permissions: [.writeToPackageDirectory(reason: "writes the generated clients")])),
    ] + storeTargets + (bundle.map { [$0] } ?? []),
    swiftLanguageModes: [.v6]
)
