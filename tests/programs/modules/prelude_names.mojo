from std.builtin.rebind import rebind
from std.builtin.device_passable import DevicePassable
from std.collections import List, Dict, Optional
def main():
    print(rebind[Int](3))
