// Reads what has been freed.

@main enum Bounds {
    static func main() {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
        bytes.initialize(repeating: 1, count: 16)
        bytes.deallocate()
        print(bytes[3])
    }
}
