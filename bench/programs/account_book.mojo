"""An account book in about 300 lines: an ordinary program, for measuring what compiling one costs.

Reads entries from a text, keeps accounts, checks and sums them, and prints reports: structs, traits, dictionaries, lists,
strings, errors and sorting, nothing numerical.
"""

comptime ENTRIES = """
2024-01-02 salary      income    250000
2024-01-03 rent        housing    -90000
2024-01-04 groceries   food        -4350
2024-01-08 tram        travel       -290
2024-01-09 groceries   food        -3875
2024-01-15 book        leisure     -2199
2024-01-20 refund      leisure      2199
2024-02-01 salary      income    250000
2024-02-02 rent        housing    -90000
2024-02-03 insurance   housing    -12050
2024-02-10 restaurant  food        -6420
2024-02-14 flowers     leisure     -3500
2024-02-20 train       travel     -11990
2024-02-21 train       travel      11990
2024-02-29 interest    income        412
"""


# -- money -------------------------------------------------------------------------------------------------


@fieldwise_init
struct Money(ImplicitlyCopyable, Movable, Writable):
    """An amount in cents."""

    var cents: Int

    def __add__(self, other: Self) -> Self:
        return Self(self.cents + other.cents)

    def __sub__(self, other: Self) -> Self:
        return Self(self.cents - other.cents)

    def __neg__(self) -> Self:
        return Self(-self.cents)

    def __iadd__(mut self, other: Self):
        self.cents += other.cents

    def __lt__(self, other: Self) -> Bool:
        return self.cents < other.cents

    def __eq__(self, other: Self) -> Bool:
        return self.cents == other.cents

    def is_zero(self) -> Bool:
        return self.cents == 0

    def write_to(self, mut writer: Some[Writer]):
        var amount = abs(self.cents)
        if self.cents < 0:
            writer.write("-")
        writer.write(amount // 100, ".")
        var rest = amount % 100
        if rest < 10:
            writer.write("0")
        writer.write(rest)


# -- dates -------------------------------------------------------------------------------------------------


@fieldwise_init
struct Date(ImplicitlyCopyable, Movable, Writable):
    """A day."""

    var year: Int
    var month: Int
    var day: Int

    def number(self) -> Int:
        return (self.year * 12 + self.month - 1) * 31 + self.day - 1

    def __lt__(self, other: Self) -> Bool:
        return self.number() < other.number()

    def is_same_month(self, other: Self) -> Bool:
        return self.year == other.year and self.month == other.month

    def is_valid(self) -> Bool:
        return 1 <= self.month <= 12 and 1 <= self.day <= days_in(self.year, self.month)

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.year, "-")
        write_two_digits(writer, self.month)
        writer.write("-")
        write_two_digits(writer, self.day)


def write_two_digits(mut writer: Some[Writer], number: Int):
    if number < 10:
        writer.write("0")
    writer.write(number)


def days_in(year: Int, month: Int) -> Int:
    if month == 2:
        var leap = (year % 4 == 0 and year % 100 != 0) or year % 400 == 0
        return 29 if leap else 28
    if month == 4 or month == 6 or month == 9 or month == 11:
        return 30
    return 31


def parse_date(text: String) raises -> Date:
    var parts = List[Int]()
    for part in text.split("-"):
        parts.append(Int(String(part)))
    if len(parts) != 3:
        raise Error("not a date: " + text)
    var date = Date(parts[0], parts[1], parts[2])
    if not date.is_valid():
        raise Error("there is no such day: " + text)
    return date


# -- entries -----------------------------------------------------------------------------------------------


struct Entry(Copyable, Movable):
    """One line of the book."""

    var date: Date
    var what: String
    var account: String
    var amount: Money

    def __init__(out self, date: Date, var what: String, var account: String, amount: Money):
        self.date = date
        self.what = what^
        self.account = account^
        self.amount = amount

    def undoes(self, other: Self) -> Bool:
        return self.account == other.account and (self.amount + other.amount).is_zero()


