
.text
.globl start
start:
  leaq cell_main(%rip), %rdi
  leaq cell_fiber(%rip), %rsi
  movq $0x1111, %rbx
  movq $0x2222, %rbp
  call switch
  incq counter(%rip)
  cmpq $0x1111, %rbx
  jne bad
  cmpq $0x2222, %rbp
  jne bad
  leaq cell_main(%rip), %rdi
  leaq cell_fiber(%rip), %rsi
  call switch
  cmpq $0x1111, %rbx
  jne bad
  hlt
bad:
  movq $999, counter(%rip)
  hlt
switch:

    leaq -128(%rsp), %rsp
    pushq %rbp
    pushq %rbx
    leaq 1f(%rip), %rax
    pushq %rax
    movq %rsp, (%rdi)
    movq (%rsi), %rsp
    popq %rax
    jmpq *%rax
1:
    popq %rbx
    popq %rbp
    leaq 128(%rsp), %rsp

  ret
fiber:
  testq $15, %rsp
  movq %rsp, entry_sp(%rip)
  movq $7, %rbx
loop:
  addq $100, counter(%rip)
  leaq cell_fiber(%rip), %rdi
  leaq cell_main(%rip), %rsi
  call switch
  cmpq $7, %rbx
  jne bad
  jmp loop
.balign 8
.globl cells
cells:
cell_main: .quad 0
cell_fiber: .quad 0
counter: .quad 0
entry_sp: .quad 0
.globl faddr
faddr: .quad fiber - start
.quad cells - start
