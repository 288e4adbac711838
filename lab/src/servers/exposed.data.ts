/** What a service says: at once, or only after it has been spoken to. */
export interface ExposedService {
  readonly name: string;
  readonly greeting?: Uint8Array;
  readonly answer?: Uint8Array;
}

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** MySQL protocol 10 handshake: a three-octet length, sequence 0, and the version as a C string. */
const mysqlGreeting = (version: string): Uint8Array => {
  const payload = Buffer.concat([
    Buffer.from([10]),
    ascii(`${version}\0`),
    Buffer.from([1, 0, 0, 0]),
    ascii('abcdefgh\0'),
    Buffer.from([0xff, 0xf7, 8, 2, 0]),
    Buffer.alloc(31),
  ]);
  return Buffer.concat([Buffer.from([payload.length, 0, 0, 0]), payload]);
};

/** The services of exposed.lab by port. */
export const exposedServices: Readonly<Record<number, ExposedService>> = {
  21: {
    name: 'ftp',
    greeting: ascii('220 (vsFTPd 2.3.4)\r\n'),
    answer: ascii('530 Please login with USER and PASS.\r\n'),
  },
  22: { name: 'ssh', greeting: ascii('SSH-2.0-OpenSSH_5.3\r\n') },
  23: { name: 'telnet', greeting: Buffer.concat([Buffer.from([255, 253, 24, 255, 253, 32]), ascii('\r\nlogin: ')]) },
  110: { name: 'pop3', greeting: ascii('+OK Dovecot ready.\r\n'), answer: ascii('-ERR Unknown command.\r\n') },
  143: { name: 'imap', greeting: ascii('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] Dovecot ready.\r\n') },
  2375: {
    name: 'docker',
    answer: ascii(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nServer: Docker/19.03.5 (linux)\r\nContent-Length: 25\r\n\r\n{"ApiVersion":"1.40"}    ',
    ),
  },
  3306: { name: 'mysql', greeting: mysqlGreeting('5.5.62-0ubuntu0.14.04.1') },
  5432: { name: 'postgresql', answer: ascii('N') },
  5900: { name: 'vnc', greeting: ascii('RFB 003.008\n') },
  6379: { name: 'redis', answer: ascii('-NOAUTH Authentication required.\r\n') },
  9200: {
    name: 'elasticsearch',
    answer: ascii(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 47\r\n\r\n{"name":"node-1","version":{"number":"1.4.2"}}\n',
    ),
  },
  11211: { name: 'memcached', answer: ascii('VERSION 1.4.13\r\n') },
  27017: { name: 'mongodb', answer: ascii('') },
};