def parse_entry(line: String) raises -> Entry:
    var words = List[String]()
    for word in line.split():
        words.append(String(word))
    if len(words) != 4:
        raise Error(String("expected four words, found ") + String(len(words)))
    return Entry(parse_date(words[0]), words[1], words[2], Money(Int(words[3])))


def parse_book(text: String) raises -> List[Entry]:
    var entries = List[Entry]()
    var number = 0
    for line in text.split("\n"):
        number += 1
        if String(line).strip().byte_length() == 0:
            continue
        try:
            entries.append(parse_entry(String(line)))
        except e:
            raise Error(String("line ") + String(number) + ": " + String(e))
    return entries^


# -- accounts ----------------------------------------------------------------------------------------------


struct Account(Copyable, Movable):
    """What happened to one account."""

    var name: String
    var balance: Money
    var largest: Money
    var count: Int

    def __init__(out self, var name: String):
        self.name = name^
        self.balance = Money(0)
        self.largest = Money(0)
        self.count = 0

    def add(mut self, amount: Money):
        self.balance += amount
        self.count += 1
        if self.largest < amount:
            self.largest = amount


trait Report:
    """Something that reads a book and prints what it found."""

    def title(self) -> String:
        ...

    def lines(self, entries: List[Entry]) raises -> List[String]:
        ...


@fieldwise_init
struct Balances(Report):
    """The sum of each account."""

    var show_counts: Bool

    def title(self) -> String:
        return "balances"

    def lines(self, entries: List[Entry]) raises -> List[String]:
        var accounts = Dict[String, Account]()
        for entry in entries:
            if entry.account not in accounts:
                accounts[entry.account] = Account(entry.account)
            accounts[entry.account].add(entry.amount)
        var names = List[String]()
        for name in accounts.keys():
            names.append(String(name))
        sort(names)
        var lines = List[String]()
        for name in names:
            ref account = accounts[name]
            var line = padded(name, 10) + String(account.balance)
            if self.show_counts:
                line += String(" in ") + String(account.count)
            lines.append(line)
        return lines^


@fieldwise_init
struct Months(Report):
    """What was earned and spent each month."""

    var year: Int

    def title(self) -> String:
        return String("months of ") + String(self.year)

    def lines(self, entries: List[Entry]) raises -> List[String]:
        var lines = List[String]()
        for month in range(1, 13):
            var earned = Money(0)
            var spent = Money(0)
            for entry in entries:
                if not entry.date.is_same_month(Date(self.year, month, 1)):
                    continue
                if entry.amount < Money(0):
                    spent += -entry.amount
                else:
                    earned += entry.amount
            if earned.is_zero() and spent.is_zero():
                continue
            var name = padded(String(month), 10)
            lines.append(name + String(earned) + " - " + String(spent) + " = " + String(earned - spent))
        return lines^


@fieldwise_init
struct Undone(Report):
    """Entries that a later one takes back."""

    def title(self) -> String:
        return "taken back"

    def lines(self, entries: List[Entry]) raises -> List[String]:
        var lines = List[String]()
        for i in range(len(entries)):
            for j in range(i + 1, len(entries)):
                if entries[j].undoes(entries[i]):
                    lines.append(padded(entries[i].what, 10) + String(entries[i].date))
                    break
        return lines^


def padded(text: String, width: Int) -> String:
    var result = text
    while result.byte_length() < width:
        result += " "
    return result^


def show[R: Report](report: R, entries: List[Entry]) raises:
    print(report.title())
    for line in report.lines(entries):
        print("   ", line)


def check_order(entries: List[Entry]) raises:
    for i in range(1, len(entries)):
        if entries[i].date < entries[i - 1].date:
            raise Error(String("not in order: ") + String(entries[i].date))


def main() raises:
    var entries = parse_book(ENTRIES)
    check_order(entries)
    print(len(entries), "entries")
    show(Balances(True), entries)
    show(Months(2024), entries)
    show(Undone(), entries)
    try:
        _ = parse_book("2024-02-30 nothing at 5")
    except e:
        print(e)
    try:
        _ = parse_book("2024-02-28 nothing")
    except e:
        print(e)
