kgen.func export @main(%x: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %0 = pop.add %x, %zero : index
  %1 = pop.mul %0, %one : index
  %2 = pop.sub %1, %zero : index
  %3 = pop.floordiv %2, %one : index
  %4 = pop.neg %3 : index
  %5 = pop.neg %4 : index
  %6 = pop.xor %5, %5 : index
  %7 = pop.or %6, %5 : index
  kgen.return %7 : index
}

// after
kgen.module {
  kgen.func export @main(%x: index) -> index {
    %0 = pop.neg %x : index
    kgen.return %x : index
  }
}
