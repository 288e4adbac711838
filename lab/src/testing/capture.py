# Prints what this network namespace sends to the given addresses, or to all of them: one JSON line for each TCP SYN, TCP payload
# and UDP datagram, with its sender, the time of the kernel, and for each end of a connection, whichever side ends it.
import json
import socket
import struct
import sys

SO_TIMESTAMPNS = 35  # asm-generic/socket.h; Python has no name for it
FIN, SYN, RST, ACK = 1, 2, 4, 16
targets = set(sys.argv[1:])
tap = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
tap.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 * 1024 * 1024)
tap.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
print(json.dumps({"ready": True}), flush=True)

while True:
    packet, notes, _, where = tap.recvmsg(65535, 64)
    isOut = where[2] == 4
    seconds, nanoseconds = struct.unpack("@ll", notes[0][2][:16])
    if packet[0] >> 4 == 4:
        start, protocol = (packet[0] & 15) * 4, packet[9]
        end = struct.unpack("!H", packet[2:4])[0] or len(packet)
        sender, address = (socket.inet_ntop(socket.AF_INET, packet[at : at + 4]) for at in (12, 16))
    elif packet[0] >> 4 == 6:
        start, protocol, end = 40, packet[6], 40 + struct.unpack("!H", packet[4:6])[0]
        sender, address = (socket.inet_ntop(socket.AF_INET6, packet[at : at + 16]) for at in (8, 24))
    else:
        continue
    if not isOut:
        sender, address = address, sender
    if targets and address not in targets:
        continue
    line = {"by": sender, "to": address, "ms": seconds * 1000 + nanoseconds / 1000000}
    if protocol == 6:
        source, port, sequence = struct.unpack("!HHI", packet[start : start + 8])
        flags = packet[start + 13]
        # An answer to a client has the client's port; only what goes to a port that was dialled is of interest.
        if not isOut:
            if flags & RST:
                print(json.dumps({**line, "tcp": source, "from": port, "end": True}), flush=True)
            continue
        payload = packet[start + (packet[start + 12] >> 4) * 4 : end]
        line = {**line, "tcp": port, "from": source, "at": sequence, "hex": payload.hex()}
        isSyn = flags & (SYN | ACK) == SYN
        if isSyn or payload:
            print(json.dumps({**line, "syn": isSyn}), flush=True)
        if flags & (FIN | RST):
            print(json.dumps({**line, "hex": "", "end": True}), flush=True)
    elif protocol == 17 and isOut:
        port = struct.unpack("!H", packet[start + 2 : start + 4])[0]
        print(json.dumps({**line, "udp": port, "hex": packet[start + 8 : end].hex()}), flush=True)
