kgen.func @add1(%x: index) -> index {
  %one = kgen.param.constant = <1> : index
  %y = pop.add %x, %one : index
  kgen.return %y : index
}
kgen.func export @main(%a: index) -> index {
  %r = kgen.call @add1(%a) : (index) -> index
  %s = kgen.call @add1(%r) : (index) -> index
  kgen.return %s : index
}

// after
kgen.module {
  kgen.func @add1(%x: index) -> index {
    %one = kgen.param.constant = <1> : index
    %y = pop.add %x, %one : index
    kgen.return %y : index
  }
  kgen.func export @main(%a: index) -> index {
    %one = kgen.param.constant = <1> : index
    %y = pop.add %a, %one : index
    %one_0 = kgen.param.constant = <1> : index
    %y_0 = pop.add %y, %one_0 : index
    kgen.return %y_0 : index
  }
}
