import { printAddressPort } from '@perimeter/protocols/dns/address';
import { type CommandTarget, reproduceLine } from './reproduce.ts';

/** Characters that are literal both in shell quotes and in a Python string. */
const plainCharacter = /[A-Za-z0-9 ./:_@#()=-]/;

/** Octets as the inside of a bytes literal of Python within a shell's double quotes. */
const literal = (octets: Uint8Array): string =>
  [...octets]
    .map((octet) => {
      const character = String.fromCharCode(octet);
      if (character === '\r') return '\\r';
      if (character === '\n') return '\\n';
      return plainCharacter.test(character) ? character : `\\x${octet.toString(16).padStart(2, '0')}`;
    })
    .join('');

/** What a command sends to a service; empty: the command prints what the service sends unprompted. */
export interface ServiceMessage {
  octets?: Uint8Array;
  isTls?: boolean;
}

/** Sends the octets that an audit sent, and shows what comes back within a second. */
export function talkLine(target: CommandTarget, { octets, isTls = false }: ServiceMessage): string | null {
  const program = [
    `import socket, time${isTls ? ', ssl' : ''}`,
    `s = socket.create_connection(('${target.address}', ${target.port}), 9)`,
    ...(isTls ? ['s = ssl._create_unverified_context().wrap_socket(s)'] : []),
    ...(octets === undefined || octets.length === 0 ? [] : [`s.sendall(b'${literal(octets)}')`]),
    'time.sleep(1)',
    'print(s.recv(512))',
  ].join('; ');
  return reproduceLine(`python3 -c "${program}"`, target);
}

/** `curl` for the answer to a GET request at an address and port; with a body of JSON, to a POST request. */
export function getLine(target: CommandTarget, path: string, isTls: boolean, body?: string): string | null {
  if (!/^\/[A-Za-z0-9._/?=%&-]*$/.test(path)) return null;
  const url = `${isTls ? 'https' : 'http'}://${printAddressPort(target)}${path}`;
  const data = body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${body}'`;
  return reproduceLine(`curl -ski --globoff --max-time 9${data} '${url}'`, target);
}

/** Sends one datagram, given in hexadecimal digits, and shows the length and the beginning of the answer. */
export function datagramLine(target: CommandTarget, hex: string): string | null {
  const family = target.address.includes(':') ? 'AF_INET6' : 'AF_INET';
  const program = [
    'import socket',
    `s = socket.socket(socket.${family}, socket.SOCK_DGRAM)`,
    's.settimeout(5)',
    `s.sendto(bytes.fromhex('${hex.replaceAll(/[^0-9a-f]/g, '')}'), ('${target.address}', ${target.port}))`,
    'd = s.recv(9999)',
    "print(len(d), 'bytes:', d[:64])",
  ].join('; ');
  return reproduceLine(`python3 -c "${program}"`, target);
}

/** `nmap` for the algorithms that an SSH server offers. */
export const sshOfferLine = (target: CommandTarget): string | null =>
  reproduceLine(
    `nmap -Pn --script ssh2-enum-algos,banner${target.address.includes(':') ? ' -6' : ''} -p ${target.port} ${target.address}`,
    target,
  );
