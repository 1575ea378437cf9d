kgen.func export @main(%n: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %same = kgen.param.constant = <1> : index
  %r:3 = hlcf.loop %zero, %n, %one -> (index, index, index) (%i: index, %k: index, %step: index) {
    %done = pop.cmp ge %i, %k : i1
    hlcf.if %done {
      hlcf.break %i, %k, %zero : index, index, index
    }
    %j = pop.add %i, %step : index
    hlcf.continue %j, %k, %same : index, index, index
  }
  %a = pop.add %r#0, %r#1 : index
  %b = pop.add %a, %r#2 : index
  kgen.return %b : index
}

// after
kgen.module {
  kgen.func export @main(%n: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %one = kgen.param.constant = <1> : index
    %same = kgen.param.constant = <1> : index
    %r:3 = hlcf.loop %zero, %n, %one -> (index, index, index) (%i: index, %k: index, %step: index) {
      %done = pop.cmp ge %i, %n : i1
      hlcf.if %done {
        hlcf.break %i, %n, %zero : index, index, index
      }
      %j = pop.add %i, %one : index
      hlcf.continue %j, %n, %same : index, index, index
    }
    %a = pop.add %r#0, %n : index
    kgen.return %a : index
  }
}
