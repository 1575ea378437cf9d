kgen.func export @main(%n: index) -> index {
  %one = kgen.param.constant = <1> : index
  %i = pop.stack_allocation {type = index, count = 1}
  pop.store %one, %i : index
  hlcf.loop {
    %0 = pop.load %i : index
    %c = pop.cmp ge %0, %n : i1
    hlcf.if %c {
      hlcf.break
    }
    %1 = pop.load %i : index
    %2 = pop.add %1, %1 : index
    pop.store %2, %i : index
  }
  hlcf.block {
    %3 = pop.load %i : index
    %c_0 = pop.cmp ge %3, %one : i1
    hlcf.if %c_0 {
      hlcf.break
    }
  }
  %4 = pop.load %i : index
  %5 = pop.load %i : index
  %6 = pop.add %4, %5 : index
  kgen.return %6 : index
}

// after
kgen.module {
  kgen.func export @main(%n: index) -> index {
    %one = kgen.param.constant = <1> : index
    %i = hlcf.loop %one -> index (%i_0: index) {
      %c = pop.cmp ge %i_0, %n : i1
      hlcf.if %c {
        hlcf.break %i_0 : index
      }
      %0 = pop.add %i_0, %i_0 : index
      hlcf.continue %0 : index
    }
    hlcf.block {
      %c_0 = pop.cmp ge %i, %one : i1
      hlcf.if %c_0 {
        hlcf.break
      }
    }
    %1 = pop.add %i, %i : index
    kgen.return %1 : index
  }
}
