import { setTimeout as pause } from 'node:timers/promises';
import type { HttpResponse } from '../../evidence/http/schema.ts';
import type { NetFailure } from '../../evidence/observed.ts';
import { wallOf } from '../../evidence/http/wall.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';
import type { Ask, Fetch, Fetched } from '../../net/http/fetch.ts';

/** Errors may be temporary: pauses before each retry of a document. */
export const secondLookPausesMs: readonly number[] = [500, 1_500];

/** An error of the site itself; walls, logins and rate limits are not retried. */
function isError(response: HttpResponse): boolean {
  const { status } = response;
  if (status < 400 || status > 599) return false;
  const wall = wallOf(response);
  return wall === null || wall.kind === 'unavailable';
}

const isBarred = ({ status, headers }: HttpResponse): boolean =>
  status === 503 && headers.some(([name]) => name.toLowerCase() === 'retry-after');

/** Failures of an established connection, which may be temporary. A time-out has cost its time already. */
const brokenOff: ReadonlySet<NetFailure['reason']> = new Set(['reset', 'closed']);

/** True where a retry may give another answer; errors that bar us from the origin (503 with Retry-After) are not retried. */
function isWorthAnother({ facts: { result }, head, connected }: Exchanged): boolean {
  if (!result.ok) return connected && brokenOff.has(result.failure.reason);
  return head !== null && isError(result.response) && !isBarred(result.response);
}

/** Settings for retries after errors. */
export interface SecondLooks {
  ask: Ask;
  signal: AbortSignal;
  pausesMs: readonly number[];
}

/** Retries at most twice after an error or an interruption; returns the answer that counts, and the discarded ones. */
export async function lookAgain(
  { ask, signal, pausesMs }: SecondLooks,
  first: Exchanged,
  { url, cookie }: { url: URL; cookie?: string | undefined },
): Promise<{ standing: Exchanged; earlier: Exchanged[] }> {
  let standing = first;
  const earlier: Exchanged[] = [];
  for (const [index, pauseMs] of pausesMs.entries()) {
    const { address } = standing.facts;
    if (address === null || !isWorthAnother(standing)) break;
    if (!(await pause(pauseMs, true, { signal }).catch(() => false))) break;
    const next = await ask(url, address, { cookie, again: `after an error ${index + 1}` });
    // Silence adds nothing; a wall does, because it hides an unknown document.
    if (!next.facts.result.ok) break;
    earlier.push(standing);
    standing = next;
  }
  return { standing, earlier };
}

/** A fetch that retries errors of the target's hosts: the last answer counts, earlier ones are stored beside it. */
export function withSecondLooks(fetch: Fetch, looks: SecondLooks, isOwn: (url: URL) => boolean): Fetch {
  const looked = new Map<Fetched, Promise<Fetched>>();
  const settleOn = async (first: Fetched, url: URL, cookie?: string): Promise<Fetched> => {
    const { standing, earlier } = await lookAgain(looks, first.exchange, { url, cookie });
    return { ...first, exchange: standing, ...(earlier.length > 0 && { earlier }) };
  };
  return async (url, cookie) => {
    const first = await fetch(url, cookie);
    if (!isOwn(url)) return first;
    const known = looked.get(first) ?? settleOn(first, url, cookie);
    looked.set(first, known);
    return known;
  };
}
