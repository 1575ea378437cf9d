kgen.func @f(%p: !kgen.pointer<none>, %x: index) {
  %size = kgen.param.constant = <16> : index
  %written = pop.stack_allocation {type = !kgen.struct<(index, index)>, count = 1}
  %0 = kgen.struct.gep %written[1] {struct = !kgen.struct<(index, index)>}
  pop.store %x, %0 : index
  pop.memcpy %written, %p, %size
  %never_written = pop.stack_allocation {type = !kgen.struct<(index, index)>, count = 1}
  pop.memcpy %p, %never_written, %size
  %both = pop.stack_allocation {type = !kgen.struct<(index, index)>, count = 1}
  pop.memcpy %both, %p, %size
  pop.memcpy %p, %both, %size
  kgen.return
}

// after
kgen.module {
  kgen.func @f(%p: !kgen.pointer<none>, %x: index) {
    %size = kgen.param.constant = <16> : index
    %both = pop.stack_allocation {type = !kgen.struct<(index, index)>, count = 1}
    pop.memcpy %both, %p, %size
    pop.memcpy %p, %both, %size
    kgen.return
  }
}
