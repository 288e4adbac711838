import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import type { FindingDraft } from '../../../catalogue/outcome.ts';
import { type Answer, locationOf } from './answer.ts';
import { quoteExchange, quoteLines } from './quote.ts';

/** A draft at the place of its answer. */
export const at = <D extends Omit<FindingDraft, 'location'>>(answer: Answer, draft: D) => ({
  location: locationOf(answer),
  ...draft,
});

/** One header of one host with the lines that stand out, and every answer that carried them. */
export interface Sighting {
  name: string;
  seenAt: readonly [Answer, ...Answer[]];
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
      return fresh.length === 0 ? `The same: ${quoteExchange(answer)}` : quoteLines(answer, fresh);
    })
    .join('\n');
}

/** Gathers the lines that match over all answers: a header that a host sends everywhere is one thing, not one per answer. */
export function gather(answers: readonly Answer[], matches: (name: string, value: string) => boolean): Sighting[] {
  const groups = new Map<string, { name: string; carriers: Carrier[] }>();
  for (const answer of answers) {
    const names = new Map(
      answer.headers.filter(([name, value]) => matches(name, value)).map(([name]) => [name.toLowerCase(), name]),
    );
    for (const [key, name] of names) {
      const lines = answer.headers.filter(([other, value]) => other.toLowerCase() === key && matches(other, value));
      const group = groups.get(`${answer.url.hostname} ${key}`) ?? { name, carriers: [] };
      group.carriers.push({ answer, lines });
      groups.set(`${answer.url.hostname} ${key}`, group);
    }
  }
  return [...groups.values()].flatMap(({ name, carriers }) => {
    const [first, ...rest] = carriers;
    if (first === undefined) return [];
    return [
      {
        name,
        seenAt: [first.answer, ...rest.map(({ answer }) => answer)] as const,
        lines: carriers.flatMap(({ lines }) => [...lines]),
        evidence: quoteCarriers(carriers),
      },
    ];
  });
}
