import { type CommandTarget, opensslLine, opensslOldOptions } from '../../../catalogue/reproduce.ts';
import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';
import type { Served } from './served.ts';
import { isSamePlace } from '../../../evidence/endpoint-place.ts';

// Where a server has several certificates, the signature algorithms that a client takes decide which one it is shown.
const schemesByKey: ReadonlyMap<string, string> = new Map([
  ['rsa', 'RSA-PSS+SHA256:RSA+SHA256'],
  ['ec', 'ECDSA+SHA256:ECDSA+SHA384'],
  ['ed25519', 'ed25519'],
]);

const offeredCurves: ReadonlySet<string> = new Set(['P-256', 'P-384', 'P-521']);

/** Without these OpenSSL offers nothing that a key of this kind could be shown for: DSA, and curves that it leaves out. */
function oldKeyOptions(
  { key: { algorithm, curve } }: CertificateFacts,
  { viaVersion }: Served['chain'],
): readonly string[] {
  const isUnusual = algorithm === 'ec' && curve !== null && /^[A-Za-z][\w-]*$/.test(curve) && !offeredCurves.has(curve);
  if (viaVersion !== 'TLSv1.2' || (algorithm !== 'dsa' && (!isUnusual || curve === 'explicit'))) return [];
  return [...opensslOldOptions('-tls1_2'), ...(isUnusual ? [`-curves ${curve}:P-256`] : [])];
}

function certificateOptions({ leaf, chain, certificates }: Served): string[] {
  const rivals = certificates.chains.filter((one) => isSamePlace(one, chain));
  const schemes = schemesByKey.get(leaf.key.algorithm);
  return [
    ...oldKeyOptions(leaf, chain),
    ...(rivals.length > 1 && schemes !== undefined ? [`-sigalgs ${schemes}`] : []),
  ];
}

const lineOf = (line: string | null): string[] => (line === null ? [] : [line]);

/** The command that shows what was served. */
export const showChain = (served: Served, ...options: readonly string[]): string[] =>
  lineOf(opensslLine(served, ...certificateOptions(served), ...options, '-showcerts </dev/null'));

/** The command that shows fields of the leaf. */
export const showLeaf = (served: Served, fields: string): string[] =>
  lineOf(opensslLine(served, ...certificateOptions(served), `</dev/null 2>/dev/null | openssl x509 -noout ${fields}`));

/** The command that shows the names of the leaf. */
export const showNames = (served: Served): string[] => showLeaf(served, '-subject -ext subjectAltName');

/** The target of a command that asks for a name alone. */
export const nameTarget = (serverName: string): CommandTarget => ({ address: '::', port: 53, serverName });
