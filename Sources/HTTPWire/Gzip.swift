// Content in the gzip coding (RFC 1952), by the system's zlib.

import Zlib

enum Gzip {
    /// Nil where zlib has no memory for it.
    static func compressed(_ content: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 16 more than the window's size asks for the gzip format; memory level 8 and the strategy are zlib's defaults.
        let ready = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard ready == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(content.count)))
        guard content.count <= Int(UInt32.max), bound <= Int(UInt32.max) else { return nil }
        var isDone = false
        // Safe: zlib writes no more than `avail_out`, and the count is what it wrote.
        let compressed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            content.withUnsafeBufferPointer { input in
                // zlib only reads what `next_in` points to.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(bound)
                isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = bound - Int(stream.avail_out)
            }
        }
        return isDone ? compressed : nil
    }
}
