@fieldwise_init
struct Account:
    var balance: Int

    def deposit(self, amount: Int):
        self.balance += amount

def main():
    var a = Account(10)
    a.deposit(5)
    print(a.balance)
