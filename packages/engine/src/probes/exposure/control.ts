import { simhashDistance } from '@perimeter/protocols/html/document/simhash';
import { isSameStatus, lookHash } from '@perimeter/protocols/exposure/likeness';
import { directoryRow } from '@perimeter/protocols/exposure/paths.data';
import type { ExposedPathResult, ExposureEvidence } from '../../evidence/exposure/schema.ts';
import { listOctets, maxContentOctets } from '@perimeter/protocols/exposure/content';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import type { Control, SweepAnswer, Swept } from './answer.ts';
import type { Baseline } from './baseline.ts';
import type { AskPath, SweepResult } from './sweep.ts';
import { judgeAnswer, judgeMatch, matchOf, named } from './judge.ts';

/** Pages with changing parts differ in so many bits and are still the same page. */
const maxDistance = 24;

const titleOf = (text: string): string | null => /<title[^<>]{0,200}>([^<]{1,500})/i.exec(text)?.[1]?.trim() ?? null;

/** Whether an answer is still the final document. */
function isSame(final: HttpExchange, document: string | undefined, { look, content }: SweepAnswer): boolean {
  if (!final.result.ok || !isSameStatus(final.result.response.status, look.status)) return false;
  if (document === undefined) return true;
  const before = Buffer.from(document.slice(0, maxContentOctets), 'utf8').toString('latin1').slice(0, maxContentOctets);
  const [title, titleBefore] = [titleOf(content.text), titleOf(before)];
  if (title !== null && title === titleBefore) return true;
  return simhashDistance(look.simhash, lookHash(before, new URL(final.url).pathname)) <= maxDistance;
}

/** What the final document is after the sweep. */
function readControl(
  swept: Swept,
  final: HttpExchange,
  document: string | undefined,
): NonNullable<ExposureEvidence['control']> {
  if (!swept.ok) return 'unseen';
  return swept.answer.wall === null && isSame(final, document, swept.answer) ? 'same' : 'changed';
}

/** Asks for the final document again, each time anew. */
export function createControl(ask: AskPath, final: HttpExchange, document: string | undefined): () => Promise<Control> {
  const { pathname } = new URL(final.url);
  let count = 0;
  return async () => {
    count += 1;
    const swept = await ask(pathname, { octets: listOctets, again: `control ${count}` });
    return { swept, standing: readControl(swept, final, document) };
  };
}

/** The final document itself may be the list of a directory. */
export function documentResult(
  path: string,
  { answer }: Extract<Swept, { ok: true }>,
  { looks }: Baseline,
): ExposedPathResult {
  const match = matchOf(directoryRow, answer, looks);
  const own = named(directoryRow, path);
  return match === null ? judgeAnswer(own, answer, []) : judgeMatch(own, answer, { match, sibling: null });
}

/** After a control that failed, only what came while the site still answered as itself counts. */
export function afterControl(
  { results, trusted, stopped }: SweepResult,
  control: NonNullable<ExposureEvidence['control']>,
): ExposedPathResult[] {
  // Whoever limits requests gets no more of them, not even the control.
  if (control === 'same' || stopped === 'rate-limited') return results;
  return results.map((result) =>
    trusted.has(result.path) || result.verdict === 'unseen'
      ? result
      : { ...result, verdict: 'unseen', unseen: 'blocked' },
  );
}
