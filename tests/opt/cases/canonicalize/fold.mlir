kgen.func export @main() -> index {
  %0 = kgen.param.constant = <2> : index
  %1 = kgen.param.constant = <3> : index
  %2 = pop.mul %0, %1 : index
  %c = pop.cmp lt %1, %2 : i1
  %3 = pop.select %c, %2, %0 : index
  %4 = kgen.struct.create(%3, %c) : !kgen.struct<(index, i1)>
  %5 = kgen.struct.extract %4[0]
  kgen.return %5 : index
}

// after
kgen.module {
  kgen.func export @main() -> index {
    %0 = kgen.param.constant = <6> : index
    kgen.return %0 : index
  }
}
