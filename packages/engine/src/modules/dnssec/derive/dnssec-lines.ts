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

/** A set of records that is judged by its signatures. */
export interface JudgedPlace {
  name: string;
  type: string;
  reason: ZoneFacts['reason'];
  security: ZoneFacts['security'];
  ttl: number | null;
  signatures: readonly SignatureFacts[];
  target: TargetFacts | null;
}

/** A validating resolver's answer, then the records that it refuses. */
export const placeLine = ({ name, type }: Pick<JudgedPlace, 'name' | 'type'>): string | null =>
  digLines([type, name], [type, name, '+cd', '+dnssec']);

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
  const own = targets.filter((target) => target.zone === apex);
  const sets = own.map((target) => ({
    name: target.owner,
    type: target.type,
    reason: target.reason,
    security: target.security,
    ttl: target.ttl,
    signatures: target.signatures,
    target,
  }));
  return [keys, ...sets];
}

/** "example.com DNSKEY: signature expired". */
export const faultLine = ({ name, type, reason }: JudgedPlace): string => `${name} ${type}: ${reasonTexts[reason]}`;
