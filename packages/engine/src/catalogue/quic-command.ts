const plainAddress = /^[0-9A-Fa-f.:]+$/;

/** Python that sends the first packet of a reserved version of QUIC, and prints what comes back; null where the address is not safe to paste. */
export function versionsLine({ address, port }: { address: string; port: number }): string | null {
  if (!plainAddress.test(address)) return null;
  const program = [
    'import socket',
    `s = socket.socket(socket.AF_INET${address.includes(':') ? '6' : ''}, socket.SOCK_DGRAM)`,
    's.settimeout(3)',
    `s.connect(('${address}', ${port}))`,
    // Long header, version 0x1a2a3a4a, two connection identifiers of 8 bytes (RFC 9000 section 17.2).
    "s.send(bytes.fromhex('c01a2a3a4a08' + '01' * 8 + '08' + '02' * 8).ljust(1200, b'\\0'))",
    'print(s.recv(1500).hex())',
  ].join('; ');
  return `Reproduce: python3 -c "${program}"`;
}
