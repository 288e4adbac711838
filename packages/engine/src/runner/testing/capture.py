# Prints what this network namespace sends to the given addresses: one JSON line for each TCP SYN, TCP payload and UDP datagram.
import json
import socket
import struct
import sys

targets = set(sys.argv[1:])
tap = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
tap.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 * 1024 * 1024)
print(json.dumps({"ready": True}), flush=True)

while True:
    packet, where = tap.recvfrom(65535)
    if where[2] != 4:  # outgoing only
        continue
    if packet[0] >> 4 == 4:
        start, protocol = (packet[0] & 15) * 4, packet[9]
        end = struct.unpack("!H", packet[2:4])[0] or len(packet)
        address = socket.inet_ntop(socket.AF_INET, packet[16:20])
    elif packet[0] >> 4 == 6:
        start, protocol, end = 40, packet[6], 40 + struct.unpack("!H", packet[4:6])[0]
        address = socket.inet_ntop(socket.AF_INET6, packet[24:40])
    else:
        continue
    if address not in targets:
        continue
    if protocol == 6:
        source, port, sequence = struct.unpack("!HHI", packet[start : start + 8])
        payload = packet[start + (packet[start + 12] >> 4) * 4 : end]
        line = {"tcp": port, "from": source, "at": sequence, "syn": packet[start + 13] & 18 == 2}
        # An answer to a client has the client's port; only what goes to a port that was dialled is of interest.
        if line["syn"] or payload:
            print(json.dumps({**line, "to": address, "hex": payload.hex()}), flush=True)
    elif protocol == 17:
        port = struct.unpack("!H", packet[start + 2 : start + 4])[0]
        print(json.dumps({"udp": port, "to": address, "hex": packet[start + 8 : end].hex()}), flush=True)
