// passes: simplify
kgen.func @f(%a: index) -> index {
  %shared = pop.stack_allocation {type = index, count = 1} : !kgen.pointer<none, 3>
  pop.store %a, %shared : index
  pop.call_llvm_intrinsic "llvm.nvvm.barrier0"() {has_side_effects = true} : () -> ()
  %0 = pop.load %shared : index
  kgen.return %0 : index
}

// after
kgen.module {
  kgen.func @f(%a: index) -> index {
    %shared = pop.stack_allocation {type = index, count = 1} : !kgen.pointer<none, 3>
    pop.store %a, %shared : index
    pop.call_llvm_intrinsic "llvm.nvvm.barrier0"() {has_side_effects = true} : () -> ()
    %0 = pop.load %shared : index
    kgen.return %0 : index
  }
}
