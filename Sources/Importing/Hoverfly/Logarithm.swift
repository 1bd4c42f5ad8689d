// The one computation of Hoverfly's delays that needs a mathematics library.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

enum Logarithm {
    /// Of a lognormal distribution, from its mean and its median.
    static func sigma(mean: Double, median: Double) -> Double { sqrt(2 * log(mean / median)) }
}
