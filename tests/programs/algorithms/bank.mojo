# A small simulation with structs, dictionaries and errors.
@fieldwise_init
struct Account(Copyable, Writable):
    var owner: String
    var balance: Int


struct Bank:
    var accounts: Dict[String, Account]
    var log: List[String]

    def __init__(out self):
        self.accounts = Dict[String, Account]()
        self.log = List[String]()

    def open(mut self, owner: String, amount: Int) raises:
        if owner in self.accounts:
            raise Error("duplicate account ", owner)
        self.accounts[owner] = Account(owner, amount)

    def transfer(mut self, a: String, b: String, amount: Int) raises:
        if self.accounts[a].balance < amount:
            raise Error("insufficient funds of ", a)
        self.accounts[a].balance -= amount
        self.accounts[b].balance += amount
        self.log.append(String(t"{a}->{b}:{amount}"))


def main() raises:
    var bank = Bank()
    bank.open("ann", 100)
    bank.open("bob", 20)
    bank.transfer("ann", "bob", 30)
    try:
        bank.transfer("bob", "ann", 500)
    except e:
        print(e)
    try:
        bank.open("ann", 1)
    except e:
        print(e)
    for a in bank.accounts.values():
        print(a)
    print(bank.log)
