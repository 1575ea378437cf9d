def f(x: Variant) -> Int:
    match x:
        case 1 | -2:
            return 0
        case == x.limit:
            pass
        case (a, [b, _]) if a > b:
            return a
        case Point(p, y=var q) as whole:
            return p + q + whole
        case .red:
            pass
        case other:
            return other
