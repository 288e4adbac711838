import { simhashDistance } from '@perimeter/protocols/html/document/simhash';
import { isAlike, isSameStatus, lookHash } from '@perimeter/protocols/exposure/likeness';
import { directoryRow } from '@perimeter/protocols/exposure/paths.data';
import type { ExposedPathResult } from '../../evidence/exposure/schema.ts';
import { listOctets, maxContentOctets } from '@perimeter/protocols/exposure/content';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import type { Control, SweepAnswer, Swept } from './answer.ts';
import { type Baseline, furtherPath, isAsBefore } from './baseline.ts';
import type { AskControl, AskPath } from './asking.ts';
import type { SweepResult } from './sweep.ts';
import { judgeAnswer, judgeMatch, matchOf, named } from './judge.ts';

/** Fingerprint bits by which a page with changing parts may differ. */
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

/** Dependencies of a sweep's controls. */
interface ControlMeans {
  ask: AskPath;
  final: HttpExchange;
  document: string | undefined;
  baseline: Baseline;
  seed: string;
}

/**
 * Requests the final document again, uncached each time. Caches may serve it even to banned clients; so where answers
 * may come from a firewall, a further nonexistent path must be answered like the first ones.
 */
export function createControl({ ask, final, document, baseline, seed }: ControlMeans): AskControl {
  const { pathname } = new URL(final.url);
  let count = 0;
  const standingOf = (swept: Swept, isOwn: (answer: SweepAnswer) => boolean): Omit<Control, 'swept'> => {
    if (!swept.ok) return { standing: 'unseen', asNotFound: false, limits: swept.failure.reason === 'rate-limited' };
    const { answer } = swept;
    const { limits, look } = answer;
    if (isOwn(answer)) return { standing: 'same', asNotFound: false, limits };
    return { standing: 'changed', asNotFound: baseline.looks.some((one) => isAlike(one, look)), limits };
  };
  return async (further) => {
    count += 1;
    const again = `control ${count}`;
    const swept = await ask(pathname, { octets: listOctets, again, isControl: true });
    const own = standingOf(swept, (answer) => answer.wall === null && isSame(final, document, answer));
    if (own.standing !== 'same' || !further) return { swept, ...own };
    const path = furtherPath(seed, count);
    const other = await ask(path, { again, isControl: true });
    return { swept, ...standingOf(other, (answer) => isAsBefore(baseline, path, answer)) };
  };
}

/** The final document itself may be a directory listing. */
export function documentResult(
  path: string,
  { answer }: Extract<Swept, { ok: true }>,
  { looks }: Baseline,
): ExposedPathResult {
  const match = matchOf(directoryRow, answer, looks);
  const own = named(directoryRow, path);
  return match === null ? judgeAnswer(own, answer, []) : judgeMatch(own, answer, { match, sibling: null });
}

/**
 * After a failed control only results count that came while the site still answered as before. If bans look like its
 * not-found page, that page proves nothing: then only results before its last file or last control count.
 */
export function afterControl(
  { results, trusted, proven, stopped }: SweepResult,
  { standing, asNotFound }: Control,
): ExposedPathResult[] {
  // A site that rate-limits receives no more requests, not even the control.
  if (standing === 'same' || stopped === 'rate-limited') return results;
  const sure = asNotFound ? proven : trusted;
  return results.map((result) =>
    sure.has(result.path) || result.verdict === 'unseen' ? result : { ...result, verdict: 'unseen', unseen: 'blocked' },
  );
}
