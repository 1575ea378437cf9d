kgen.func export @main(%n: index) -> index {
  %one = kgen.param.constant = <1> : index
  %two = kgen.param.constant = <2> : index
  %zero = kgen.param.constant = <0> : index
  %r = hlcf.loop %zero -> index (%i: index) {
    %done = pop.cmp ge %i, %n : i1
    hlcf.if %done {
      hlcf.break %i : index
    }
    %low = pop.and %i, %one : index
    %odd = pop.cmp eq %low, %one : i1
    hlcf.if %odd {
      %j = pop.add %i, %two : index
      hlcf.continue %j : index
    } else {
      %k = pop.add %i, %one : index
      hlcf.continue %k : index
    }
    kgen.unreachable
  }
  kgen.return %r : index
}

// after
kgen.module {
  kgen.func export @main(%n: index) -> index {
    %one = kgen.param.constant = <1> : index
    %two = kgen.param.constant = <2> : index
    %zero = kgen.param.constant = <0> : index
    %r = hlcf.loop %zero -> index (%i: index) {
      %done = pop.cmp ge %i, %n : i1
      hlcf.if %done {
        hlcf.break %i : index
      }
      %low = pop.and %i, %one : index
      %odd = pop.cmp eq %low, %one : i1
      %j = pop.add %i, %two : index
      %k = pop.add %i, %one : index
      %0 = pop.select %odd, %j, %k : index
      hlcf.continue %0 : index
    }
    kgen.return %r : index
  }
}
