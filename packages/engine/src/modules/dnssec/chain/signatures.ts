import type { Check } from '../../../catalogue/check.ts';
import { digLines } from '../../../catalogue/dig.ts';
import type { VectorName } from '../../../catalogue/vectors.data.ts';
import { fail, inconclusive, informational, type Lines, pass } from '../../../catalogue/outcome.ts';
import { counted, firstAndMore } from '../../derive/words/text.ts';
import { secondsPerDay, span } from '../../derive/words/time.ts';
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
import { type ZoneCheck, zoneCheck } from '../derive/zone-check.ts';
import { brokenAbsence, brokenAddresses, brokenOther, brokenSets, brokenZone } from './broken-sets.data.ts';

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

interface PlacesCheck extends Omit<ZoneCheck, 'of' | 'judge'> {
  passed: string;
  /** The sets of records that the check is about, by what it finds in them. */
  picks: (place: JudgedPlace, nowSeconds: number) => boolean;
  says: (places: readonly JudgedPlace[], nowSeconds: number) => string;
  /** Replaces the vector of the check. */
  weighs?: (places: readonly JudgedPlace[]) => VectorName;
  /** What is worth a note where nothing is picked. */
  notes?: PlacesCheck['picks'];
}

/** Declares a check of each set of records of a zone that validators follow. */
const placesCheck = ({ passed, picks, says, weighs, notes, ...facts }: PlacesCheck): Check =>
  zoneCheck({
    ...facts,
    of: 'chain',
    judge: ({ dnssec, nowSeconds }) => {
      const all = placesOf(dnssec);
      const places = all.filter((place) => picks(place, nowSeconds));
      const noted = all.filter((place) => notes?.(place, nowSeconds) === true);
      const disputed = all.find(({ reason }) => reason === 'disputed');
      if (places.length === 0 && noted.length > 0)
        return informational({ description: says(noted, nowSeconds), evidence: provingLines(noted) });
      if (places.length === 0) return disputed === undefined ? pass(passed) : inconclusive(faultLine(disputed));
      const draft = { description: says(places, nowSeconds), evidence: provingLines(places) };
      if (weighs !== undefined) return fail({ ...draft, cvss: weighs(places) });
      return facts.weakness === undefined ? informational(draft) : fail(draft);
    },
  });

/** Sets of policies have a sentence of their own. */
const textOf = (place: JudgedPlace): string =>
  isAbsence(place)
    ? brokenAbsence
    : (brokenSets[place.target?.purpose === 'policy' ? 'policy' : place.type] ?? brokenOther);

/** The keys make every name fail; addresses the site; other sets what they are for. */
function consequencesOf(broken: readonly JudgedPlace[]): string {
  const texts = broken.some(({ target }) => target === null)
    ? [brokenZone]
    : broken.some(isForVisitors)
      ? [brokenAddresses, ...broken.map(({ type }) => brokenSets[type])]
      : broken.map(textOf);
  return [...new Set(texts)].filter((text) => text !== undefined).join(' ');
}

/** What nobody needs to find the site makes one use of it fail; a proof of absence weighs as in `dnssec-denial-broken`. */
const weightOf = (broken: readonly JudgedPlace[]): VectorName =>
  broken.some(isForVisitors)
    ? 'serviceUnusable'
    : broken.some((place) => !isAbsence(place) || isAskedFor(place))
      ? 'partUnusable'
      : 'conditionalAvailability';

/** Declares a check that fails where sets of the zone are bogus for one of the reasons. */
const faultCheck = ({
  reasons,
  what,
  ...facts
}: Omit<PlacesCheck, 'passed' | 'picks' | 'says'> & {
  reasons: readonly JudgedPlace['reason'][];
  what: string;
}): Check =>
  placesCheck({
    ...facts,
    passed: 'No record set has this fault',
    picks: ({ reason }) => reasons.includes(reason),
    says: (broken) =>
      `${what} (${firstAndMore(broken.map(placeOf), 4)}). Validating resolvers answer SERVFAIL. ${consequencesOf(broken)}`,
    weighs: weightOf,
  });

export const dnssecRrsigExpired = faultCheck({
  id: 'dnssec-rrsig-expired',
  title: 'The signatures are valid at this time',
  finding: 'Expired or not yet valid DNSSEC signatures',
  weakness: { cvss: 'serviceUnusable', cwe: [324] },
  reasons: ['rrsig-expired', 'rrsig-not-yet'],
  what: 'The signatures have expired or are not yet valid',
});

export const dnssecRrsigInvalid = faultCheck({
  id: 'dnssec-rrsig-invalid',
  title: 'The signatures verify',
  finding: 'DNSSEC signatures do not verify',
  weakness: { cvss: 'serviceUnusable', cwe: [347] },
  reasons: ['rrsig-invalid'],
  what: 'No signature verifies with a key of the zone',
});

export const dnssecRrsigMissing = faultCheck({
  id: 'dnssec-rrsig-missing',
  title: 'Every record set is signed',
  finding: 'Record set without a signature in a signed zone',
  weakness: { cvss: 'serviceUnusable', cwe: [347] },
  reasons: ['rrsig-missing'],
  what: 'Records in the signed zone have no usable signature',
});

export const dnssecRrsigExpiring = placesCheck({
  id: 'dnssec-rrsig-expiring',
  title: 'The signatures are renewed in time',
  finding: 'DNSSEC signatures expire within hours',
  weakness: { cvss: 'conditionalAvailability', cwe: [324] },
  passed: 'No signature expires within a day and the last quarter of its validity',
  picks: endsWithin(secondsPerDay / 2),
  notes: endsWithin(secondsPerDay),
  says: (late, nowSeconds) => {
    const left = Math.min(...late.flatMap(validOf).map(({ expiration }) => expiration - nowSeconds));
    return `${counted(late.length, 'record set')} will lose the last valid signature, the first in ${span(left)}.`;
  },
});

/** Signatures that live longer can be replayed for longer (RFC 6781 section 4.4.2). */
const longestSeconds = 180 * secondsPerDay;

export const dnssecRrsigTooLong = placesCheck({
  id: 'dnssec-rrsig-too-long',
  title: 'The signatures are valid for at most 180 days',
  finding: 'DNSSEC signatures are valid for more than 180 days',
  weakness: { cvss: 'cryptoMargin', cwe: [324] },
  passed: 'No signature is valid for more than 180 days',
  picks: (place) => validOf(place).some(({ inception, expiration }) => expiration - inception > longestSeconds),
  says: (long) =>
    `${counted(long.length, 'record set')} with signatures valid for more than 180 days: an attacker can replay old records for as long.`,
});

export const dnssecTtlBeyondExpiry = placesCheck({
  id: 'dnssec-ttl-beyond-expiry',
  title: 'No TTL outlasts its signature',
  finding: 'TTL outlasts the signature',
  passed: 'Every TTL ends before its signature',
  picks: (place, nowSeconds) => {
    const ends = validOf(place).map(({ expiration }) => expiration - nowSeconds);
    return place.ttl !== null && ends.length > 0 && Math.max(...ends) < place.ttl;
  },
  says: (beyond) =>
    `The TTL of ${firstAndMore(beyond.map(placeOf), 4)} ends after the signature; validating resolvers shorten it.`,
});

export const dnssecMissingAlgSignature = zoneCheck({
  id: 'dnssec-missing-alg-signature',
  title: 'The keys are signed with every algorithm of the DS records',
  finding: 'DNSKEY records are not signed with an algorithm of the DS records',
  weakness: { cvss: 'resilience', cwe: [345] },
  of: 'chain',
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
