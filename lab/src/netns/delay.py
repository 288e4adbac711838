"""delay.py ONE_WAY_US NAMESPACE_A TUN_A NAMESPACE_B TUN_B: what delay.c does, for machines without a C compiler."""
import collections
import ctypes
import fcntl
import os
import select
import struct
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI, CLONE_NEWNET = 0x400454CA, 1, 0x1000, 0x40000000
libc = ctypes.CDLL(None, use_errno=True)


def open_tun(namespace, name):
    own, other = os.open("/proc/self/ns/net", os.O_RDONLY), os.open(namespace, os.O_RDONLY)
    if libc.setns(other, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")
    tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    libc.setns(own, CLONE_NEWNET)
    return tun


def main():
    delay = int(sys.argv[1]) / 1e6
    a, b = open_tun(sys.argv[2], sys.argv[3]), open_tun(sys.argv[4], sys.argv[5])
    other, waiting = {a: b, b: a}, collections.deque()
    print("ready", flush=True)
    while True:
        timeout = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        for tun in select.select([a, b], [], [], timeout)[0]:
            try:
                while True:
                    waiting.append((time.monotonic() + delay, other[tun], os.read(tun, 2048)))
            except BlockingIOError:
                pass
        while waiting and waiting[0][0] <= time.monotonic():
            _, tun, packet = waiting.popleft()
            try:
                os.write(tun, packet)
            except OSError:
                pass


main()
