import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { suiteHex, suiteName } from '@perimeter/protocols/tls/registry/suites';
import type { TlsEndpoint, TlsVersion, TlsVersionName } from '../../../evidence/tls/schema.ts';
import { answerWithSuite } from '../../../evidence/tls/answer-text.ts';
import { type Lines, proof } from '../../../catalogue/outcome.ts';
import { nmapLine } from '../../../catalogue/reproduce.ts';
import { acceptedSuites, acceptedVersions, versionOf, type AcceptedSuite } from '../../../evidence/tls/inventory.ts';
import { firstAndMore } from '../../../evidence/words/text.ts';

const spaced = (hex: string): string => hex.replaceAll(/[^0-9a-f]/gi, '').replaceAll(/(..)(?=.)/g, '$1 ');

/** The raw answers kept under the given names, as spaced hex, one a line; names that have none are left out. */
export const rawLines = (endpoint: TlsEndpoint, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const hex = endpoint.raw[name];
    return hex === undefined || hex === '' ? [] : [spaced(hex)];
  });

/** How a version was answered, in one line: `TLSv1.0 accepted: ServerHello 0301 c013 TLS_ECDHE_…`. */
export function versionLine({ version, accepted, evidence }: TlsVersion): string {
  const state = accepted.known ? (accepted.value ? 'accepted' : 'refused') : 'unknown';
  return `${version} ${state}: ${answerWithSuite(evidence)}`;
}

/** The line and the raw answer of one version. */
export function versionProof(endpoint: TlsEndpoint, name: TlsVersionName): string {
  const version = versionOf(endpoint, name);
  if (version === undefined) return '';
  const hello = name === 'SSLv2' ? 'an SSL 2.0 CLIENT-HELLO' : `a ClientHello of ${name}`;
  return proof(`Offered: ${hello}`, versionLine(version), rawLines(endpoint, [name]));
}

/** The raw answer of a feature's own test, else that of the newest hello before TLS 1.3. */
export function answerOf(endpoint: TlsEndpoint, field: string): string {
  const own = rawLines(endpoint, [field]);
  if (own.length > 0) return proof(own);
  const newest = acceptedVersions(endpoint).findLast(({ version }) => version !== 'TLSv1.3');
  return newest === undefined ? '' : versionProof(endpoint, newest.version);
}

/** The lines of several versions, for a verdict over all of them. */
export const versionLines = (endpoint: TlsEndpoint): string[] => endpoint.versions.map(versionLine);

/** A code point with its name, as findings write it. */
export const namedSuite = (code: number): string => `${suiteHex(code)} ${suiteName(code)}`;

/** A group as findings write it: code point and name. */
export const groupName = (code: number): string =>
  `0x${code.toString(16).padStart(4, '0')} ${namedGroups.get(code)?.name ?? 'unassigned'}`;

/** Evidence is limited to about 8,000 characters, and the reproduce command comes last. */
const maxSuiteLines = 60;

/** The first lines of a long list, and how many more there are. */
export const firstLines = (lines: readonly string[], most: number): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), `and ${lines.length - most} more`];

/** Each accepted suite on a line, then the raw answers that chose them, the first three at most. */
export const suiteProof = (endpoint: TlsEndpoint, suites: readonly AcceptedSuite[]): string =>
  proof(
    suites.length === 0 ? [] : ['Offered these suites repeatedly, removing each accepted one. Answered: ServerHello'],
    firstLines(
      suites.map(({ version, code }) => `${version} accepted ${namedSuite(code)}`),
      maxSuiteLines,
    ),
    rawLines(
      endpoint,
      suites.map(({ version, code }) => `${version} ${suiteHex(code)}`),
    ).slice(0, 3),
  );

/** Suite names in a sentence, the first four and how many more; each named once. */
export function suiteList(suites: readonly AcceptedSuite[]): string {
  const names = [...new Set(suites.map(({ name }) => name))];
  return firstAndMore(names, 4);
}

/** Everything that the endpoint accepts: versions, suites, and the command that lists them. */
export const acceptedProof = (endpoint: TlsEndpoint): Lines => [
  versionLines(endpoint),
  suiteProof(endpoint, acceptedSuites(endpoint)),
  nmapLine(endpoint, 'ssl-enum-ciphers'),
];
