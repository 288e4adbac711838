import { failWhere } from '../../../catalogue/outcome.ts';
import type { TargetFacts } from '../../../evidence/dnssec/schema.ts';
import { denialLines, faultLine, placeLine, placesOf } from '../derive/dnssec-lines.ts';
import { zoneCheck } from '../derive/zone-check.ts';
import { denialGaps } from './denial-gaps.data.ts';

/** Types whose absence every visitor or sender of mail asks about. */
const common: ReadonlySet<string> = new Set(['AAAA', 'HTTPS', 'MX']);

const gapText = ({ denial }: TargetFacts): string =>
  denial === null || denial.lacks === null ? 'the proof does not fit the answer' : denialGaps[denial.lacks];

export const dnssecDenialBroken = zoneCheck({
  id: 'dnssec-denial-broken',
  title: 'Missing names and types are proved to be missing',
  finding: 'Proof of a missing name or type is missing or wrong',
  weakness: { cvss: 'conditionalAvailability', cwe: [345] },
  of: 'chain',
  judge: ({ dnssec }) => {
    const broken = placesOf(dnssec).flatMap((place) =>
      place.target !== null && (place.reason === 'denial-missing' || place.reason === 'denial-wrong')
        ? [{ place, target: place.target }]
        : [],
    );
    return failWhere(broken, 'Every absence is proved', ({ place, target }) => ({
      description: `The answer for ${target.purpose === 'missing-name' ? 'a name that does not exist' : `${target.name} ${target.type}`} is bogus: ${gapText(target)}. Validating resolvers answer SERVFAIL in place of "does not exist".`,
      evidence: [faultLine(place), denialLines(target), placeLine(place)],
      subject: target.purpose === 'missing-name' ? 'missing name' : `${target.name} ${target.type}`,
      ...((target.purpose === 'apex' || common.has(target.type)) && { cvss: 'serviceUnusable' as const }),
    }));
  },
});
