kgen.func @f(%a: index, %b: index, %x: !pop.scalar<f32>) -> (i1, !pop.scalar<bool>, !pop.scalar<bool>) {
  %true = kgen.param.constant = <true> : i1
  %yes = kgen.param.constant = <true> : !pop.scalar<bool>
  %0 = pop.cmp lt %a, %b : i1
  %1 = pop.xor %0, %true : i1
  %2 = pop.cmp lt %x, %x : !pop.scalar<bool>
  %3 = pop.xor %2, %yes : !pop.scalar<bool>
  %4 = pop.cmp eq %x, %x : !pop.scalar<bool>
  %5 = pop.xor %4, %yes : !pop.scalar<bool>
  kgen.return %1, %3, %5 : i1, !pop.scalar<bool>, !pop.scalar<bool>
}

// after
kgen.module {
  kgen.func @f(%a: index, %b: index, %x: !pop.scalar<f32>) -> (i1, !pop.scalar<bool>, !pop.scalar<bool>) {
    %yes = kgen.param.constant = <true> : !pop.scalar<bool>
    %0 = pop.cmp lt %a, %b : i1
    %1 = pop.cmp ge %a, %b : i1
    %2 = pop.cmp lt %x, %x : !pop.scalar<bool>
    %3 = pop.xor %2, %yes : !pop.scalar<bool>
    %4 = pop.cmp eq %x, %x : !pop.scalar<bool>
    %5 = pop.cmp ne %x, %x : !pop.scalar<bool>
    kgen.return %1, %3, %5 : i1, !pop.scalar<bool>, !pop.scalar<bool>
  }
}
