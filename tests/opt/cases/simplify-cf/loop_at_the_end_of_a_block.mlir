kgen.func @f(%p: !kgen.pointer<none>) {
  hlcf.block {
    pop.fence {ordering = "seq_cst"}
    hlcf.loop {
      %0 = pop.load %p : i1
      hlcf.if %0 {
        hlcf.break 1
      }
    }
  }
  kgen.return
}

// after
kgen.module {
  kgen.func @f(%p: !kgen.pointer<none>) {
    pop.fence {ordering = "seq_cst"}
    hlcf.loop {
      %0 = pop.load %p : i1
      hlcf.if %0 {
        hlcf.break
      }
    }
    kgen.return
  }
}
