# alias at module and function level, types as aliases.
alias SIZE = 8
alias Vec = SIMD[DType.float32, 4]
alias NAME = "alias"


fn main():
    alias local = SIZE * 2
    var v = Vec(1.5)
    print(SIZE, local, NAME)
    print(v)
