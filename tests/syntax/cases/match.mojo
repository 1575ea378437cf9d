def matching(x: Int):
    match x:
        case 0:
            pass
        case -1 | +2.5 | "three" | True | None:
            pass
        case y:
            pass
        case _ if x > 3:
            pass
        case (a, _, (b, c)):
            pass
        case a, b:
            pass
        case [first, *rest]:
            pass
        case [*_]:
            pass
        case Point(0, y=0, z=inner):
            pass
        case pkg.Point[Int]():
            pass
        case 1 | 2 as number:
            pass
        case (Circle() | Square()) as shape:
            pass
        case == limit + 1:
            pass
        case Color.RED:
            pass
        case .GREEN:
            pass
        case var owned_value:
            pass
        case ref place:
            pass
        case (single,):
            pass
    match x, y:
        case 1, 2: pass
    comptime match N:
        case 1:
            pass
    var match = 1
    match = 2
    match(x)
    match[0] = 1
    match.y
    match: Int = 3
    print(match, case)
    match (x):
        case 1: match -x
