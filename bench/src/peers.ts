import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A scanner of one TLS endpoint, and what it is asked for. */
export interface Scanner {
  name: string;
  /** A short description of what it tests. */
  scope: string;
  command: (host: string) => readonly string[];
  /** Counts the reported accepted pairs of protocol and suite; null if it does not test them. */
  count: ((output: string) => number) | null;
  /** Takes a minute or more, so it runs once. */
  isSlow?: boolean;
  /** Hosts that it is run against; all by default. */
  hosts?: readonly string[];
}

const matches =
  (pattern: RegExp) =>
  (output: string): number =>
    output.match(pattern)?.length ?? 0;

const own = (
  name: string,
  scanMode: 'standard' | 'deep',
  pace: 'polite' | 'unpaced' | 'owner',
  scope: string,
): Scanner => ({
  name,
  scope,
  command: (host) => [process.execPath, join(import.meta.dirname, 'category.ts'), host, scanMode, pace],
  count: (output) => Number(/"suitePairs": ?(\d+)/.exec(output)?.[1] ?? 0),
});

const standardScope =
  'suites of every version and their order, groups, signatures, chains and their validation, CAA, TLSA, ALPN, tickets, 0-RTT, 20 features, passive flaws';
const deepScope = 'the same with every scheme, resumption, GREASE, client simulation, active flaws, OCSP and CRL';

/** Ours: the whole TLS category, with the budget for strangers, and without a rate limit. */
export const ours: readonly Scanner[] = [
  own('perimeter standard, 25/s', 'standard', 'polite', standardScope),
  own('perimeter standard, unpaced', 'standard', 'unpaced', standardScope),
  own('perimeter deep, 25/s', 'deep', 'polite', deepScope),
  own('perimeter deep, 16 open, 80/s', 'deep', 'owner', deepScope),
];

const testssl = (...options: readonly string[]) => {
  const base = ['testssl', '--quiet', '--color', '0', '--warnings', 'off', '--ip', 'one'];
  return (host: string): readonly string[] => [...base, ...options, `${host}:443`];
};

const nmap =
  (scripts: string) =>
  (host: string): readonly string[] => ['nmap', '-4', '-Pn', '-p', '443', '--script', scripts, host];
const nmapSuites = matches(/^\|\s+(?:TLS|SSL2?)_[A-Za-z0-9_-]+ /gm);

/** The peers, each with the options closest to a part of our scope. */
export const peers: readonly Scanner[] = [
  {
    name: 'sslscan',
    scope: 'suites, groups, signature schemes, certificate, Heartbleed, a few features',
    command: (host) => ['sslscan', '--no-colour', '--ipv4', '--show-sigs', `${host}:443`],
    count: matches(/^(?:Accepted|Preferred)\s/gm),
  },
  {
    name: 'nmap ssl-enum-ciphers',
    scope: 'suites, preference, compression',
    command: nmap('ssl-enum-ciphers'),
    count: nmapSuites,
  },
  {
    name: 'nmap ssl-*, sslv2-drown, tls-*',
    scope: 'the same with certificate, Heartbleed, CCS, POODLE, DH parameters, Ticketbleed, ALPN, DROWN',
    command: nmap(
      'ssl-enum-ciphers,ssl-cert,ssl-heartbleed,ssl-ccs-injection,ssl-poodle,ssl-dh-params,sslv2-drown,tls-ticketbleed,tls-alpn,tls-nextprotoneg',
    ),
    count: nmapSuites,
  },
  {
    name: 'testssl.sh -p -E',
    scope: 'protocols, suites',
    command: testssl('-p', '-E'),
    count: matches(/^\s+x[0-9a-f]{2,6}\s/gm),
    isSlow: true,
  },
  {
    name: 'testssl.sh -p -P -E -f -S',
    scope: 'nearest to our standard mode: protocols, preference, suites, forward secrecy and groups, server defaults',
    command: testssl('-p', '-P', '-E', '-f', '-S'),
    count: null,
    isSlow: true,
    hosts: ['good.lab', 'haproxy.lab'],
  },
  {
    name: 'testssl.sh (full)',
    scope: 'nearest to our deep mode: everything, with flaws and client simulation',
    command: testssl(),
    count: null,
    isSlow: true,
    hosts: ['good.lab'],
  },
];

/** Whether a scanner's program is installed. */
export const isInstalled = ({ command }: Scanner): boolean => {
  const [program = ''] = command('');
  return (
    program.startsWith('/') ||
    (process.env['PATH'] ?? '').split(delimiter).some((dir) => existsSync(join(dir, program)))
  );
};
