import type { Endpoint, TlsTruth } from './endpoint.ts';

const fake = (lastOctet: number, name: string, what: string, tls: TlsTruth): Endpoint => ({
  host: `fake-${name}.lab`,
  address: `203.0.113.${lastOctet}`,
  ipv6: false,
  server: 'node',
  ports: [443],
  what,
  certificates: [{ key: 'rsa2048' }],
  tls: {
    secureRenegotiation: true,
    fallbackScsv: true,
    compression: false,
    heartbeat: false,
    serverPreference: true,
    ...tls,
  },
  loopback: true,
});

const tls10to12 = (before12: string, only12 = ''): Pick<TlsTruth, 'versions' | 'suites'> => ({
  versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2'],
  suites: { 'TLSv1.0': before12, 'TLSv1.1': before12, 'TLSv1.2': `${only12} ${before12}`.trim() },
});

const only12 = (suites: string): Pick<TlsTruth, 'versions' | 'suites'> => ({
  versions: ['TLSv1.2'],
  suites: { 'TLSv1.2': suites },
});

/** TLS servers that no current software provides. */
export const fakeEndpoints: readonly Endpoint[] = [
  fake(140, 'heartbleed', 'Heartbeat with the bug of CVE-2014-0160', {
    ...tls10to12('c013 002f', 'c02f'),
    heartbeat: true,
  }),
  fake(141, 'compression', 'TLS compression (CRIME)', {
    ...tls10to12('002f 0035'),
    compression: true,
    serverPreference: false,
  }),
  fake(142, 'renegotiation', 'SSL 3.0 to TLS 1.2 without secure renegotiation or fallback protection', {
    versions: ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'],
    suites: {
      SSLv3: '002f 000a 0005',
      'TLSv1.0': '002f 000a 0005',
      'TLSv1.1': '002f 000a 0005',
      'TLSv1.2': '002f 000a 0005',
    },
    secureRenegotiation: false,
    fallbackScsv: false,
  }),
  fake(143, 'ccs', 'Early ChangeCipherSpec (CVE-2014-0224), Diffie-Hellman of 512 bits', {
    versions: ['TLSv1.0', 'TLSv1.1'],
    suites: { 'TLSv1.0': '002f 0039 0014', 'TLSv1.1': '002f 0039 0014' },
    dhBits: 512,
  }),
  fake(144, 'ssl2', 'SSL 2.0 and nothing else (DROWN)', {
    versions: ['SSLv2'],
    suites: { SSLv2: '010080 020080 0700c0' },
  }),
  fake(145, 'long-hello', 'Does not answer a ClientHello of more than 511 bytes', only12('c02f 002f')),
  fake(146, 'intolerant', 'Drops connections that offer TLS 1.2; export and DES suites', {
    versions: ['TLSv1.0', 'TLSv1.1'],
    suites: { 'TLSv1.0': 'c014 002f 0003 0006 0008 0009', 'TLSv1.1': 'c014 002f 0003 0006 0008 0009' },
  }),
  fake(
    147,
    'many-suites',
    'Resets connections that offer more than 64 suites',
    only12('c02f c030 009c 002f 0084 0096'),
  ),
  fake(148, 'robot', 'Distinguishes bad RSA padding from a bad Finished (ROBOT)', tls10to12('002f 0035', '009c')),
  fake(149, 'heartbeat', 'Heartbeat without the bug', { ...only12('c02f 009c'), heartbeat: true }),
];
