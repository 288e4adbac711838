import { digLines } from '../../../catalogue/dig.ts';
import type { VectorName } from '../../../catalogue/vectors.data.ts';
import { type Lines, pass, openAs } from '../../../catalogue/outcome.ts';
import {
  endsWithin,
  isAbsence,
  isAskedFor,
  isForVisitors,
  type JudgedPlace,
  placesOf,
  validOf,
} from '../../../evidence/dnssec/places.ts';
import { faultLine, placeLine, signatureLine } from '../derive/dnssec-lines.ts';
import { brokenAbsence, brokenAddresses, brokenOther, brokenSets, brokenZone } from './broken-sets.data.ts';
import { reasonTexts } from '../../../evidence/dnssec/reason-texts.data.ts';
import { checkOf, type Said } from '../../../catalogue/check-of.ts';
import { type SignedZone, signedZone } from '../../derive/subjects/signed-zone.ts';
import { counted, firstAndMore } from '../../../evidence/words/text.ts';
import { secondsPerDay, span } from '../../../evidence/words/time.ts';

const placeOf = ({ name, type }: JudgedPlace): string => `${name} ${type}`;

const provingLines = (places: readonly JudgedPlace[]): Lines => [
  ...places
    .slice(0, 20)
    .flatMap((place) => [
      faultLine(place),
      ...place.signatures.map((signature) => signatureLine(placeOf(place), signature)),
    ]),
  ...places.slice(0, 1).map(placeLine),
];

/** A question about the record sets of a zone. */
interface SetsQuestion {
  /** Selects the faulty sets. */
  picks: (place: JudgedPlace, nowSeconds: number) => boolean;
  says: (places: readonly JudgedPlace[], nowSeconds: number) => string;
  /** Replaces the vector of the check. */
  weighs?: (places: readonly JudgedPlace[]) => VectorName;
  /** Selects sets for an observation where none is faulty. */
  notes?: SetsQuestion['picks'];
}

/** Judges each set of records of a zone that validators follow. */
const onSets =
  ({ picks, says, weighs, notes }: SetsQuestion) =>
  ({ dnssec, nowSeconds }: SignedZone): Said => {
    const all = placesOf(dnssec);
    const places = all.filter((place) => picks(place, nowSeconds));
    const noted = all.filter((place) => notes?.(place, nowSeconds) === true);
    const disputed = all.find(({ reason }) => reason === 'disputed');
    if (places.length === 0 && noted.length > 0)
      return { description: says(noted, nowSeconds), evidence: provingLines(noted), informs: true };
    if (places.length === 0)
      return disputed === undefined
        ? null
        : openAs('disputed', 'zone-not-judged', {
            zone: `${disputed.name} ${disputed.type}`,
            reason: reasonTexts.disputed,
          });
    const draft = { description: says(places, nowSeconds), evidence: provingLines(places) };
    return weighs === undefined ? draft : { ...draft, cvss: weighs(places) };
  };

/** Sets with mail policies have a separate sentence. */
const textOf = (place: JudgedPlace): string =>
  isAbsence(place)
    ? brokenAbsence
    : (brokenSets[place.target?.purpose === 'policy' ? 'policy' : place.type] ?? brokenOther);

/** A fault of the keys makes every name fail; of addresses, the site; of other sets, their service. */
function consequencesOf(broken: readonly JudgedPlace[]): string {
  const texts = broken.some(({ target }) => target === null)
    ? [brokenZone]
    : broken.some(isForVisitors)
      ? [brokenAddresses, ...broken.map(({ type }) => brokenSets[type])]
      : broken.map(textOf);
  return [...new Set(texts)].filter((text) => text !== undefined).join(' ');
}

/** A set that visitors do not need makes one service fail; a proof of absence weighs as in `dnssec-denial-broken`. */
const weightOf = (broken: readonly JudgedPlace[]): VectorName =>
  broken.some(isForVisitors)
    ? 'serviceUnusable'
    : broken.some((place) => !isAbsence(place) || isAskedFor(place))
      ? 'partUnusable'
      : 'conditionalAvailability';

/** Judges sets that are bogus for one of the reasons; what: the fault in words. */
const onBrokenSets = (what: string, ...reasons: readonly JudgedPlace['reason'][]) =>
  onSets({
    picks: ({ reason }) => reasons.includes(reason),
    says: (broken) =>
      `${what} (${firstAndMore(broken.map(placeOf), 4)}). Validating resolvers answer SERVFAIL. ${consequencesOf(broken)}`,
    weighs: weightOf,
  });

const chain = signedZone('chain');

