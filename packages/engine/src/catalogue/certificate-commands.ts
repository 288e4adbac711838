import type { CertificateFacts, ServedChain } from '../evidence/certificates/schema.ts';
import {
  type CommandTarget,
  opensslCommand,
  opensslLine,
  opensslOldOptions,
  type OldVersion,
  reproduceLine,
} from './reproduce.ts';
import { placeOf } from './endpoints.ts';

/** A place, and the options by which openssl is shown one of its certificates. */
export interface CertificateTarget extends CommandTarget {
  options: readonly string[];
}

// Where a server has several certificates, the signature algorithms that a client takes decide which one it is shown.
const schemesByKey: ReadonlyMap<string, string> = new Map([
  ['rsa', 'RSA-PSS+SHA256:RSA+SHA256'],
  ['ec', 'ECDSA+SHA256:ECDSA+SHA384'],
  ['ed25519', 'ed25519'],
]);

const offeredCurves: ReadonlySet<string> = new Set(['P-256', 'P-384', 'P-521']);

/** Versions that OpenSSL 3 offers only where it is told to, and where a chain is from one, nothing newer is accepted. */
const oldVersions: ReadonlyMap<string, OldVersion> = new Map([
  ['TLSv1.0', '-tls1'],
  ['TLSv1.1', '-tls1_1'],
]);

/** Without these OpenSSL offers nothing that a key of this kind could be shown for: DSA, and curves that it leaves out. */
function oldKeyOptions(
  { key: { algorithm, curve } }: CertificateFacts,
  { viaVersion }: Pick<ServedChain, 'viaVersion'>,
): readonly string[] {
  const old = oldVersions.get(viaVersion);
  if (old !== undefined) return opensslOldOptions(old);
  const isUnusual = algorithm === 'ec' && curve !== null && /^[A-Za-z][\w-]*$/.test(curve) && !offeredCurves.has(curve);
  if (viaVersion !== 'TLSv1.2' || (algorithm !== 'dsa' && (!isUnusual || curve === 'explicit'))) return [];
  return [...opensslOldOptions('-tls1_2'), ...(isUnusual ? [`-curves ${curve}:P-256`] : [])];
}

/** Options by which openssl is shown this leaf, among others of the place where it has rivals. */
export function certificateOptions(
  leaf: CertificateFacts,
  chain: Pick<ServedChain, 'viaVersion'>,
  hasRivals: boolean,
): string[] {
  const schemes = schemesByKey.get(leaf.key.algorithm);
  return [...oldKeyOptions(leaf, chain), ...(hasRivals && schemes !== undefined ? [`-sigalgs ${schemes}`] : [])];
}

const lineOf = (line: string | null): string[] => (line === null ? [] : [line]);

/** The command that shows what was served. */
export const showChain = (served: CertificateTarget, ...options: readonly string[]): string[] =>
  lineOf(opensslLine(served, ...served.options, ...options, '-showcerts </dev/null'));

/** The command that shows the stapled answer. */
export const showStaple = (served: CertificateTarget): string[] => showChain(served, '-status');

/** The command that shows fields of the leaf. */
export const showLeaf = (served: CertificateTarget, fields: string): string[] =>
  lineOf(opensslLine(served, ...served.options, `</dev/null 2>/dev/null | openssl x509 -noout ${fields}`));

/** The command that shows the names of the leaf. */
export const showNames = (served: CertificateTarget, ...options: readonly string[]): string[] =>
  showLeaf(served, ['-subject -ext subjectAltName', ...options].join(' '));

/** URLs that no shell reads as anything else. */
const plainUrl = /^http:\/\/[A-Za-z0-9._:/%-]+$/;

/** The command that asks where a revocation was read: the staple, a list, or a responder. */
export function showStatus(
  served: CertificateTarget & { leaf: Pick<CertificateFacts, 'crlUrls' | 'serialNumber'> },
  from: string,
): string[] {
  const { leaf } = served;
  if (from === 'staple') return showStaple(served);
  if (!plainUrl.test(from)) return showLeaf(served, '-serial -ext authorityInfoAccess,crlDistributionPoints');
  if (leaf.crlUrls.includes(from)) {
    const list = `curl -s ${from} | openssl crl -inform DER -noout -text | grep -A 3 ${leaf.serialNumber.toUpperCase()}`;
    return lineOf(reproduceLine(list, served));
  }
  const files = `awk '/BEGIN CERT/{n++} n{print > n ".pem"}'`;
  const ask = `openssl ocsp -issuer 2.pem -cert 1.pem -url ${from} -noverify`;
  const show = opensslCommand(served, ...served.options, '-showcerts </dev/null');
  return lineOf(reproduceLine(`${show} 2>/dev/null | ${files}; ${ask}`, served));
}

/** The command that shows the leaf of two places, one after the other. */
export function showBoth(one: CertificateTarget, other: CertificateTarget): string[] {
  const options = ['-connect $place', `-servername ${one.serverName}`, ...other.options].join(' ');
  const show = `openssl s_client ${options} </dev/null 2>/dev/null | openssl x509 -noout -subject -issuer -dates`;
  return lineOf(reproduceLine(`for place in ${placeOf(one)} ${placeOf(other)}; do ${show}; done`, other));
}

/** The command that shows TLSA records and the digest of the leaf's key that they are to have. */
export const showTlsa = (served: CertificateTarget, name: string): string[] =>
  showLeaf(served, '-pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256').map((line) =>
    line.replace('Reproduce: ', `Reproduce: dig TLSA ${name} +dnssec; `),
  );

const python = (script: string): string => `python3 -c "${script}"`;

/** The command that counts the days of the leaf's life, both of its ends included. */
export const showLifetime = (served: CertificateTarget): string[] =>
  showLeaf(
    served,
    `-dates | ${python("import ssl,sys;b,e=[ssl.cert_time_to_seconds(l.strip()[l.index('=')+1:]) for l in sys.stdin];print((e-b+1)/86400,'days')")}`,
  );

type Weakness = NonNullable<CertificateFacts['key']['weakness']>;

/** Scripts that show a weakness of the modulus that `openssl x509 -modulus` prints; those without one compare it with a list or another key. */
const weaknessScripts: Partial<Record<Weakness['kind'], (value: string) => string>> = {
  'close-primes': () =>
    "from math import isqrt;n=int(input()[8:],16);a=isqrt(n-1)+1;print('factors:',*[(x-isqrt(x*x-n),x+isqrt(x*x-n)) for x in range(a,a+100) if isqrt(x*x-n)**2==x*x-n][:1])",
  'small-factor': (factor) => `n=int(input()[8:],16);print('remainder of the division by ${factor}:',n%${factor})`,
  roca: () =>
    "n=int(input()[8:],16);print('ROCA fingerprint:',all(n%p in {pow(65537,e,p) for e in range(p)} for p in range(2,168) if all(p%q for q in range(2,p))))",
};

/** The command that shows that the key of the leaf is weak. */
export function showWeakness(served: CertificateTarget, { kind, values: [value = ''] }: Weakness): string[] {
  // What lists of weak keys call a key.
  if (kind === 'debian') return showLeaf(served, '-modulus | sha1sum | cut -c 21-40');
  const script = /^\d*$/.test(value) ? weaknessScripts[kind]?.(value) : undefined;
  return showLeaf(served, script === undefined ? '-modulus' : `-modulus | ${python(script)}`);
}

/** The target of a command that asks for a name alone. */
export const nameTarget = (serverName: string): CommandTarget => ({ address: '::', port: 53, serverName });
