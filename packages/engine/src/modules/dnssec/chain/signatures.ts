import { digLines } from '../../../catalogue/dig.ts';
import { fail, informational, type Lines, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { counted, firstAndMore } from '../../derive/words/text.ts';
import { secondsPerDay, span } from '../../derive/words/time.ts';
import { faultLine, type JudgedPlace, placeLine, placesOf, signatureLine } from '../derive/dnssec-lines.ts';
import { type SignedZone, zoneCheck } from '../derive/zone-check.ts';

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

/** Fails where sets of the zone are bogus for one of the reasons. */
function judgeFaults({ dnssec }: SignedZone, reasons: readonly JudgedPlace['reason'][], what: string): Verdict {
  const broken = placesOf(dnssec).filter(({ reason }) => reasons.includes(reason));
  if (broken.length === 0) return pass('No record set has this fault');
  const names = firstAndMore(broken.map(placeOf), 4);
  return fail({
    description: `${what} (${names}). Validating resolvers answer SERVFAIL.`,
    evidence: [provingLines(broken)],
  });
}

export const dnssecRrsigExpired = zoneCheck({
  id: 'dnssec-rrsig-expired',
  title: 'The signatures are valid at this time',
  finding: 'Expired or not yet valid DNSSEC signatures',
  weakness: { cvss: 'serviceUnusable', cwe: [324] },
  references: ['RFC 4035 section 5.3.1'],
  of: 'chain',
  judge: (signed) =>
    judgeFaults(signed, ['rrsig-expired', 'rrsig-not-yet'], 'The signatures have expired or are not yet valid'),
});

export const dnssecRrsigInvalid = zoneCheck({
  id: 'dnssec-rrsig-invalid',
  title: 'The signatures verify',
  finding: 'DNSSEC signatures do not verify',
  weakness: { cvss: 'serviceUnusable', cwe: [347] },
  references: ['RFC 4035 section 5.3.3'],
  of: 'chain',
  judge: (signed) => judgeFaults(signed, ['rrsig-invalid'], 'No signature verifies with a key of the zone'),
});

export const dnssecRrsigMissing = zoneCheck({
  id: 'dnssec-rrsig-missing',
  title: 'Every record set is signed',
  finding: 'Record set without a signature in a signed zone',
  weakness: { cvss: 'serviceUnusable', cwe: [347] },
  references: ['RFC 4035 section 2.2', 'RFC 4035 section 5.3.1'],
  of: 'chain',
  judge: (signed) => judgeFaults(signed, ['rrsig-missing'], 'Records in the signed zone have no usable signature'),
});

const validOf = ({ signatures }: JudgedPlace) => signatures.filter(({ verdict }) => verdict === 'valid');

export const dnssecRrsigExpiring = zoneCheck({
  id: 'dnssec-rrsig-expiring',
  title: 'The signatures are renewed in time',
  finding: 'DNSSEC signatures expire within hours',
  weakness: { cvss: 'conditionalAvailability', cwe: [324] },
  references: ['RFC 6781 section 4.4.2'],
  of: 'chain',
  judge: ({ dnssec, nowSeconds }) => {
    // Online signers sign for a day or less, and renew in the last quarter.
    const isExpiring = ({ inception, expiration }: { inception: number; expiration: number }): boolean =>
      expiration - nowSeconds < secondsPerDay / 2 && expiration - nowSeconds < (expiration - inception) / 4;
    const late = placesOf(dnssec).filter((place) => {
      const valid = validOf(place);
      return valid.length > 0 && valid.every(isExpiring);
    });
    const left = Math.min(...late.flatMap(validOf).map(({ expiration }) => expiration - nowSeconds));
    return late.length === 0
      ? pass('No signature expires within 12 hours and the last quarter of its validity')
      : fail({
          description: `${counted(late.length, 'record set')} will lose the last valid signature, the first in ${span(left)}.`,
          evidence: [provingLines(late)],
        });
  },
});

/** Signatures that live longer can be replayed for longer (RFC 6781 section 4.4.2). */
const longestSeconds = 180 * secondsPerDay;

export const dnssecRrsigTooLong = zoneCheck({
  id: 'dnssec-rrsig-too-long',
  title: 'The signatures are valid for at most 180 days',
  finding: 'DNSSEC signatures are valid for more than 180 days',
  weakness: { cvss: 'cryptoMargin', cwe: [324] },
  references: ['RFC 6781 section 4.4.2'],
  of: 'chain',
  judge: ({ dnssec }) => {
    const long = placesOf(dnssec).filter((place) =>
      validOf(place).some(({ inception, expiration }) => expiration - inception > longestSeconds),
    );
    return long.length === 0
      ? pass('No signature is valid for more than 180 days')
      : fail({
          description: `${counted(long.length, 'record set')} with signatures valid for more than 180 days: an attacker can replay old records for as long.`,
          evidence: [provingLines(long)],
        });
  },
});

export const dnssecTtlBeyondExpiry = zoneCheck({
  id: 'dnssec-ttl-beyond-expiry',
  title: 'No TTL outlasts its signature',
  finding: 'TTL outlasts the signature',
  references: ['RFC 4035 section 5.3.3'],
  of: 'chain',
  judge: ({ dnssec, nowSeconds }) => {
    const beyond = placesOf(dnssec).filter((place) => {
      const { ttl } = place;
      const ends = validOf(place).map(({ expiration }) => expiration - nowSeconds);
      return ttl !== null && ends.length > 0 && Math.max(...ends) < ttl;
    });
    return beyond.length === 0
      ? pass('Every TTL ends before its signature')
      : informational({
          description: `The TTL of ${firstAndMore(beyond.map(placeOf), 4)} ends after the signature; validating resolvers shorten it.`,
          evidence: [provingLines(beyond)],
        });
  },
});

export const dnssecMissingAlgSignature = zoneCheck({
  id: 'dnssec-missing-alg-signature',
  title: 'The keys are signed with every algorithm of the DS records',
  finding: 'DNSKEY records are not signed with an algorithm of the DS records',
  weakness: { cvss: 'resilience', cwe: [345] },
  references: ['RFC 4035 section 2.2', 'RFC 6840 section 5.11'],
  of: 'chain',
  judge: ({ zone, ds }) => {
    const signed = new Set(zone.keySignatures.map(({ algorithm }) => algorithm));
    const lacking = [...new Set(ds.map(({ algorithm }) => algorithm))].filter((algorithm) => !signed.has(algorithm));
    if (zone.keySignatures.length === 0) return pass('The DNSKEY records have no signature (separate check)');
    return lacking.length === 0
      ? pass('The DNSKEY records are signed with every algorithm of the DS records')
      : fail({
          description: `The DS records of ${zone.name} name algorithm ${lacking.join(', ')}, but no signature over the DNSKEY records uses it. Strict validators treat the zone as bogus.`,
          evidence: [
            zone.keySignatures.map((signature) => signatureLine(`${zone.name} DNSKEY`, signature)),
            digLines(['DS', zone.name], ['DNSKEY', zone.name, '+cd', '+dnssec']),
          ],
        });
  },
});