export const dnssecRrsigExpired = checkOf(chain, {
  id: 'dnssec-rrsig-expired',
  title: 'The signatures are valid at this time',
  finding: 'Expired or not yet valid DNSSEC signatures',
  weakness: { cvss: 'serviceUnusable', cwe: [324] },
  passed: 'No record set has this fault',
  judge: onBrokenSets('The signatures have expired or are not yet valid', 'rrsig-expired', 'rrsig-not-yet'),
});

export const dnssecRrsigInvalid = checkOf(chain, {
  id: 'dnssec-rrsig-invalid',
  title: 'The signatures verify',
  finding: 'DNSSEC signatures do not verify',
  weakness: { cvss: 'serviceUnusable', cwe: [347] },
  passed: 'No record set has this fault',
  judge: onBrokenSets('No signature verifies with a key of the zone', 'rrsig-invalid'),
});

export const dnssecRrsigMissing = checkOf(chain, {
  id: 'dnssec-rrsig-missing',
  title: 'Every record set is signed',
  finding: 'Record set without a signature in a signed zone',
  weakness: { cvss: 'serviceUnusable', cwe: [347] },
  passed: 'No record set has this fault',
  judge: onBrokenSets('Records in the signed zone have no usable signature', 'rrsig-missing'),
});

export const dnssecRrsigExpiring = checkOf(chain, {
  id: 'dnssec-rrsig-expiring',
  title: 'The signatures are renewed in time',
  finding: 'DNSSEC signatures expire within hours',
  weakness: { cvss: 'conditionalAvailability', cwe: [324] },
  passed: 'No signature expires within a day and the last quarter of its validity',
  judge: onSets({
    picks: endsWithin(secondsPerDay / 2),
    notes: endsWithin(secondsPerDay),
    says: (late, nowSeconds) => {
      const left = Math.min(...late.flatMap(validOf).map(({ expiration }) => expiration - nowSeconds));
      return `${counted(late.length, 'record set')} will lose the last valid signature, the first in ${span(left)}.`;
    },
  }),
});

/** Signatures with a longer validity can be replayed for longer (RFC 6781 section 4.4.2). */
const longestSeconds = 180 * secondsPerDay;

export const dnssecRrsigTooLong = checkOf(chain, {
  id: 'dnssec-rrsig-too-long',
  title: 'The signatures are valid for at most 180 days',
  finding: 'DNSSEC signatures are valid for more than 180 days',
  weakness: { cvss: 'cryptoMargin', cwe: [324] },
  passed: 'No signature is valid for more than 180 days',
  judge: onSets({
    picks: (place) => validOf(place).some(({ inception, expiration }) => expiration - inception > longestSeconds),
    says: (long) =>
      `${counted(long.length, 'record set')} with signatures valid for more than 180 days: an attacker can replay old records for as long.`,
  }),
});

export const dnssecTtlBeyondExpiry = checkOf(chain, {
  id: 'dnssec-ttl-beyond-expiry',
  title: 'No TTL outlasts its signature',
  finding: 'TTL outlasts the signature',
  passed: 'Every TTL ends before its signature',
  judge: onSets({
    picks: (place, nowSeconds) => {
      const ends = validOf(place).map(({ expiration }) => expiration - nowSeconds);
      return place.ttl !== null && ends.length > 0 && Math.max(...ends) < place.ttl;
    },
    says: (beyond) =>
      `The TTL of ${firstAndMore(beyond.map(placeOf), 4)} ends after the signature; validating resolvers shorten it.`,
  }),
});

export const dnssecMissingAlgSignature = checkOf(signedZone('chain'), {
  id: 'dnssec-missing-alg-signature',
  title: 'The keys are signed with every algorithm of the DS records',
  finding: 'DNSKEY records are not signed with an algorithm of the DS records',
  weakness: { cvss: 'resilience', cwe: [345] },
  shows: ({ zone }) => [
    zone.keySignatures.map((signature) => signatureLine(`${zone.name} DNSKEY`, signature)),
    digLines(['DS', zone.name], ['DNSKEY', zone.name, '+cd', '+dnssec']),
  ],
  judge: ({ zone, ds }) => {
    const signed = new Set(zone.keySignatures.map(({ algorithm }) => algorithm));
    const lacking = [...new Set(ds.map(({ algorithm }) => algorithm))].filter((algorithm) => !signed.has(algorithm));
    if (zone.keySignatures.length === 0) return pass('The DNSKEY records have no signature (separate check)');
    return lacking.length === 0
      ? pass('The DNSKEY records are signed with every algorithm of the DS records')
      : `The DS records of ${zone.name} name algorithm ${lacking.join(', ')}, but no signature over the DNSKEY records uses it. Strict validators treat the zone as bogus.`;
  },
});
