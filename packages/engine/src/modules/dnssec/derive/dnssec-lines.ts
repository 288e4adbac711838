import { digLines } from '../../../catalogue/dig.ts';
import { reasonTexts } from '../../../evidence/dnssec/reason-texts.data.ts';
import type { JudgedPlace } from '../../../evidence/dnssec/places.ts';
import type { DsFacts, KeyFacts, SignatureFacts, TargetFacts } from '../../../evidence/dnssec/schema.ts';
import { shorten } from '../../../evidence/words/text.ts';
import { iso } from '../../../evidence/words/time.ts';
import { keyText } from '../../../evidence/dnssec/key-text.ts';

/** A DNSKEY record without its key material. */
export const keyLine = (zone: string, { flags, algorithm, keyTag, rsa }: KeyFacts): string =>
  `${zone}. DNSKEY ${flags} 3 ${algorithm}; key tag ${keyTag}${rsa === null ? '' : `, RSA ${rsa.bits} bits, exponent ${rsa.exponent}`}`;

/** A DS record. */
export const dsLine = (zone: string, { keyTag, algorithm, digestType, digest, matches }: DsFacts): string =>
  `${zone}. DS ${keyTag} ${algorithm} ${digestType} ${digest}${matches ? '' : '; no DNSKEY matches'}`;

/** A signature without its signature bytes. */
export const signatureLine = (place: string, signature: SignatureFacts): string =>
  `RRSIG ${place}: ${keyText(signature)} of ${signature.signer}, ${iso(signature.inception)} to ${iso(signature.expiration)}, ${signature.verdict}`;

/** The records of a denial. */
export const denialLines = ({ denial }: Pick<TargetFacts, 'denial'>): string[] =>
  (denial?.records ?? []).map(({ owner, type, data }) => `${owner}. ${type} ${shorten(data, 200)}`);

/** The answer of a validating resolver, then the records that it refuses. */
export const placeLine = ({ name, type }: Pick<JudgedPlace, 'name' | 'type'>): string | null =>
  digLines([type, name], [type, name, '+cd', '+dnssec']);

/** "example.com DNSKEY: signature expired". */
export const faultLine = ({ name, type, reason }: JudgedPlace): string => `${name} ${type}: ${reasonTexts[reason]}`;
