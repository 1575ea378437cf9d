"""The host's side of devices: contexts, buffers, launches, streams, events, graphs, facts about GPUs."""

from std.gpu.host.compile import Info, _compile_code
from std.gpu.host.device_attribute import (
    Attribute,
    ConstantMemoryMapping,
    DeviceAttribute,
    FuncAttribute,
    LaunchAttribute,
    LaunchAttributeID,
)
from std.gpu.host.device_buffer import DeviceBuffer, HostBuffer
from std.gpu.host._context_streams import *
from std.gpu.host.device_context import DeviceContext
from std.gpu.host.device_function import DeviceFunction
from std.gpu.host.device_pointer import DevicePointer
from std.gpu.host.several import DeviceContextArray, DeviceMulticastBuffer
from std.gpu.host.device_graph import DeviceGraph, DeviceGraphBuilder, DeviceGraphNode
from std.gpu.host.device_stream import DeviceEvent, DeviceStream
from std.gpu.host.dim import Dim
from std.gpu.host.info import GPUInfo, Vendor, get_gpu_target
