kgen.func export @main(%n: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %r:2 = hlcf.loop %zero, %one -> (index, index) (%i: index, %square: index) {
    %done = pop.cmp ge %i, %n : i1
    hlcf.if %done {
      hlcf.break %i, %square : index, index
    }
    %j = pop.add %i, %one : index
    %s = pop.mul %square, %square : index
    hlcf.continue %j, %s : index, index
  }
  %b:2 = hlcf.block -> (index, index) {
    hlcf.break %one, %r#0 : index, index
  }
  kgen.return %b#1 : index
}

// after
kgen.module {
  kgen.func export @main(%n: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %one = kgen.param.constant = <1> : index
    %r = hlcf.loop %zero -> index (%i: index) {
      %done = pop.cmp ge %i, %n : i1
      hlcf.if %done {
        hlcf.break %i : index
      }
      %j = pop.add %i, %one : index
      hlcf.continue %j : index
    }
    %0 = hlcf.block -> index {
      hlcf.break %r : index
    }
    kgen.return %0 : index
  }
}
