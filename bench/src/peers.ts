import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A scanner that enumerates the cipher suites of one endpoint. */
export interface Scanner {
  name: string;
  /** What it asks, in a few words. */
  scope: string;
  command: (host: string) => readonly string[];
  /** Pairs of protocol and suite that it reports as accepted. */
  count: (output: string) => number;
}

const matches =
  (pattern: RegExp) =>
  (output: string): number =>
    output.match(pattern)?.length ?? 0;

const inventory = (name: string, budget: 'standard' | 'owner'): Scanner => ({
  name,
  scope: 'suites, order, groups, signatures, certificates, ALPN, tickets, 20 features',
  command: (host) => [process.execPath, join(import.meta.dirname, 'inventory.ts'), host, budget],
  count: (output) => Number(/"suitePairs": ?(\d+)/.exec(output)?.[1] ?? 0),
});

/** Ours: the TLS inventory alone, as deep mode asks it, under the budget for strangers and under one that owners may allow. */
export const ours: readonly Scanner[] = [
  inventory('perimeter (8 open, 25/s)', 'standard'),
  inventory('perimeter (16 open, 80/s)', 'owner'),
];

/** The peers, each with the options that come closest to the same question. */
export const peers: readonly Scanner[] = [
  {
    name: 'sslscan',
    scope: 'suites, groups, certificate, a few features',
    command: (host) => ['sslscan', '--no-colour', '--ipv4', `${host}:443`],
    count: matches(/^(?:Accepted|Preferred)\s/gm),
  },
  {
    name: 'nmap ssl-enum-ciphers',
    scope: 'suites, preference, compression',
    command: (host) => ['nmap', '-4', '-Pn', '-p', '443', '--script', 'ssl-enum-ciphers', host],
    count: matches(/^\|\s+(?:TLS|SSL2?)_[A-Za-z0-9_-]+ /gm),
  },
  {
    name: 'testssl.sh -p -E',
    scope: 'protocols, suites',
    command: (host) => ['testssl', '-4', '--quiet', '--color', '0', '--warnings', 'off', '-p', '-E', `${host}:443`],
    count: matches(/^\s+x[0-9a-f]{2,6}\s/gm),
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
