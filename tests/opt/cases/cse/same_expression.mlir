kgen.func export @main(%a: index, %b: index) -> index {
  %0 = pop.add %a, %b : index
  %1 = pop.add %a, %b : index
  %2 = pop.add %b, %a : index
  %3 = pop.mul %0, %1 : index
  %4 = pop.mul %3, %2 : index
  kgen.return %4 : index
}

// after
kgen.module {
  kgen.func export @main(%a: index, %b: index) -> index {
    %0 = pop.add %a, %b : index
    %1 = pop.add %b, %a : index
    %2 = pop.mul %0, %0 : index
    %3 = pop.mul %2, %1 : index
    kgen.return %3 : index
  }
}
