// The servers of `bench mock`, each in a process of its own.

import ArgumentParser
import Foundation
import JSONValues
import JSONSchema

struct MockBenchServer {
    let name: String
    let url: String
    let process: Process
    /// What it needs beside itself; it goes when the server does.
    let folder: URL?
    /// What wrk asks, where that is more than the URL: a script in Lua.
    var script: URL?
    /// What came together with the line that told its port.
    var printed: [UInt8] = []
    /// Whether the process is a shell that ends the server with this program, however that ends.
    var endsWithParent = false

    private static let shop = "Contracts/sneaker-shop"
    /// Three parameters, and an example that answers.
    private static let search = "/api/shop/find_products?user_id=1&search_pattern=runner&category_id=10"

    private static let cart = "/api/cart/get_products_in_cart?user_id=1"
    /// In turns a change of the cart and a look at it, so that nothing can be answered as it was before.
    private static let changeAndRead = """
        init = function()
          local json = {["Content-Type"] = "application/json"}
          change = wrk.format("POST", "/api/cart/add_to_cart", json, '{"user_id":1,"product_id":1002}')
          read = wrk.format("GET", "\(cart)")
        end
        local isRead = false
        request = function()
          isRead = not isRead
          return isRead and read or change
        end
        """

    /// One request with a body, again and again.
    private static func post(_ target: String, _ body: String) -> String {
        """
        wrk.method = "POST"
        wrk.path = "\(target)"
        wrk.headers["Content-Type"] = "application/json"
        wrk.body = '\(body)'

        """ + appFields
    }

