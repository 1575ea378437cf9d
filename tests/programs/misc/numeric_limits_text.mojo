# Printed forms of extreme and fractional numbers.
def main():
    print(Float64(1e300) * 10, Float64(5e-324), Float64(1) / 3e10)
    print(Float32(16777216), Float32(1e10), Float32(1.1), Float32(3e-7))
    print(Float64(123456.789), Float64(0.1) * 3, Float64(1e21), Float64(1e20))
    print(Int8(-128), UInt64(18446744073709551615), Int128(-5))
    print(Float64(100), Float64(1e5), Float64(123456789012345680))
