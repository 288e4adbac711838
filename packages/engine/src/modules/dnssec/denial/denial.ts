import { digLines } from '../../../catalogue/dig.ts';
import { fail, type Fault, pass, type Verdict, openBy, openAs } from '../../../catalogue/outcome.ts';
import { reasonTexts } from '../../../evidence/dnssec/reason-texts.data.ts';
import {
  type Contradiction,
  isAbsence,
  isAskedFor,
  isAtOnce,
  isForVisitors,
  type JudgedPlace,
  placesOf,
} from '../../../evidence/dnssec/places.ts';
import { denialLines, faultLine, placeLine } from '../derive/dnssec-lines.ts';
import { denialGaps } from './denial-gaps.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { signedZone } from '../../derive/subjects/signed-zone.ts';
import { counted, firstAndMore, shorten } from '../../../evidence/words/text.ts';
import { securityCauses } from '../../../evidence/causes/security-causes.data.ts';

type Draft = Fault;

function gapText({ reason, target }: JudgedPlace): string {
  if (reason === 'denial-missing') return 'there are no NSEC or NSEC3 records';
  const lacks = target?.denial?.lacks ?? null;
  return lacks === null ? 'the proof does not fit the answer' : denialGaps[lacks];
}

const isUnproved = ({ reason }: JudgedPlace): boolean => reason === 'denial-missing' || reason === 'denial-wrong';

const placeText = ({ target, name, type }: JudgedPlace): string =>
  target?.purpose === 'missing-name' ? 'a name that does not exist' : `${name} ${type}`;

/** One cause, one finding: a zone with broken proofs fails at every denial. */
function unprovedDraft(broken: readonly JudgedPlace[]): Draft[] {
  const [first] = broken;
  if (first === undefined) return [];
  const gaps = [...new Set(broken.map(gapText))];
  return [
    {
      description: `The answers for ${firstAndMore(broken.map(placeText), 4)} are bogus: ${gaps.join('; ')}. Validating resolvers answer SERVFAIL in place of "does not exist".`,
      evidence: [
        ...broken
          .slice(0, 10)
          .map((place) => [faultLine(place), place.target === null ? [] : denialLines(place.target)]),
        placeLine(first),
      ],
      subject: 'proof',
      ...(broken.some(isAskedFor) && { cvss: 'partUnusable' as const }),
      // Addresses from a wildcard without proof that no closer name exists.
      ...(broken.some(isForVisitors) && { cvss: 'serviceUnusable' as const }),
    },
  ];
}

/** Sets that visitors and senders of mail look up. */
const needed: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'MX']);

const recordLine = ({ owner, type, data }: Contradiction): string => `${owner}. ${type} ${shorten(data, 200)}`;

function contradictionDraft(found: readonly Contradiction[]): Draft[] {
  const [first] = found;
  if (first === undefined) return [];
  const sets = [...new Set(found.map(({ name, setType }) => `${name} ${setType}`))];
  return [
    {
      description: `Signed proofs of absence deny ${counted(sets.length, 'record set')} that the zone has (${firstAndMore(sets, 4)}). Resolvers that answer from cached proofs (RFC 8198) return these as missing.`,
      evidence: [
        ...found
          .slice(0, 10)
          .flatMap((one) => [
            recordLine(one),
            `  denies ${one.denies === 'name' ? one.name : `${one.setType} of ${one.name}`}, which was answered with a valid signature`,
          ]),
        digLines([first.setType, first.name, '+dnssec']),
      ],
      subject: 'contradiction',
      ...(found.some(({ setType }) => needed.has(setType)) && { cvss: 'partUnusable' as const }),
    },
  ];
}

/** Records of a wrong proof that deny existing sets are the same fault: one finding, with the greater weight. */
const joined = (proof: Draft, contradiction: Draft): Draft => ({
  ...proof,
  description: `${proof.description} ${contradiction.description}`,
  evidence: [proof.evidence, contradiction.evidence],
  ...((proof.cvss ?? contradiction.cvss) !== undefined && { cvss: proof.cvss ?? contradiction.cvss }),
});

/** A denial without proof, where the proof itself is not the fault: a signature fails, or the computation limit was reached. */
function openAbsence(places: readonly JudgedPlace[]): Verdict | null {
  const open = places.find(
    (place) => isAbsence(place) && (place.security === 'bogus' || place.security === 'indeterminate'),
  );
  return open === undefined
    ? null
    : openAs(securityCauses[open.reason], 'zone-not-judged', {
        zone: placeText(open),
        reason: reasonTexts[open.reason],
      });
}

export const dnssecDenialBroken = checkOf(signedZone('chain'), {
  id: 'dnssec-denial-broken',
  title: 'Missing names and types are proved to be missing',
  finding: 'Proof of a missing name or type is missing or wrong',
  weakness: { cvss: 'conditionalAvailability', cwe: [345] },
  judge: ({ dnssec, zone }) => {
    if (zone.security === 'bogus')
      return openAs(securityCauses[zone.reason], 'absence-unproved', {
        zone: zone.name,
        reason: reasonTexts[zone.reason],
      });
    const places = placesOf(dnssec);
    const contradictions = dnssec.contradictions ?? [];
    const unproved = unprovedDraft(places.filter(isUnproved));
    const [first, more] = [...unproved, ...contradictionDraft(contradictions.filter(isAtOnce))];
    if (first !== undefined) return fail(more === undefined ? first : joined(first, more));
    const [stale] = contradictions;
    if (stale !== undefined)
      return openBy('denial-stale', { record: recordLine(stale), name: stale.name, type: stale.setType });
    const open = openAbsence(places);
    if (open !== null) return open;
    const [unheard] = dnssec.unconfirmed ?? [];
    if (unheard !== undefined) return openBy('absence-unconfirmed', { name: unheard.name, type: unheard.type });
    return places.some((place) => isAbsence(place) && place.reason === 'opt-out')
      ? pass('Every absence is proved, except in spans that leave out unsigned delegations (opt-out)')
      : pass('Every absence is proved');
  },
});
