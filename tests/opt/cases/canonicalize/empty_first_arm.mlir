// passes: canonicalize, dce
kgen.func export @main(%a: !pop.scalar<index>, %b: !pop.scalar<index>) -> !pop.scalar<index> {
  %0 = pop.cmp lt %a, %b : !pop.scalar<bool>
  %1 = pop.cast %0 : i1
  hlcf.if %1 {
  } else {
    kgen.return %a : !pop.scalar<index>
  }
  kgen.return %b : !pop.scalar<index>
}

// after
kgen.module {
  kgen.func export @main(%a: !pop.scalar<index>, %b: !pop.scalar<index>) -> !pop.scalar<index> {
    %0 = pop.cmp ge %a, %b : !pop.scalar<bool>
    %1 = pop.cast %0 : i1
    hlcf.if %1 {
      kgen.return %a : !pop.scalar<index>
    }
    kgen.return %b : !pop.scalar<index>
  }
}
