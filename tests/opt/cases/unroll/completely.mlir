kgen.func export @main(%a: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %two = kgen.param.constant = <2> : index
  %r = hlcf.loop %zero, %a {unroll = -1} -> index (%i: index, %s: index) {
    %done = pop.cmp ge %i, %two : i1
    hlcf.if %done {
      hlcf.break %s : index
    }
    %t = pop.mul %s, %a : index
    %j = pop.add %i, %one : index
    hlcf.continue %j, %t : index, index
  }
  kgen.return %r : index
}

// after
kgen.module {
  kgen.func export @main(%a: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %one = kgen.param.constant = <1> : index
    %two = kgen.param.constant = <2> : index
    %r = hlcf.block -> index {
      %0:2 = hlcf.block -> (index, index) {
        %done = pop.cmp ge %zero, %two : i1
        hlcf.if %done {
          hlcf.break 1 %a : index
        }
        %t = pop.mul %a, %a : index
        %j = pop.add %zero, %one : index
        hlcf.break %j, %t : index, index
      }
      %1:2 = hlcf.block -> (index, index) {
        %done_0 = pop.cmp ge %0#0, %two : i1
        hlcf.if %done_0 {
          hlcf.break 1 %0#1 : index
        }
        %t_0 = pop.mul %0#1, %a : index
        %j_0 = pop.add %0#0, %one : index
        hlcf.break %j_0, %t_0 : index, index
      }
      %2:2 = hlcf.block -> (index, index) {
        %done_1 = pop.cmp ge %1#0, %two : i1
        hlcf.if %done_1 {
          hlcf.break 1 %1#1 : index
        }
        %t_1 = pop.mul %1#1, %a : index
        %j_1 = pop.add %1#0, %one : index
        hlcf.break %j_1, %t_1 : index, index
      }
      kgen.unreachable
    }
    kgen.return %r : index
  }
}
