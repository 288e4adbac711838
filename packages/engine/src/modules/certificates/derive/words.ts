import { beginning, visible } from '@perimeter/protocols/x509/visible';
import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';
import { opensslLine, opensslOldOptions } from '../../../catalogue/reproduce.ts';
import type { CommandTarget } from '../../../catalogue/reproduce.ts';
import type { Served } from './served.ts';

export const secondsPerDay = 86_400;

/** A moment of epoch seconds as RFC 3339 writes it; strangers name moments that no calendar has. */
export function iso(epochSeconds: number): string {
  const moment = new Date(epochSeconds * 1_000);
  return Number.isNaN(moment.getTime())
    ? `${epochSeconds} seconds after 1970`
    : moment.toISOString().replace('.000Z', 'Z');
}

/** What strangers wrote, nothing invisible in it, cut to a length that leaves room for our own words. */
export function shorten(text: string, maxLength = 100): string {
  const shown = visible(beginning(text, maxLength + 1));
  return shown.length <= maxLength ? shown : `${beginning(shown, maxLength)}…`;
}

/** A number with its unit: "1 day", "3 days". */
export const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A span as people say it: days, below two days hours, below two hours minutes, below two minutes seconds; always rounded down. */
export function span(seconds: number): string {
  if (seconds >= 2 * secondsPerDay) return counted(Math.floor(seconds / secondsPerDay), 'day');
  if (seconds >= 7_200) return counted(Math.floor(seconds / 3_600), 'hour');
  if (seconds >= 120) return counted(Math.floor(seconds / 60), 'minute');
  return counted(Math.floor(seconds), 'second');
}

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

/** How people write an algorithm of keys. */
export const algorithmName = (algorithm: string): string =>
  algorithmNames.get(algorithm) ?? (/^[a-z]/.test(algorithm) ? algorithm.toUpperCase() : algorithm);

// Of these the size is worth telling; the others have but one.
const sized: ReadonlySet<string> = new Set(['rsa', 'ec', 'dsa', 'dh']);

/** The key in two or three words: "RSA 2048", "EC P-256", "Ed25519". */
export const keyText = ({ key: { algorithm, curve, bits } }: CertificateFacts): string =>
  [algorithmName(algorithm), curve ?? (sized.has(algorithm) ? bits : null)].filter((part) => part !== null).join(' ');

/** The key in a clause: "RSA key of 512 bits, with the exponent 1"; exponents only where they are unusual. */
export function keyClause(facts: CertificateFacts): string {
  const { algorithm, curve, bits, exponent } = facts.key;
  const size = curve === null ? (sized.has(algorithm) && bits !== null ? ` of ${bits} bits` : '') : ` on ${curve}`;
  const odd = exponent === null || exponent === '65537' ? '' : `, with the exponent ${exponent}`;
  return `${algorithmName(algorithm)} key${size}${odd}`;
}

/** A sentence as a clause: without its full stop, its first letter small unless a word in capitals begins. */
export const clause = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase());

/** The name that people know a certificate by. */
export const nameOf = ({ commonName, subject, subjectAltNames, sha256 }: CertificateFacts): string =>
  shorten(commonName || subject || subjectAltNames[0]?.value || `certificate ${sha256.slice(0, 16)}`);

/** How many items a sentence lists before it counts the rest. */
const maxListed = 6;

/** The first few of a list, and how many more there are. */
export function listed(items: readonly string[]): string {
  const first = items
    .slice(0, maxListed)
    .map((item) => shorten(item, 200))
    .join(', ');
  return items.length <= maxListed ? first : `${first} and ${items.length - maxListed} more`;
}

/** The names that a certificate is for. */
export const namesText = ({ subjectAltNames }: CertificateFacts): string =>
  listed(subjectAltNames.map(({ type, value }) => (type === 'dns' ? value : `${type}:${value}`))) || 'none';

const sources: Record<CertificateFacts['source'], string> = {
  served: 'served',
  fetched: 'not served, fetched',
  root: 'trust store',
};

/** One certificate in a line: name, key, signature, dates and where it came from. */
export const certificateLine = (facts: CertificateFacts): string =>
  facts.malformed === null
    ? `${shorten(facts.subject || nameOf(facts), 200)} (${keyText(facts)}, signed with ${facts.signature.algorithm}, ${iso(facts.notBefore)} to ${iso(facts.notAfter)}, ${sources[facts.source]})`
    : `certificate ${facts.sha256} (cannot be read: ${facts.malformed})`;

/** The path in words, leaf first, one certificate a line. */
export function pathLines({ path, chain }: Served): string[] {
  const anchors = { public: 'a public root', extra: "a root that this installation's operator trusts" };
  const last = path.at(-1);
  const end =
    chain.verdict.anchor === null
      ? last?.selfSigned === true
        ? '  the last one is a root that is not trusted'
        : `  no trusted root issued ${last === undefined ? 'it' : nameOf(last)}`
      : `  the last one is ${anchors[chain.verdict.anchor]}`;
  return ['Path:', ...path.map((facts, at) => `  ${at === 0 ? '' : 'issued by '}${certificateLine(facts)}`), end];
}

/** Fields of a certificate as `openssl x509` shows them, for the proof of a finding. */
export const fieldLines = (facts: CertificateFacts): string[] => [
  `subject: ${shorten(facts.subject, 200) || '(empty)'}`,
  `issuer: ${shorten(facts.issuer, 200) || '(empty)'}`,
  `subjectAltName: ${namesText(facts)}`,
  `validity: ${iso(facts.notBefore)} to ${iso(facts.notAfter)}`,
  `sha256: ${facts.sha256}`,
];

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
  const rivals = certificates.chains.filter(
    ({ address, port, serverName }) =>
      address === chain.address && port === chain.port && serverName === chain.serverName,
  );
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

/** The target of a command that asks for a name alone. */
export const nameTarget = (serverName: string): CommandTarget => ({ address: '::', port: 53, serverName });

/** What a finding's identity rests on besides host and port: the key type, which outlives renewals. */
export const subjectOf = ({ chain }: Pick<Served, 'chain'>): string => chain.keyType;

/** Joins parts of a proof by lines. */
export const proof = (...lines: readonly (string | readonly string[])[]): string => lines.flat().join('\n');
