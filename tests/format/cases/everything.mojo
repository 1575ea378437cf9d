

import  os
from . import x
from ..a.b import (c,d , e as f)
from ... import q
struct  Foo [ T : AnyType, //, n:Int=5 ] ( Copyable,Movable ) :
  var x:Int   # field
  var y : List [ Int ]

  # about method
  def __init__( out self , mut x:Int=3,*args : Int , **kw:String ) raises->None :
    self.x=x^
    self.y = [ -1,+2 , ~3, x ** -2, a[1:2], a[i+1:], a[::2], a[:, 1], not x, *y ]
    # trailing in method
      # deeper trailing
    if x<3 and not ( y>4 ) : return
  # at struct level

# top
def f(mut *args: Int, var value: Int) capturing[_] -> ref [self] Int where (n>3):
	var d = {'a':1,"b":2, 'it"s':3}
	print (x , end = '' ) ; print( y );
	x += 1 if a else(2)
	comptime (a, b) = f()
	print(comptime (x+1))
	z = lambda (a:Int)->Int : a+1
	match (a, b):
		case (1, -2): pass
		case .RED | Foo(x=1): pass
		case _ if x>3:
			pass
	var total = some_function_name(argument_one, argument_two + argument_three, argument_four * 3, [1,2,3])
	var total2 = some_function_name_a(argument_one)[argument_two].another_method_name(argument_three)[0]
	if (aaaaaaaaaaaaaaaaaaaaaaaaaaaaa and bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb or ccccccccccccccccccccccccccccccc and ddd):
		pass
	call(a, # first
	   b  # second
	   # own
	   + c, d # last
	   # end
	)
	x = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa + bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb + \
	  ccccccccccccccccccccccccccc
	y = a + \
	   b
	var q = [x*x for x in range(1000) if x % 2 == 0 and some_condition_that_is_long(x) and another_one(x, y)]
	var t = t"{a} {b+1}" 'x'
	var table = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37]
	f(
	   a,
	   b,
	)
	await x; raise Error ('x')
