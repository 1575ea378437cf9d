kgen.func export @main(%c: i1) -> index {
  %p = pop.stack_allocation {type = !pop.array<16, index>, count = 1}
  %q = pop.stack_allocation {type = !pop.array<16, index>, count = 1}
  %u = kgen.undefined : !pop.array<16, index>
  %five = kgen.param.constant = <5> : index
  %v = kgen.struct.replace %five, %u[3]
  pop.store %v, %q : !pop.array<16, index>
  pop.store %v, %p : !pop.array<16, index>
  hlcf.if %c {
    %w = pop.load %q : !pop.array<16, index>
    pop.store %w, %p : !pop.array<16, index>
  }
  %0 = pop.load %p : !pop.array<16, index>
  %1 = kgen.struct.extract %0[3]
  kgen.return %1 : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1) -> index {
    %p = pop.stack_allocation {type = !pop.array<16, index>, count = 1}
    %q = pop.stack_allocation {type = !pop.array<16, index>, count = 1}
    %u = kgen.undefined : !pop.array<16, index>
    %five = kgen.param.constant = <5> : index
    %v = kgen.struct.replace %five, %u[3]
    pop.store %v, %q : !pop.array<16, index>
    pop.store %v, %p : !pop.array<16, index>
    hlcf.if %c {
      %w = pop.load %q : !pop.array<16, index>
      pop.store %w, %p : !pop.array<16, index>
    }
    %0 = pop.load %p : !pop.array<16, index>
    %1 = kgen.struct.extract %0[3]
    kgen.return %1 : index
  }
}
