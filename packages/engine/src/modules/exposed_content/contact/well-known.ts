import { matchFile } from '@perimeter/protocols/exposure/validators';
import { absentPath } from '../../../evidence/exposure/none.ts';
import type { ExposedPathResult } from '../../../evidence/exposure/schema.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { pathsOf, type ExposedEvidence } from '../../derive/subjects/paths.ts';

/** The HTTP probe requested robots.txt already, so it is not requested again. */
function robotsOf({ http }: ExposedEvidence): ExposedPathResult[] {
  const exchange = http.exchanges.findLast(({ purpose }) => purpose === 'robots');
  if (exchange === undefined || !exchange.result.ok) return [];
  const { status, headers, body } = exchange.result.response;
  const match = matchFile('robotsText', { status, headers, text: (body.text ?? '').slice(0, 4096), length: null });
  if (match === null) return [];
  const { pathname } = new URL(exchange.url);
  const type = 'text/plain';
  const found = { path: pathname, group: 'well-known', kind: 'robotsText', verdict: 'hit', status, type } as const;
  return [{ ...absentPath, ...found, ...match, proof: [...match.proof] }];
}

export const wellknownInventory = checkOf(pathsOf('well-known', robotsOf), {
  id: 'wellknown-inventory',
  title: 'Well-known resources are published on purpose',
  finding: 'Well-known resource',
  judge: ({ proof }) => `${proof[0] ?? 'a resource'}, which programs look for`,
});
