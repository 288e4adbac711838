import { headerLines, headerValues } from '@perimeter/protocols/http/headers/header-list';
import { contradictedFeatures } from '@perimeter/protocols/http/policies/permissions-policy';
import { informWhere } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { singleHeaders } from './hygiene-headers.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { siteDocument } from '../../derive/subjects/answers.ts';
import { quoteLines } from '../../../evidence/http/quote.ts';

/** Values that differ in more than case and white space. */
const distinct = (values: readonly string[]): Set<string> =>
  new Set(values.map((value) => value.toLowerCase().replaceAll(/[\t ]/g, '')));

interface Conflict {
  name: string;
  effect: string;
}

function conflictsOf({ headers }: Answer): Conflict[] {
  const conflicts = Object.entries(singleHeaders)
    .filter(([name]) => distinct(headerValues(headers, name)).size > 1)
    .map(([name, effect]) => ({ name, effect }));
  const features = contradictedFeatures(headers);
  if (features.length === 0) return conflicts;
  return [
    ...conflicts,
    { name: 'Permissions-Policy', effect: `browsers use only the last value for ${features.join(', ')}` },
  ];
}

/** Informs only: the checks of the individual headers judge what browsers make of the lines, and ignored lines weigh no more than missing ones. */
export const hdrDuplicate = checkOf(siteDocument, {
  id: 'hdr-duplicate',
  title: 'No security header has conflicting duplicates',
  finding: 'Duplicate security headers with different values',
  judge: (document) =>
    informWhere(conflictsOf(document), 'No security header has conflicting duplicates', ({ name, effect }) => {
      const lines = headerLines(document.headers, name);
      return {
        subject: name.toLowerCase(),
        description: `${name} is sent ${lines.length} times with different values: ${effect}. Expected: one header line, set in one place.`,
        evidence: quoteLines(document, lines),
      };
    }),
});
