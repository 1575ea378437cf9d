kgen.func export @main(%n: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %r = hlcf.loop %zero, %one {unroll = 2} -> index (%i: index, %s: index) {
    %done = pop.cmp ge %i, %n : i1
    hlcf.if %done {
      hlcf.break %s : index
    }
    %j = pop.add %i, %one : index
    %odd = pop.and %i, %one : index
    %is_odd = pop.cmp eq %odd, %one : i1
    hlcf.if %is_odd {
      hlcf.continue %j, %s : index, index
    }
    %t = pop.add %s, %i : index
    hlcf.continue %j, %t : index, index
  }
  kgen.return %r : index
}

// after
kgen.module {
  kgen.func export @main(%n: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %one = kgen.param.constant = <1> : index
    %r = hlcf.loop %zero, %one -> index (%i: index, %s: index) {
      %0:2 = hlcf.block -> (index, index) {
        %done = pop.cmp ge %i, %n : i1
        hlcf.if %done {
          hlcf.break 1 %s : index
        }
        %j = pop.add %i, %one : index
        %odd = pop.and %i, %one : index
        %is_odd = pop.cmp eq %odd, %one : i1
        hlcf.if %is_odd {
          hlcf.break %j, %s : index, index
        }
        %t = pop.add %s, %i : index
        hlcf.break %j, %t : index, index
      }
      %1:2 = hlcf.block -> (index, index) {
        %done_0 = pop.cmp ge %0#0, %n : i1
        hlcf.if %done_0 {
          hlcf.break 1 %0#1 : index
        }
        %j_0 = pop.add %0#0, %one : index
        %odd_0 = pop.and %0#0, %one : index
        %is_odd_0 = pop.cmp eq %odd_0, %one : i1
        hlcf.if %is_odd_0 {
          hlcf.break %j_0, %0#1 : index, index
        }
        %t_0 = pop.add %0#1, %0#0 : index
        hlcf.break %j_0, %t_0 : index, index
      }
      hlcf.continue %1#0, %1#1 : index, index
    }
    kgen.return %r : index
  }
}
