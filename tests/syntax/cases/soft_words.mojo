comptime match = 1
comptime type: AnyType = Int

def raises(where: Int, thin: Int) raises -> Int:
    var mut = 1
    var out = mut + where
    var deinit, imm = out, thin
    capturing = abi("C")
    escaping[0] = unified.read(write)
    async = await later
    case = match
    let = alias
    extension = __extension(x)
    extension.y = 1
    del x, y
    f(mut=1, out=2, imm=3, type=4)
    Origin[mut=True]
    x.ref.match.type
    return raises
