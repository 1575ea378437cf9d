kgen.func @f() -> index {
  %0 = kgen.param.constant = <2> : index
  %1 = kgen.param.constant = <0> : index
  %2 = pop.div %0, %1 : index
  kgen.return %2 : index
}

// after
kgen.module {
  kgen.func @f() -> index {
    %0 = kgen.param.constant = <2> : index
    %1 = kgen.param.constant = <0> : index
    %2 = pop.div %0, %1 : index
    kgen.return %2 : index
  }
}
