import { protocolErrorText } from '@perimeter/protocols/protocol-error';
import type { CertificateFacts, ServedChain } from '../../../evidence/certificates/schema.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';
import { iso } from '../../../evidence/words/time.ts';

/** How long a certificate lives, in seconds: both its first and its last second count (RFC 5280 section 4.1.2.5). */
export const lifetimeOf = ({ notBefore, notAfter }: CertificateFacts): number => notAfter - notBefore + 1;

const algorithmNames: ReadonlyMap<string, string> = new Map([
  ['rsa', 'RSA'],
  ['ec', 'EC'],
  ['dsa', 'DSA'],
  ['dh', 'DH'],
  ['ed25519', 'Ed25519'],
  ['ed448', 'Ed448'],
]);

/** An algorithm's usual name. */
export const keyAlgorithmName = (algorithm: string): string =>
  algorithmNames.get(algorithm) ?? (/^[a-z]/.test(algorithm) ? algorithm.toUpperCase() : algorithm);

// Algorithms with several key sizes, for which the size is shown.
const sized: ReadonlySet<string> = new Set(['rsa', 'ec', 'dsa', 'dh']);

/** The key in two or three words: "RSA 2048", "EC P-256", "Ed25519". */
export const keyText = ({ key: { algorithm, curve, bits } }: CertificateFacts): string =>
  [keyAlgorithmName(algorithm), curve ?? (sized.has(algorithm) ? bits : null)]
    .filter((part) => part !== null)
    .join(' ');

/** The key in a clause: "RSA key of 512 bits, with the exponent 1"; only unusual exponents are mentioned. */
export function keyClause(facts: CertificateFacts): string {
  const { algorithm, curve, bits, exponent } = facts.key;
  const size = curve === null ? (sized.has(algorithm) && bits !== null ? ` of ${bits} bits` : '') : ` on ${curve}`;
  const odd = exponent === null || exponent === '65537' ? '' : `, with the exponent ${exponent}`;
  return `${keyAlgorithmName(algorithm)} key${size}${odd}`;
}

/** The display name of a certificate. */
export const nameOf = ({ commonName, subject, subjectAltNames, sha256 }: CertificateFacts): string =>
  shorten(commonName || subject || subjectAltNames[0]?.value || `certificate ${sha256.slice(0, 16)}`);

/** Distinguishes a leaf from the others of its endpoint: key, name and the beginning of its digest; null where there are no others. */
export const rivalName = ({ leaf, hasRivals }: { leaf: CertificateFacts; hasRivals: boolean }): string | null =>
  hasRivals ? `${keyText(leaf)} certificate ${nameOf(leaf)} (SHA-256 ${leaf.sha256.slice(0, 8)})` : null;

/** A description that begins with the certificate's name where its endpoint serves several. */
export function toldApart(served: { leaf: CertificateFacts; hasRivals: boolean }, description: string): string {
  const about = rivalName(served);
  return about === null ? description : `${about}: ${description}`;
}

/** The names that a certificate is for. */
export const namesText = ({ subjectAltNames }: CertificateFacts): string =>
  listed(subjectAltNames.map(({ type, value }) => (type === 'dns' ? value : `${type}:${value}`))) || 'none';

/** The names as a line of proof. */
export const namesLine = (facts: CertificateFacts): string => `subjectAltName: ${namesText(facts)}`;

const sources: Record<CertificateFacts['source'], string> = {
  served: 'served',
  fetched: 'not served, fetched',
  root: 'trust store',
};

/** One certificate in a line: name, key, signature, dates and where it came from. */
export const certificateLine = (facts: CertificateFacts): string =>
  facts.malformed === null
    ? `${shorten(facts.subject || nameOf(facts), 200)} (${keyText(facts)}, signed with ${facts.signature.algorithm}, ${iso(facts.notBefore)} to ${iso(facts.notAfter)}, ${sources[facts.source]})`
    : `certificate ${facts.sha256} (malformed: ${protocolErrorText(facts.malformed)})`;

/** The path in words, leaf first, one certificate a line. */
export function pathLines({ path, chain }: { path: readonly CertificateFacts[]; chain: ServedChain }): string[] {
  const anchors = { public: 'a public root', extra: 'a private root trusted by the operator' };
  const last = path.at(-1);
  const end =
    chain.verdict.anchor === null
      ? last?.selfSigned === true
        ? '  the last one is an untrusted root'
        : `  no trusted root is the issuer of ${last === undefined ? 'it' : nameOf(last)}`
      : `  the last one is ${anchors[chain.verdict.anchor]}`;
  return ['Path:', ...path.map((facts, at) => `  ${at === 0 ? '' : 'issued by '}${certificateLine(facts)}`), end];
}

/** Fields of a certificate as `openssl x509` shows them, for the proof of a finding. */
export const fieldLines = (facts: CertificateFacts): string[] => [
  `subject: ${shorten(facts.subject, 200) || '(empty)'}`,
  `issuer: ${shorten(facts.issuer, 200) || '(empty)'}`,
  namesLine(facts),
  `validity: ${iso(facts.notBefore)} to ${iso(facts.notAfter)}`,
  `sha256: ${facts.sha256}`,
];
