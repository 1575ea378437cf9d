kgen.func export @main(%a: index, %b: index) -> index {
  %true = kgen.param.constant = <true> : i1
  %false = kgen.param.constant = <false> : i1
  %0 = hlcf.if %true -> index {
    %1 = pop.add %a, %b : index
    hlcf.yield %1 : index
  } else {
    hlcf.yield %b : index
  }
  hlcf.if %false {
    kgen.return %a : index
  } else {
    kgen.return %0 : index
  }
  kgen.return %b : index
}

// after
kgen.module {
  kgen.func export @main(%a: index, %b: index) -> index {
    %true = kgen.param.constant = <true> : i1
    %false = kgen.param.constant = <false> : i1
    %0 = pop.add %a, %b : index
    kgen.return %0 : index
  }
}
