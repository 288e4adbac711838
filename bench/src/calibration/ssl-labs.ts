import type { Report } from '@perimeter/contract/report';

/** The best possible grade by failed check, from the guide's section "Grading criteria" and changes up to 2009r. */
const ceilings: readonly (readonly [letter: 'F' | 'C' | 'B' | 'A-', checkIds: readonly string[]])[] = [
  [
    'F',
    [
      'tls-sslv2',
      'vuln-heartbleed',
      'vuln-ccs',
      'vuln-ticketbleed',
      'vuln-robot',
      'vuln-drown',
      'vuln-freak',
      'vuln-poodle-tls',
      'vuln-cbc-oracle',
      'tls-null-anon-export',
      'tls-reneg-insecure',
      'cert-revoked',
      'cert-key-short',
      'cert-key-broken',
      'cert-sig-md5',
    ],
  ],
  ['C', ['tls-no-modern', 'tls-compression', 'vuln-poodle-ssl3']],
  [
    'B',
    [
      'tls-sslv3',
      'tls-1-0',
      'tls-1-1',
      'tls-rc4',
      'tls-3des-idea',
      'tls-dh-weak',
      'vuln-logjam',
      'tls-no-forward-secrecy',
      'tls-no-aead',
      'cert-chain-incomplete',
    ],
  ],
  ['A-', ['tls-1-3-missing']],
];
const letters = ['A+', 'A', 'A-', 'B', 'C', 'D', 'E', 'F'];
const untrusted = ['cert-untrusted', 'cert-self-signed', 'cert-expired', 'cert-distrusted-ca', 'cert-sig-sha1'];

const protocolPoints: Readonly<Record<string, number>> = {
  SSLv2: 0,
  SSLv3: 80,
  'TLSv1.0': 90,
  'TLSv1.1': 95,
  'TLSv1.2': 100,
  'TLSv1.3': 100,
};

/** Key size of a suite in bits, from its name. */
function bitsOf(suite: string): number {
  if (/NULL/.test(suite)) return 0;
  if (/EXPORT|DES40|_40_/.test(suite)) return 40;
  if (/3DES/.test(suite)) return 112;
  if (/_DES_/.test(suite)) return 56;
  return /256|CHACHA20/.test(suite) ? 256 : 128;
}

/** Section "Cipher strength": none, below 128, below 256, and 256 bits or more. */
const cipherPoints = (bits: number): number => (bits === 0 ? 0 : bits < 128 ? 20 : bits < 256 ? 80 : 100);

const middle = (values: readonly number[]): number => (Math.max(...values) + Math.min(...values)) / 2;

/** Section "Key exchange" for the weakest accepted one; RSA 2048 and EC 256 count the same. */
const keyExchangePoints = (failed: ReadonlySet<string>): number =>
  failed.has('tls-null-anon-export') ? 0 : failed.has('tls-dh-weak') || failed.has('cert-key-short') ? 40 : 90;

function letterOf(points: number): string {
  if (points >= 80) return 'A';
  return points >= 65 ? 'B' : points >= 50 ? 'C' : points >= 35 ? 'D' : points >= 20 ? 'E' : 'F';
}

/** The letter grade by the SSL Labs rating guide for a report; null without TLS. */
export function sslLabsLetter({ modules, tls }: Report): string | null {
  const versions = (tls?.endpoints ?? []).flatMap((endpoint) => endpoint.versions.filter(({ accepted }) => accepted));
  if (versions.length === 0) return null;
  const checks = modules.flatMap((module) => module.checks);
  const failed = new Set(checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id));
  const suites = versions.flatMap(({ cipherSuites }) => cipherSuites.map(({ name }) => cipherPoints(bitsOf(name))));
  const points =
    0.3 * middle(versions.map(({ version }) => protocolPoints[version] ?? 100)) +
    0.3 * keyExchangePoints(failed) +
    0.4 * middle(suites);
  const caps = ceilings.filter(([, ids]) => ids.some((id) => failed.has(id))).map(([letter]) => letter);
  const longHsts = checks.some(({ id, outcome }) => id === 'hsts-short' && outcome === 'pass');
  const letter = [letterOf(points), ...caps].toSorted((a, b) => letters.indexOf(b) - letters.indexOf(a))[0] ?? 'F';
  if (failed.has('cert-name-mismatch')) return `M (${letter})`;
  if (untrusted.some((id) => failed.has(id))) return `T (${letter})`;
  return letter === 'A' && longHsts && !failed.has('tls-fallback-scsv') ? 'A+' : letter;
}