    private static let login = post(
        "/api/login/login", #"{"email":"anna@shop.example","passwd":"correct-horse"}"#)
    private static let add = post("/api/cart/add_to_cart", #"{"user_id":1,"product_id":1002}"#)
    private static let promotions = "/api/home/get_promotions?user_id=1"

    /// The header fields that an app sends with every request.
    private static let appFields = """
        wrk.headers["Accept"] = "application/json"
        wrk.headers["Authorization"] = "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
        wrk.headers["User-Agent"] = "Sneakers/3.14 CFNetwork/1568.200.51 Darwin/24.1.0"
        wrk.headers["Accept-Language"] = "en-GB,en;q=0.9"
        wrk.headers["Accept-Encoding"] = "gzip, deflate, br"
        wrk.headers["X-Request-ID"] = "5f0e2a7c-91f3-4c0e-9b77-1a2b3c4d5e6f"
        """

    static func all() throws -> [MockBenchServer] {
        let document = "\(shop)/openapi.yaml"
        let content = try Responder.content(of: document, target: search)
        return [
            try nginx(content),
            try responder("bare NIO, decoder only", .bare, target: search),
            try responder("NIO's own pipeline", .stock, target: search),
            try responder("mock, static example", .document, target: search),
            try responder("mock, an app's fields", .document, target: search, asking: appFields),
            try responder("mock, rule with state", .folder, target: cart),
            try responder("mock, rule, an app's fields", .folder, target: promotions, asking: appFields),
            try responder(
                "mock, rule, an app's fields, in a session", .folder,
                target: "/_counterpart/sessions/a" + promotions, asking: appFields),
            try responder("mock, POST login", .folder, target: promotions, asking: login),
            try responder("mock, POST add_to_cart", .folder, target: promotions, asking: add),
            try responder("mock, rule, two event loops", .folder, target: promotions, asking: appFields, loops: 2),
            try responder(
                "mock, POST login, two event loops", .folder, target: promotions, asking: login,
                loops: 2),
            try responder("mock, change and read", .folder, target: cart, asking: changeAndRead),
            try responder(
                "mock, sampled body", .document, target: "/api/home/get_promotions?user_id=1&__dynamic=true"),
        ]
    }

    func stop() {
        // What is on a leash ends with it; the shell that holds it would leave its server behind if it was ended itself.
        if let leash = process.standardInput as? Pipe { try? leash.fileHandleForWriting.close() }
        for _ in 0..<600 where endsWithParent && process.isRunning { usleep(50_000) }
        process.terminate()
        // A server that does not end by itself must not outlive the benchmark.
        for _ in 0..<40 where process.isRunning { usleep(50_000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    var processIdentifier: Int32 { process.processIdentifier }

    /// The most memory that it has had so far, in bytes; of what is on a leash that of the server. Nil where the system does not tell.
    var peakMemory: Int? {
        let leash = "/proc/\(processIdentifier)/task/\(processIdentifier)/children"
        let children = endsWithParent ? try? String(contentsOfFile: leash, encoding: .utf8) : nil
        let server = children?.split(separator: " ").first.map(String.init) ?? "\(processIdentifier)"
        let status = try? String(contentsOfFile: "/proc/\(server)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }

    /// What it has printed since it told its port, once it has ended.
    var lastWords: String? {
        let rest = (process.standardOutput as? Pipe).flatMap { try? $0.fileHandleForReading.readToEnd() }
        return rest.map { String(decoding: printed + $0, as: UTF8.self) }
    }

    /// User and system time of the process and its children.
    var cpuSeconds: Double {
        MockBenchServer.ticks(process.processIdentifier) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Of nginx it is the worker that works.
    private static func ticks(_ process: Int32) -> Double {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = stat.lastIndex(of: ")")
        else { return .nan }
        let fields = stat[end...].split(separator: " ")
        let own = (Double(fields[12]) ?? .nan) + (Double(fields[13]) ?? .nan)
        let children =
            (try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)) ?? ""
        return children.split(separator: " ").compactMap { Int32($0) }.reduce(own) { $0 + ticks($1) }
    }

    /// This program, as a server that prints its port.
    /// - Parameter script: what wrk asks, in Lua; without one it is the target.
    static func responder(
        _ name: String, _ kind: Responder.Kind, target: String, asking script: String? = nil, loops: Int = 1
    ) throws -> MockBenchServer {
        let folder = try script.map { _ in try temporaryFolder() }
        let file = folder?.appending(path: "requests.lua")
        if let script, let file { try Data(script.utf8).write(to: file) }
        var server = try program(
            name, URL(filePath: CommandLine.arguments[0]),
            ["responder", kind.rawValue, shop, search, "--loops", "\(loops)"], target: target,
            folder: folder
        ) { Int($0) }
        server.script = file
        return server
    }

    /// `counterpart serve`, as whoever has the program starts it, but that it prints no line per request.
    static func serve(_ name: String, target: String) throws -> MockBenchServer {
        try program(name, try counterpart(), ["serve", shop, "--port", "0", "--quiet", "--json"], target: target) {
            portOfEvent($0)
        }
    }

    /// The program that is delivered, built beside this one.
    static func counterpart() throws -> URL {
        let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "counterpart")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw ValidationError(
                "There is no \(program.path). Build it first, as this program was: swift build -c release --static-swift-stdlib --product counterpart"
            )
        }
        return program
    }

    /// Of the event that it prints first.
    static func portOfEvent(_ line: String) -> Int? {
        (try? JSON(parsing: line))?["port"]?.number?.int64.map { Int($0) }
    }

    private static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Has the program run beside a `cat` that reads from this one: that ends when this one does, even by `kill -9`, and takes the server and
    /// its folder along.
    private static func runWithParent(_ process: Process, _ executable: URL, _ arguments: [String], _ folder: URL?) {
        let script =
            "folder=$1; shift; \"$@\" & cat >/dev/null; kill $!; wait; [ -z \"$folder\" ] || rm -rf \"$folder\""
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, "sh", folder?.path ?? "", executable.path] + arguments
        process.standardInput = Pipe()
    }

    /// A program whose first line tells the port that it listens on.
    static func program(
        _ name: String, _ executable: URL, _ arguments: [String], target: String, folder: URL? = nil,
        endsWithParent: Bool = false, port: (_ line: String) -> Int?
    ) throws -> MockBenchServer {
        let process = Process()
        let output = Pipe()
        if endsWithParent {
            runWithParent(process, executable, arguments, folder)
        } else {
            process.executableURL = executable
            process.arguments = arguments
            process.standardInput = Pipe()
        }
        process.standardOutput = output
        try process.run()
        // Part by part: a line of some kilobytes, read byte by byte, would add milliseconds to what is measured.
        var printed: [UInt8] = []
        var end: Int?
        while end == nil {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { break }
            let found = part.firstIndex(of: UInt8(ascii: "\n"))
            end = found.map { printed.count + $0 - part.startIndex }
            printed += part
        }
        guard let end, let port = port(String(decoding: printed[..<end], as: UTF8.self)) else {
            throw ValidationError("\(name) has not started.")
        }
        return MockBenchServer(
            name: name, url: "http://127.0.0.1:\(port)\(target)", process: process, folder: folder,
            printed: Array(printed[(end + 1)...]), endsWithParent: endsWithParent)
    }

    private static func nginx(_ content: [UInt8]) throws -> MockBenchServer {
        try nginx(
            "nginx", content: content, target: search,
            location: "default_type application/json; try_files /content.json =404;")
    }

    /// - Parameters:
    ///   - number: 0 or 1, where this process starts two.
    ///   - content: of the file `content.json` in its folder.
    ///   - http: directives beside the server.
    ///   - location: what it does with every request.
    static func nginx(
        _ name: String, number: Int = 0, content: [UInt8] = [], target: String, http: String = "", location: String
    ) throws -> MockBenchServer {
        let folder = try temporaryFolder()
        let port = 20_000 + (Int(ProcessInfo.processInfo.processIdentifier) * 2 + number) % 20_000
        try Data(content).write(to: folder.appending(path: "content.json"))
        let configuration = """
            worker_processes 1;
            daemon off;
            pid \(folder.path)/nginx.pid;
            error_log stderr crit;
            events { worker_connections 4096; }
            http {
              access_log off;
              keepalive_requests 1000000000;
              open_file_cache max=10;
              \(http)
              server { listen 127.0.0.1:\(port) backlog=1024; root \(folder.path); location / { \(location) } }
            }
            """
        try Data(configuration.utf8).write(to: folder.appending(path: "nginx.conf"))
        let process = Process()
        runWithParent(process, try Tool.find("nginx"), ["-c", "\(folder.path)/nginx.conf", "-p", folder.path], folder)
        try process.run()
        let url = "http://127.0.0.1:\(port)\(target)"
        for _ in 0..<100 where (try? Tool.run("curl", ["-sf", url])) == nil { usleep(50_000) }
        return MockBenchServer(name: name, url: url, process: process, folder: folder, endsWithParent: true)
    }
}

/// Programs of the system.
enum Tool {
    static func find(_ name: String) throws -> URL {
        for folder in ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"] {
            let path = "\(folder)/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return URL(filePath: path) }
        }
        throw ValidationError("\(name) is not installed (Debian: apt-get install \(name)).")
    }

    static func run(_ name: String, _ arguments: [String]) throws -> String { try run(find(name), arguments) }

    static func run(_ program: URL, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ValidationError("\(program.lastPathComponent) ended with \(process.terminationStatus).")
        }
        return text
    }
}
