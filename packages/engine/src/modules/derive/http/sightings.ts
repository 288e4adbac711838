import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import type { FindingDraft } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { locationOf } from './place.ts';
import { quoteLines } from '../../../evidence/http/quote.ts';
import { listed } from '../../../evidence/words/text.ts';

/** One header of one host with its matching lines, and the first answer that carried them. */
export interface Sighting {
  name: string;
  first: Answer;
  lines: HeaderLines;
  evidence: string;
  /** The URLs of further answers that carried it. */
  also: readonly string[];
}

interface Carrier {
  answer: Answer;
  lines: HeaderLines;
}

/** Quotes each answer whose lines differ from earlier ones. */
function quoteCarriers(carriers: readonly Carrier[]): string {
  const quoted = new Set<string>();
  return carriers
    .flatMap(({ answer, lines }) => {
      const fresh = lines.filter(([, value]) => !quoted.has(value));
      for (const [, value] of fresh) quoted.add(value);
      return fresh.length === 0 ? [] : [quoteLines(answer, fresh)];
    })
    .join('\n\n');
}

/** Splits the lines of one answer that match by header name, in one pass: there may be thousands. */
function linesByName({ headers }: Answer, matches: Matches): Map<string, [name: string, value: string][]> {
  const groups = new Map<string, [string, string][]>();
  for (const [name, value] of headers) {
    if (!matches(name, value)) continue;
    const key = name.toLowerCase();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [[name, value]]);
    else group.push([name, value]);
  }
  return groups;
}

type Matches = (name: string, value: string) => boolean;

/** Collects matching lines over all answers: a header that a host sends everywhere is one sighting, not one per answer. */
export function sightingsOf(answers: readonly Answer[], matches: Matches): Sighting[] {
  const groups = new Map<string, [Carrier, ...Carrier[]]>();
  for (const answer of answers) {
    for (const [name, lines] of linesByName(answer, matches)) {
      const key = `${answer.url.hostname} ${name}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [{ answer, lines }]);
      else group.push({ answer, lines });
    }
  }
  return [...groups.values()].map((carriers) => {
    const lines = carriers.flatMap((carrier) => [...carrier.lines]);
    const [{ answer: first }, ...others] = carriers;
    const also = [...new Set(others.map(({ answer }) => answer.exchange.url))].filter(
      (url) => url !== first.exchange.url,
    );
    return { name: lines[0]?.[0] ?? '', first, lines, evidence: quoteCarriers(carriers), also };
  });
}

/** A draft for a sighting, located at its first answer. */
export const drafted = ({ name, first, evidence, also }: Sighting, description: string): FindingDraft => ({
  location: locationOf(first),
  subject: name.toLowerCase(),
  description: also.length === 0 ? description : `${description} Also sent by ${listed(also)}.`,
  evidence,
});
