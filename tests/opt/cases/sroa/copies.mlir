kgen.func @f(%from: !kgen.pointer<none>, %to: !kgen.pointer<none>, %i: index) -> index {
  %size = kgen.param.constant = <16> : index
  %s = pop.stack_allocation {type = !kgen.struct<(index, !kgen.pointer<none>)>, count = 1}
  pop.memcpy %s, %from, %size
  pop.memcpy %to, %s, %size {overlapping = true}
  %a = pop.stack_allocation {type = index, count = 4}
  %0 = pop.offset %a, %i {element = index}
  %1 = pop.load %0 : index
  kgen.return %1 : index
}

// after
kgen.module {
  kgen.func @f(%from: !kgen.pointer<none>, %to: !kgen.pointer<none>, %i: index) -> index {
    %size = kgen.param.constant = <16> : index
    %s.0 = pop.stack_allocation {type = index, count = 1}
    %s.1 = pop.stack_allocation {type = !kgen.pointer<none>, count = 1}
    %0 = kgen.struct.gep %from[0] {struct = !kgen.struct<(index, !kgen.pointer<none>)>}
    %1 = pop.load %0 : index
    pop.store %1, %s.0 : index
    %2 = kgen.struct.gep %from[1] {struct = !kgen.struct<(index, !kgen.pointer<none>)>}
    %3 = pop.load %2 : !kgen.pointer<none>
    pop.store %3, %s.1 : !kgen.pointer<none>
    %4 = kgen.struct.gep %to[0] {struct = !kgen.struct<(index, !kgen.pointer<none>)>}
    %5 = pop.load %s.0 : index
    pop.store %5, %4 : index
    %6 = kgen.struct.gep %to[1] {struct = !kgen.struct<(index, !kgen.pointer<none>)>}
    %7 = pop.load %s.1 : !kgen.pointer<none>
    pop.store %7, %6 : !kgen.pointer<none>
    %a = pop.stack_allocation {type = index, count = 4}
    %8 = pop.offset %a, %i {element = index}
    %9 = pop.load %8 : index
    kgen.return %9 : index
  }
}
