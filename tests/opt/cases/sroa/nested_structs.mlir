// passes: sroa, mem2reg, canonicalize, dce
kgen.func export @main(%a: index, %c: i1) -> index {
  %s = pop.stack_allocation {type = !kgen.struct<(i1, !kgen.struct<(index, index)>)>, count = 1}
  %0 = kgen.struct.gep %s[1] {struct = !kgen.struct<(i1, !kgen.struct<(index, index)>)>}
  %1 = kgen.struct.gep %0[1] {struct = !kgen.struct<(index, index)>}
  pop.store %a, %1 : index
  %2 = pop.load %0 : !kgen.struct<(index, index)>
  %3 = kgen.struct.extract %2[1]
  kgen.return %3 : index
}

// after
kgen.module {
  kgen.func export @main(%a: index, %c: i1) -> index {
    kgen.return %a : index
  }
}
