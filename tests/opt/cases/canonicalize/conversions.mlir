kgen.func @f(%i: i1, %n: index, %p: !kgen.pointer<none>) -> (i1, index, !kgen.pointer<none>, i1) {
  %0 = pop.cast %i : !pop.scalar<bool>
  %1 = pop.cast %0 : i1
  %2 = pop.cast %n : !pop.scalar<index>
  %3 = pop.cast %2 : index
  %4 = pop.pointer_to_index %p : index
  %5 = pop.index_to_pointer %4 : !kgen.pointer<none>
  %6 = pop.cast %n : i1
  %7 = pop.cast %6 : index
  %8 = pop.cast %7 : i1
  kgen.return %1, %3, %5, %8 : i1, index, !kgen.pointer<none>, i1
}

// after
kgen.module {
  kgen.func @f(%i: i1, %n: index, %p: !kgen.pointer<none>) -> (i1, index, !kgen.pointer<none>, i1) {
    %0 = pop.cast %i : !pop.scalar<bool>
    %1 = pop.cast %n : !pop.scalar<index>
    %2 = pop.pointer_to_index %p : index
    %3 = pop.cast %n : i1
    %4 = pop.cast %3 : index
    kgen.return %i, %n, %p, %3 : i1, index, !kgen.pointer<none>, i1
  }
}
