kgen.func @even(%n: index) -> i1 {
  %0 = kgen.call @odd(%n) : (index) -> i1
  kgen.return %0 : i1
}
kgen.func @odd(%n: index) -> i1 {
  %0 = kgen.call @even(%n) : (index) -> i1
  kgen.return %0 : i1
}
kgen.func @never(%n: index) attributes {inline = "never"} {
  kgen.return
}
kgen.func @f(%n: index) {
  %0 = kgen.call @even(%n) : (index) -> i1
  kgen.call @never(%n) : (index) -> ()
  kgen.return
}

// after
kgen.module {
  kgen.func @even(%n: index) -> i1 {
    %0 = kgen.call @odd(%n) : (index) -> i1
    kgen.return %0 : i1
  }
  kgen.func @odd(%n: index) -> i1 {
    %0 = kgen.call @even(%n) : (index) -> i1
    kgen.return %0 : i1
  }
  kgen.func @never(%n: index) attributes {inline = "never"} {
    kgen.return
  }
  kgen.func @f(%n: index) {
    %0 = kgen.call @odd(%n) : (index) -> i1
    kgen.call @never(%n) : (index) -> ()
    kgen.return
  }
}
