kgen.func @f(%c: i1) {
  hlcf.loop {
    hlcf.block {
      hlcf.if %c {
        hlcf.break 1
      }
      hlcf.loop {
        hlcf.if %c {
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
  kgen.func @f(%c: i1) {
    hlcf.loop {
      hlcf.if %c {
        hlcf.break
      }
      hlcf.if %c {
        hlcf.continue
      }
      hlcf.break
    }
    kgen.return
  }
}
