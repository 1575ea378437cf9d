kgen.func export @main(%n: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %r = hlcf.loop %zero {unroll = -1} -> index (%i: index) {
    %done = pop.cmp ge %i, %n : i1
    hlcf.if %done {
      hlcf.break %i : index
    }
    %j = pop.add %i, %one : index
    hlcf.continue %j : index
  }
  kgen.return %r : index
}

// after
kgen.module {
  kgen.func export @main(%n: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %one = kgen.param.constant = <1> : index
    %r = hlcf.loop %zero {unroll = -1} -> index (%i: index) {
      %done = pop.cmp ge %i, %n : i1
      hlcf.if %done {
        hlcf.break %i : index
      }
      %j = pop.add %i, %one : index
      hlcf.continue %j : index
    }
    kgen.return %r : index
  }
}
