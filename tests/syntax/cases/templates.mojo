def templates(x: Int, name: String):
    print(t"plain")
    print(t"{x}")
    print(t"a {x + 1} b {{literal}} {name}!")
    print(t'{d["key"]} {f(x, y=1)}', rt"\n{x}", tr'\{{')
    print(t"""many
{x}
lines""")
    print(t"nested {t"inner {t'deepest {x}'} end"}")
    print("joined " t"with {x}" " and more")
    print(t"tab\t{x}\u00e9")
    print(t"{x if x > 0 else -x}", t"{(y := 3)}", t"{[i for i in x]}", t"{ {1: 2} }")
