kgen.func @other() -> index {
  %0 = kgen.param.constant = <7> : index
  kgen.return %0 : index
}
kgen.func export @main(%n: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %r = hlcf.loop %one, %zero -> index (%x: index, %i: index) {
    %done = pop.cmp ge %i, %n : i1
    hlcf.if %done {
      hlcf.break %x : index
    }
    %c = pop.cmp eq %x, %one : i1
    %y = hlcf.if %c -> index {
      hlcf.yield %x : index
    } else {
      %z = kgen.call @other() : () -> index
      hlcf.yield %z : index
    }
    %j = pop.add %i, %one : index
    hlcf.continue %y, %j : index, index
  }
  %s = pop.add %r, %n : index
  kgen.return %s : index
}

// after
kgen.module {
  kgen.func @other() -> index {
    %0 = kgen.param.constant = <7> : index
    kgen.return %0 : index
  }
  kgen.func export @main(%n: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %one = kgen.param.constant = <1> : index
    %r = hlcf.loop %one, %zero -> index (%x: index, %i: index) {
      %0 = kgen.param.constant = <1> : index
      %done = pop.cmp ge %i, %n : i1
      hlcf.if %done {
        hlcf.break %0 : index
      }
      %c = pop.cmp eq %0, %one : i1
      %1 = kgen.param.constant = <true> : i1
      %y = hlcf.if %1 -> index {
        hlcf.yield %0 : index
      } else {
        %z = kgen.call @other() : () -> index
        hlcf.yield %z : index
      }
      %2 = kgen.param.constant = <1> : index
      %j = pop.add %i, %one : index
      hlcf.continue %2, %j : index, index
    }
    %3 = kgen.param.constant = <1> : index
    %s = pop.add %3, %n : index
    kgen.return %s : index
  }
}
