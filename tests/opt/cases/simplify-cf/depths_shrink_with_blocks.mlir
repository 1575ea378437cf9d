kgen.func @f(%a: i1, %b: i1) {
  hlcf.loop {
    hlcf.block {
      hlcf.if %a {
        hlcf.break 1
      }
      hlcf.loop {
        hlcf.if %b {
          hlcf.continue 2
        }
        hlcf.break 2
      }
    }
  }
  kgen.return
}

// after
kgen.module {
  kgen.func @f(%a: i1, %b: i1) {
    hlcf.loop {
      hlcf.if %a {
        hlcf.break
      }
      hlcf.if %b {
        hlcf.continue
      }
      hlcf.break
    }
    kgen.return
  }
}
