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

/** A target, and the openssl options that select one of its certificates. */
export interface CertificateTarget extends CommandTarget {
  options: readonly string[];
}

// Where a server has several certificates, the signature algorithms in the ClientHello decide which one it sends.
const schemesByKey: ReadonlyMap<string, string> = new Map([
  ['rsa', 'RSA-PSS+SHA256:RSA+SHA256'],
  ['ec', 'ECDSA+SHA256:ECDSA+SHA384'],
  ['ed25519', 'ed25519'],
]);

const offeredCurves: ReadonlySet<string> = new Set(['P-256', 'P-384', 'P-521']);

/** TLS versions that OpenSSL 3 offers only on request; a chain served under one of them is not served under a newer version. */
const oldVersions: ReadonlyMap<string, OldVersion> = new Map([
  ['TLSv1.0', '-tls1'],
  ['TLSv1.1', '-tls1_1'],
]);

/** OpenSSL 3 does not offer DSA and some curves by default; without these options a server cannot present such a key. */
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

/** openssl options that select this leaf where the endpoint serves several certificates. */
export function certificateOptions(
  leaf: CertificateFacts,
  chain: Pick<ServedChain, 'viaVersion'>,
  hasRivals: boolean,
): string[] {
  const schemes = schemesByKey.get(leaf.key.algorithm);
  return [...oldKeyOptions(leaf, chain), ...(hasRivals && schemes !== undefined ? [`-sigalgs ${schemes}`] : [])];
}

const lineOf = (line: string | null): string[] => (line === null ? [] : [line]);

/** The command that prints the served chain. */
export const showChain = (served: CertificateTarget, ...options: readonly string[]): string[] =>
  lineOf(opensslLine(served, ...served.options, ...options, '-showcerts </dev/null'));

/** The command that prints the stapled OCSP response. */
export const showStaple = (served: CertificateTarget): string[] => showChain(served, '-status');

/** The command that prints fields of the leaf. */
export const showLeaf = (served: CertificateTarget, fields: string): string[] =>
  lineOf(opensslLine(served, ...served.options, `</dev/null 2>/dev/null | openssl x509 -noout ${fields}`));

/** The command that prints the names in the leaf. */
export const showNames = (served: CertificateTarget, ...options: readonly string[]): string[] =>
  showLeaf(served, ['-subject -ext subjectAltName', ...options].join(' '));

/** URLs without shell metacharacters. */
const plainUrl = /^http:\/\/[A-Za-z0-9._:/%-]+$/;

/** The command that shows a revocation at its source: the stapled response, a CRL or an OCSP responder. */
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

/** The command that prints the leaves of two endpoints, one after the other. */
export function showBoth(one: CertificateTarget, other: CertificateTarget): string[] {
  const options = ['-connect $place', `-servername ${one.serverName}`, ...other.options].join(' ');
  const show = `openssl s_client ${options} </dev/null 2>/dev/null | openssl x509 -noout -subject -issuer -dates`;
  return lineOf(reproduceLine(`for place in ${placeOf(one)} ${placeOf(other)}; do ${show}; done`, other));
}

/** The command that prints TLSA records, and the digest of the leaf's key that they must match. */
export const showTlsa = (served: CertificateTarget, name: string): string[] =>
  showLeaf(served, '-pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256').map((line) =>
    line.replace('Reproduce: ', `Reproduce: dig TLSA ${name} +dnssec; `),
  );

const python = (script: string): string => `python3 -c "${script}"`;

/** The command that counts the leaf's validity in days, first and last day included. */
export const showLifetime = (served: CertificateTarget): string[] =>
  showLeaf(
    served,
    `-dates | ${python("import ssl,sys;b,e=[ssl.cert_time_to_seconds(l.strip()[l.index('=')+1:]) for l in sys.stdin];print((e-b+1)/86400,'days')")}`,
  );

type Weakness = NonNullable<CertificateFacts['key']['weakness']>;

/** Scripts that show a weakness from the output of `openssl x509 -modulus`. Kinds without a script are shown by comparison with a list or another key. */
const weaknessScripts: Partial<Record<Weakness['kind'], (value: string) => string>> = {
  'close-primes': () =>
    "from math import isqrt;n=int(input()[8:],16);a=isqrt(n-1)+1;print('factors:',*[(x-isqrt(x*x-n),x+isqrt(x*x-n)) for x in range(a,a+100) if isqrt(x*x-n)**2==x*x-n][:1])",
  'small-factor': (factor) => `n=int(input()[8:],16);print('remainder of the division by ${factor}:',n%${factor})`,
  roca: () =>
    "n=int(input()[8:],16);print('ROCA fingerprint:',all(n%p in {pow(65537,e,p) for e in range(p)} for p in range(2,168) if all(p%q for q in range(2,p))))",
};

/** The command that shows that the key of the leaf is weak. */
export function showWeakness(served: CertificateTarget, { kind, values: [value = ''] }: Weakness): string[] {
  // openssl-blacklist identifies a key by the last 20 digits of the SHA-1 of this output.
  if (kind === 'debian') return showLeaf(served, '-modulus | sha1sum | cut -c 21-40');
  const script = /^\d*$/.test(value) ? weaknessScripts[kind]?.(value) : undefined;
  return showLeaf(served, script === undefined ? '-modulus' : `-modulus | ${python(script)}`);
}

/** A command target that is known by name only. */
export const nameTarget = (serverName: string): CommandTarget => ({ address: '::', port: 53, serverName });
