kgen.func export @main(%a: index, %c: i1) -> index {
  %p = pop.stack_allocation {type = !kgen.struct<(index, i1)>, count = 1, name = "p"}
  %0 = kgen.struct.gep %p[0] {struct = !kgen.struct<(index, i1)>}
  %1 = kgen.struct.gep %p[1] {struct = !kgen.struct<(index, i1)>}
  pop.store %a, %0 : index
  pop.store %c, %1 : i1
  %2 = pop.load %p : !kgen.struct<(index, i1)>
  pop.store %2, %p : !kgen.struct<(index, i1)>
  %3 = pop.load %0 : index
  kgen.return %3 : index
}

// after
kgen.module {
  kgen.func export @main(%a: index, %c: i1) -> index {
    %p.0 = pop.stack_allocation {type = index, count = 1, name = "p.0"}
    %p.1 = pop.stack_allocation {type = i1, count = 1, name = "p.1"}
    pop.store %a, %p.0 : index
    pop.store %c, %p.1 : i1
    %0 = pop.load %p.0 : index
    %1 = pop.load %p.1 : i1
    %2 = kgen.struct.create(%0, %1) : !kgen.struct<(index, i1)>
    %3 = kgen.struct.extract %2[0]
    pop.store %3, %p.0 : index
    %4 = kgen.struct.extract %2[1]
    pop.store %4, %p.1 : i1
    %5 = pop.load %p.0 : index
    kgen.return %5 : index
  }
}
