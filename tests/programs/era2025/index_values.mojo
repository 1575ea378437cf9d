# In 2025 `Int(x)` took a raw index.
fn double(x: __mlir_type.index) -> Int:
    return Int(x) * 2


fn main():
    alias four = __mlir_attr.`4 : index`
    print(double(four), Int(four))
