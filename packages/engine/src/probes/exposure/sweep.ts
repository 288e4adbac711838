import { isAlike } from '@perimeter/protocols/exposure/likeness';
import type { FileMatch } from '@perimeter/protocols/exposure/content';
import { type ExposedPath, siblingOf } from '@perimeter/protocols/exposure/path';
import { matchFile } from '@perimeter/protocols/exposure/validators';
import type { ExposedPathResult, ExposureEvidence } from '../../evidence/exposure/schema.ts';
import type { SweepAnswer, Swept } from './answer.ts';
import type { Baseline } from './baseline.ts';
import { judgeAnswer, judgeMatch, matchOf, named, unseenPath } from './judge.ts';

/** Sends one request of the sweep. */
export type AskPath = (
  path: string,
  asking?: { octets?: number | undefined; post?: string | undefined; method?: 'GET' | 'HEAD' | 'POST' },
) => Promise<Swept>;

/** A path of the table, as it is asked at this site. */
export interface SweptPath {
  row: ExposedPath;
  path: string;
}

/** What a sweep needs besides its paths. */
export interface SweepMeans {
  ask: AskPath;
  baseline: Baseline;
  letter: string;
  nowMs: () => number;
}

/** What came of a sweep: its results, and which of them came while the site certainly still answered as itself. */
export interface SweepResult {
  results: ExposedPathResult[];
  stopped: ExposureEvidence['stopped'];
  tooManyHits: boolean;
  trusted: ReadonlySet<string>;
}

/** Requests under way at once: as many as connections are kept. */
const lanes = 4;
/** A site with more exposed files answers whatever is asked. */
const maxHits = 8;
/** Requests in a row without an answer: whoever is banned stops asking. */
const maxUnanswered = 2;
const maxSweepMs = 45_000;

/** Notes after each answer whether the sweep may go on. */
function createStops(nowMs: () => number) {
  const startedMs = nowMs();
  let stopped: ExposureEvidence['stopped'] = null;
  let unanswered = 0;
  return {
    note: (swept: Swept): void => {
      if (swept.ok) {
        unanswered = 0;
        if (swept.answer.limits) stopped ??= 'rate-limited';
        return;
      }
      unanswered += 1;
      if (swept.failure.reason === 'rate-limited') stopped ??= 'rate-limited';
      else if (unanswered >= maxUnanswered) stopped ??= 'blocked';
    },
    why: (): ExposureEvidence['stopped'] => {
      if (nowMs() - startedMs > maxSweepMs) stopped ??= 'time';
      return stopped;
    },
  };
}

const reasonOf = { 'rate-limited': 'rate-limited', blocked: 'blocked', time: 'stopped' } as const;

/** Endpoints that only read; a heap dump would be made for the request. */
const harmlessEndpoints = ['env', 'configprops'] as const;

async function askListed(
  { row, path }: SweptPath,
  match: FileMatch,
  ask: AskPath,
): Promise<ExposedPathResult['listed']> {
  const endpoint = harmlessEndpoints.find((name) => match.proof.includes(`"${name}"`));
  if (row.kind !== 'actuator' || endpoint === undefined) return null;
  const listed = `${path}/${endpoint}`;
  const swept = await ask(listed, { method: 'HEAD' });
  return { path: listed, status: swept.ok ? swept.answer.look.status : null };
}

/** What sites publish on purpose is no sign of one that answers whatever is asked. */
const isMeantToBePublic = ({ group }: ExposedPath): boolean => group === 'well-known';

/** Asks every path once, and what its content proves a second time under nearly the same name. */
export async function sweep(paths: readonly SweptPath[], means: SweepMeans): Promise<SweepResult> {
  const { baseline, letter } = means;
  const stops = createStops(means.nowMs);
  const ask: AskPath = async (...request) => {
    const swept = await means.ask(...request);
    stops.note(swept);
    return swept;
  };
  const results = new Map<string, ExposedPathResult>();
  let untrusted = new Set<string>();
  const trusted = new Set<string>();
  let hits = 0;
  const note = (result: ExposedPathResult, isOwn: boolean): void => {
    results.set(result.path, result);
    untrusted.add(result.path);
    if (!isOwn) return;
    // The site was itself until now: so were all its answers before.
    for (const path of untrusted) trusted.add(path);
    untrusted = new Set();
  };
  const isOwn = ({ look, wall }: SweepAnswer): boolean =>
    wall === null && baseline.looks.some((one) => isAlike(one, look));

  const siblingAnswer = async ({ row, path }: SweptPath): Promise<'absent' | 'same' | 'unseen'> => {
    const swept = await ask(siblingOf(path, letter), row);
    if (!swept.ok || swept.answer.limits) return 'unseen';
    return matchFile(row.kind, swept.answer.content) === null ? 'absent' : 'same';
  };
  const askOne = async (one: SweptPath): Promise<void> => {
    const path = named(one.row, one.path);
    const swept = await ask(one.path, one.row);
    if (!swept.ok) return note(unseenPath(path, 'failed', swept.failure), false);
    const match = matchOf(one.row, swept.answer, baseline.looks);
    if (match === null) return note(judgeAnswer(path, swept.answer, baseline.looks), isOwn(swept.answer));
    const result = judgeMatch(path, swept.answer, {
      match,
      sibling: one.row.alone === true ? null : await siblingAnswer(one),
    });
    const listed = result.verdict === 'hit' ? await askListed(one, match, ask) : null;
    if (result.verdict === 'hit' && !isMeantToBePublic(one.row)) hits += 1;
    note({ ...result, listed }, result.sibling === 'absent');
  };
  const waiting = [...paths];
  const next = (): SweptPath | undefined => (stops.why() === null && hits <= maxHits ? waiting.shift() : undefined);
  const lane = async (): Promise<void> => {
    for (let one = next(); one !== undefined; one = next()) await askOne(one);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const stopped = stops.why();
  const left = stopped === null ? 'stopped' : reasonOf[stopped];
  return {
    results: paths.map(({ row, path }) => results.get(path) ?? unseenPath(named(row, path), left)),
    stopped,
    tooManyHits: hits > maxHits,
    trusted,
  };
}
