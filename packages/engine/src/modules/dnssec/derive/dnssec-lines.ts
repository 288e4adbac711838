import { algorithmName } from '@perimeter/protocols/dns/dnssec-algorithms';
import { digLines } from '../../../catalogue/dig.ts';
import { reasonTexts } from '../../../evidence/dnssec/reason-texts.data.ts';
import type {
  DnssecEvidence,
  DsFacts,
  KeyFacts,
  SignatureFacts,
  TargetFacts,
  ZoneFacts,
} from '../../../evidence/dnssec/schema.ts';
import { shorten } from '../../derive/words/text.ts';
import { iso } from '../../derive/words/time.ts';

/** "key 12345 (ECDSAP256SHA256)". */
export const keyName = ({ algorithm, keyTag }: { algorithm: number; keyTag: number }): string =>
  `key ${keyTag} (${algorithmName(algorithm)})`;

/** A DNSKEY record without its key material. */
export const keyLine = (zone: string, { flags, algorithm, keyTag, rsa }: KeyFacts): string =>
  `${zone}. DNSKEY ${flags} 3 ${algorithm}; key tag ${keyTag}${rsa === null ? '' : `, RSA ${rsa.bits} bits, exponent ${rsa.exponent}`}`;

/** A DS record. */
export const dsLine = (zone: string, { keyTag, algorithm, digestType, digest, matches }: DsFacts): string =>
  `${zone}. DS ${keyTag} ${algorithm} ${digestType} ${digest}${matches ? '' : '; no DNSKEY matches'}`;

/** A signature without its octets. */
export const signatureLine = (place: string, signature: SignatureFacts): string =>
  `RRSIG ${place}: ${keyName(signature)} of ${signature.signer}, ${iso(signature.inception)} to ${iso(signature.expiration)}, ${signature.verdict}`;

/** The records of a denial. */
export const denialLines = ({ denial }: Pick<TargetFacts, 'denial'>): string[] =>
  (denial?.records ?? []).map(({ owner, type, data }) => `${owner}. ${type} ${shorten(data, 200)}`);

/** A set of records, or an absence, that is judged by its signatures. */
export interface JudgedPlace {
  name: string;
  type: string;
  reason: ZoneFacts['reason'];
  security: ZoneFacts['security'];
  ttl: number | null;
  signatures: readonly SignatureFacts[];
  /** Null for the keys. */
  target: TargetFacts | null;
}

/** Nothing is there: what is judged is the proof. */
export const isAbsence = ({ target, type }: JudgedPlace): boolean => target?.count === 0 && type === target.type;

/** Visitors need the set to find the site: keys, addresses, and what leads to them. */
export const isForVisitors = (place: JudgedPlace): boolean =>
  place.target === null ||
  (place.target.purpose !== 'missing-name' && ['A', 'AAAA'].includes(place.target.type) && !isAbsence(place));

/** A validating resolver's answer, then the records that it refuses. */
export const placeLine = ({ name, type }: Pick<JudgedPlace, 'name' | 'type'>): string | null =>
  digLines([type, name], [type, name, '+cd', '+dnssec']);

/** Types whose absence every visitor or sender of mail asks about. */
const common: ReadonlySet<string> = new Set(['AAAA', 'HTTPS', 'MX']);

/** Absences that clients come across: of the apex, and of types that visitors and senders ask for. */
export const isAskedFor = ({ target }: JudgedPlace): boolean =>
  target !== null && (target.purpose === 'apex' || common.has(target.type));

const isBogus = ({ security }: Pick<JudgedPlace, 'security'>): boolean => security === 'bogus';

/** The keys and, where these hold, every set and absence of the zone that was asked for. */
export function placesOf({ zones, targets, apex }: DnssecEvidence): JudgedPlace[] {
  const zone = zones.at(-1);
  if (zone === undefined) return [];
  const { name, reason, security, keySignatures } = zone;
  const keys: JudgedPlace = {
    name,
    type: 'DNSKEY',
    reason,
    security,
    ttl: null,
    signatures: keySignatures,
    target: null,
  };
  if (security === 'bogus') return [keys];
  const own = targets.filter((target) => target.zone === apex && !target.links.some(isBogus));
  const sets = own.map((target) => ({
    name: target.owner,
    type: target.type,
    reason: target.reason,
    security: target.security,
    ttl: target.ttl,
    signatures: target.signatures,
    target,
  }));
  const aliases = targets.flatMap((target) =>
    target.links
      .filter((link) => link.zone === apex && isBogus(link))
      .map((link) => ({ ...link, ttl: null, signatures: [], target })),
  );
  const once = new Map(aliases.map((alias) => [`${alias.name} ${alias.type}`, alias]));
  return [keys, ...sets, ...once.values()];
}

/** "example.com DNSKEY: signature expired". */
export const faultLine = ({ name, type, reason }: JudgedPlace): string => `${name} ${type}: ${reasonTexts[reason]}`;
