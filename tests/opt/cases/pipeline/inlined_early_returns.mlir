// passes: O2
kgen.func @clamp(%x: index, %low: index, %high: index) -> index {
  %0 = pop.cmp lt %x, %low : i1
  hlcf.if %0 {
    kgen.return %low : index
  }
  %1 = pop.cmp gt %x, %high : i1
  hlcf.if %1 {
    kgen.return %high : index
  }
  kgen.return %x : index
}
kgen.func export @main(%a: index) -> index {
  %low = kgen.param.constant = <-10> : index
  %high = kgen.param.constant = <10> : index
  %0 = kgen.call @clamp(%a, %low, %high) : (index, index, index) -> index
  kgen.return %0 : index
}

// after
kgen.module {
  kgen.func export @main(%a: index) -> index {
    %low = kgen.param.constant = <-10> : index
    %high = kgen.param.constant = <10> : index
    %0 = pop.cmp lt %a, %low : i1
    %1 = pop.cmp gt %a, %high : i1
    %2 = pop.select %1, %high, %a : index
    %3 = pop.select %0, %low, %2 : index
    kgen.return %3 : index
  }
}
