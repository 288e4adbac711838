import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import type { FindingDraft } from '../../../catalogue/outcome.ts';
import { type Answer, locationOf } from './answer.ts';
import { quoteExchange, quoteLines } from './quote.ts';

/** One header of one host with the lines that stand out, and the first answer that carried them. */
export interface Sighting {
  name: string;
  first: Answer;
  lines: HeaderLines;
  evidence: string;
}

interface Carrier {
  answer: Answer;
  lines: HeaderLines;
}

/** Quotes what differs, and names the other places of what does not. */
function quoteCarriers(carriers: readonly Carrier[]): string {
  const quoted = new Set<string>();
  return carriers
    .map(({ answer, lines }) => {
      const fresh = lines.filter(([, value]) => !quoted.has(value));
      for (const [, value] of fresh) quoted.add(value);
      return fresh.length === 0 ? `Also: ${quoteExchange(answer)}` : quoteLines(answer, fresh);
    })
    .join('\n');
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

/** Gathers the lines that match over all answers: a header that a host sends everywhere is one thing, not one per answer. */
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
    return { name: lines[0]?.[0] ?? '', first: carriers[0].answer, lines, evidence: quoteCarriers(carriers) };
  });
}

/** What a sighting proves, as a draft at the first place it was seen. */
export const drafted = ({ name, first, evidence }: Sighting, description: string): FindingDraft => ({
  location: locationOf(first),
  subject: name.toLowerCase(),
  description,
  evidence,
});
