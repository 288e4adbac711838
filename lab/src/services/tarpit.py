"""tarpit.py ADDRESS PORT: accepts TCP connections on every port of an address but one and sends nothing, as some firewalls do."""
import ctypes
import socket
import struct
import sys

ETH_P_IP, SO_ATTACH_FILTER, OUTGOING = 0x0800, 26, 4
FIN, SYN, RST, ACK = 1, 2, 4, 16
address, left_out = socket.inet_aton(sys.argv[1]), int(sys.argv[2])


def only_to_address(sniffer):
    """A filter in the kernel: load the destination (byte 16), compare, take all or nothing."""
    (number,) = struct.unpack("!I", address)
    code = [(0x20, 0, 0, 16), (0x15, 0, 1, number), (0x06, 0, 0, 0xFFFF), (0x06, 0, 0, 0)]
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *one) for one in code))
    sniffer.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HL", len(code), ctypes.addressof(program)))
    return program


def checksum(data):
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


def segment(peer, ports, numbers, flags):
    def head(value):
        return struct.pack("!HHIIBBHHH", *ports, *numbers, 0x50, flags, 64240, value, 0)

    pseudo = address + peer + struct.pack("!BBH", 0, 6, 20)
    ip = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 40, 0, 0, 64, 6, 0, address, peer)
    return ip + head(checksum(pseudo + head(0)))


def reply_to(packet):
    """What answers a packet: SYN and ACK, or an acknowledgement of what came."""
    if len(packet) < 40 or packet[9] != 6:
        return None
    at, peer = (packet[0] & 15) * 4, packet[12:16]
    source, port, seq, ack, offset, flags = struct.unpack("!HHIIBB", packet[at : at + 14])
    if port == left_out or flags & RST:
        return None
    if flags & SYN:
        return peer, segment(peer, (port, source), (seq ^ 0x5A5A5A5A, (seq + 1) & 0xFFFFFFFF), SYN | ACK)
    (total,) = struct.unpack("!H", packet[2:4])
    came = max(0, total - at - (offset >> 4) * 4) + (1 if flags & FIN else 0)
    return (peer, segment(peer, (port, source), (ack, (seq + came) & 0xFFFFFFFF), ACK)) if came else None


def main():
    sniffer = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ETH_P_IP))
    kept = only_to_address(sniffer)
    sender = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
    while kept:
        packet, where = sniffer.recvfrom(2048)
        reply = None if where[2] == OUTGOING else reply_to(packet)
        if reply is not None:
            sender.sendto(reply[1], (socket.inet_ntoa(reply[0]), 0))


main()
