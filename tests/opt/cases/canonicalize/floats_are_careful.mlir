kgen.func @f(%x: !pop.scalar<f64>) -> !pop.scalar<f64> {
  %zero = kgen.param.constant = <0.0> : !pop.scalar<f64>
  %one = kgen.param.constant = <1.0> : !pop.scalar<f64>
  %0 = pop.add %x, %zero : !pop.scalar<f64>
  %1 = pop.sub %0, %zero : !pop.scalar<f64>
  %2 = pop.mul %1, %one : !pop.scalar<f64>
  %3 = pop.sub %2, %2 : !pop.scalar<f64>
  %4 = pop.mul %3, %zero : !pop.scalar<f64>
  kgen.return %4 : !pop.scalar<f64>
}

// after
kgen.module {
  kgen.func @f(%x: !pop.scalar<f64>) -> !pop.scalar<f64> {
    %zero = kgen.param.constant = <0.0> : !pop.scalar<f64>
    %0 = pop.add %x, %zero : !pop.scalar<f64>
    %1 = pop.sub %0, %0 : !pop.scalar<f64>
    %2 = pop.mul %1, %zero : !pop.scalar<f64>
    kgen.return %2 : !pop.scalar<f64>
  }
}
