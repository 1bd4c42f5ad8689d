// Content back from the gzip coding, by the system's zlib.

import Zlib

enum Inflate {
    /// Nil where it is not one whole gzip member.
    static func gunzip(_ content: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 16 more than the window's size takes the gzip format alone.
        guard
            inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { inflateEnd(&stream) }
        var whole: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var status = Z_OK
        content.withUnsafeBufferPointer { input in
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = UInt32(input.count)
            while status == Z_OK {
                let count = buffer.withUnsafeMutableBufferPointer { output -> Int in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    return output.count - Int(stream.avail_out)
                }
                whole += buffer.prefix(count)
                if count == 0 { break }
            }
        }
        return status == Z_STREAM_END && stream.avail_in == 0 ? whole : nil
    }
}
