kgen.func @f(%c: i1) {
  hlcf.loop {
    hlcf.if %c {
      hlcf.break
    } else {
      hlcf.continue
    }
    hlcf.continue
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
    }
    kgen.return
  }
}
