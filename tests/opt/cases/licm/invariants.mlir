kgen.func export @main(%a: index, %b: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %r = hlcf.loop %zero -> index (%i: index) {
    %three = kgen.param.constant = <3> : index
    %m = pop.mul %a, %b : index
    %k = pop.add %m, %three : index
    %done = pop.cmp ge %i, %k : i1
    hlcf.if %done {
      hlcf.break %i : index
    }
    %s = hlcf.loop %i -> index (%j: index) {
      %p = pop.sub %m, %three : index
      %t = pop.add %j, %i : index
      %large = pop.cmp gt %t, %p : i1
      hlcf.if %large {
        %d = pop.div %a, %b : index
        %h = pop.div %a, %three : index
        %q = pop.add %d, %h : index
        %w = pop.add %q, %t : index
        hlcf.break %w : index
      }
      %u = pop.add %t, %three : index
      hlcf.continue %u : index
    }
    %n = pop.add %s, %three : index
    hlcf.continue %n : index
  }
  kgen.return %r : index
}

// after
kgen.module {
  kgen.func export @main(%a: index, %b: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %m = pop.mul %a, %b : index
    %three = kgen.param.constant = <3> : index
    %k = pop.add %m, %three : index
    %three_0 = kgen.param.constant = <3> : index
    %p = pop.sub %m, %three_0 : index
    %three_1 = kgen.param.constant = <3> : index
    %h = pop.div %a, %three_1 : index
    %r = hlcf.loop %zero -> index (%i: index) {
      %three_2 = kgen.param.constant = <3> : index
      %done = pop.cmp ge %i, %k : i1
      hlcf.if %done {
        hlcf.break %i : index
      }
      %s = hlcf.loop %i -> index (%j: index) {
        %t = pop.add %j, %i : index
        %large = pop.cmp gt %t, %p : i1
        hlcf.if %large {
          %d = pop.div %a, %b : index
          %q = pop.add %d, %h : index
          %w = pop.add %q, %t : index
          hlcf.break %w : index
        }
        %u = pop.add %t, %three_2 : index
        hlcf.continue %u : index
      }
      %n = pop.add %s, %three_2 : index
      hlcf.continue %n : index
    }
    kgen.return %r : index
  }
}
