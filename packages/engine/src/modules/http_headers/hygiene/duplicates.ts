import { headerLines, headerValues } from '@perimeter/protocols/http/headers/header-list';
import { contradictedFeatures } from '@perimeter/protocols/http/policies/permissions-policy';
import { failEach } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { documentCheck } from '../../derive/http/checks.ts';
import { quoteLines } from '../../derive/http/quote.ts';

/** Security headers that hold one answer, and what a browser makes of several. Policies of CSP add up, so CSP is not here. */
const single: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': 'browsers use only the first line (RFC 6797 section 8.1)',
  'X-Content-Type-Options': 'browsers use only the first value',
  'X-Frame-Options': 'browsers block every frame, or none if no value is valid',
  'Referrer-Policy': 'browsers use only the last known value',
  'Content-Type': 'browsers use only the last valid value',
  'Cross-Origin-Opener-Policy': 'two values are invalid as an item, so browsers ignore both (RFC 9651 section 4.2)',
  'Cross-Origin-Embedder-Policy': 'two values are invalid as an item, so browsers ignore both (RFC 9651 section 4.2)',
  'Cross-Origin-Resource-Policy': 'two values match no keyword, so browsers ignore both',
  'Origin-Agent-Cluster': 'two values are invalid as an item, so browsers ignore both (RFC 9651 section 4.2)',
  'Access-Control-Allow-Origin': 'two values match no origin, so browsers block every cross-origin read',
  'Access-Control-Allow-Credentials': 'two values are not "true", so browsers reject credentials',
};

/** Values that differ in more than case and white space. */
const distinct = (values: readonly string[]): Set<string> =>
  new Set(values.map((value) => value.toLowerCase().replaceAll(/[\t ]/g, '')));

interface Conflict {
  name: string;
  effect: string;
}

function conflictsOf({ headers }: Answer): Conflict[] {
  const conflicts = Object.entries(single)
    .filter(([name]) => distinct(headerValues(headers, name)).size > 1)
    .map(([name, effect]) => ({ name, effect }));
  const features = contradictedFeatures(headers);
  if (features.length === 0) return conflicts;
  return [
    ...conflicts,
    { name: 'Permissions-Policy', effect: `browsers use only the last value for ${features.join(', ')}` },
  ];
}

export const hdrDuplicate = documentCheck({
  id: 'hdr-duplicate',
  title: 'No security header has conflicting duplicates',
  finding: 'Duplicate security headers with different values',
  cvss: 'browserHardening',
  cwe: [436],
  references: ['RFC 9110 section 5.3', 'RFC 6797 section 8.1'],
  judge: (document) => {
    const drafts = conflictsOf(document).map(({ name, effect }) => {
      const lines = headerLines(document.headers, name);
      return {
        subject: name.toLowerCase(),
        description: `${name} is sent ${lines.length} times with different values: ${effect}. Expected: one header line, set in one place.`,
        evidence: quoteLines(document, lines),
      };
    });
    return failEach(drafts, 'No security header has conflicting duplicates');
  },
});
