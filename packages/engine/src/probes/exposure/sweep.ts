import { isAlike } from '@perimeter/protocols/exposure/likeness';
import type { FileMatch } from '@perimeter/protocols/exposure/content';
import { type ExposedPath, siblingOf } from '@perimeter/protocols/exposure/path';
import { matchFile } from '@perimeter/protocols/exposure/validators';
import { type ExposedPathResult, type ExposureEvidence, manyHits } from '../../evidence/exposure/schema.ts';
import type { Control, SweepAnswer, Swept } from './answer.ts';
import type { Baseline } from './baseline.ts';
import { judgeAnswer, judgeMatch, matchOf, named, unseenPath } from './judge.ts';
import { createStops, type Stops } from './stops.ts';

/** Sends one request of the sweep. */
export type AskPath = (
  path: string,
  asking?: {
    octets?: number | undefined;
    post?: string | undefined;
    method?: 'GET' | 'HEAD' | 'POST';
    /** What tells the request apart from the same one before. */
    again?: string;
  },
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
  /** Asks for the document of the site. */
  control: () => Promise<Control>;
}

/** What came of a sweep: its results, and which of them came while the site certainly still answered as itself. */
export interface SweepResult {
  results: ExposedPathResult[];
  stopped: ExposureEvidence['stopped'];
  trusted: ReadonlySet<string>;
  /** The document that was no longer the site's, where that ended the sweep. */
  control: Control | null;
}

/** Requests under way at once: as many as connections are kept. */
const lanes = 4;

const reasonOf = { 'rate-limited': 'rate-limited', blocked: 'blocked', time: 'stopped' } as const;

/** Endpoints that only read; a heap dump would be made for the request. */
const harmlessEndpoints = ['env', 'configprops'] as const;

/** Status and type of an answer to HEAD. */
async function askHead(path: string, ask: AskPath): Promise<{ status: number | null; type: string | null }> {
  const swept = await ask(path, { method: 'HEAD' });
  return swept.ok ? { status: swept.answer.look.status, type: swept.answer.look.type } : { status: null, type: null };
}

/** Asks for an endpoint that an index lists, and where that is found, for one that it cannot have. */
async function askListed(
  { row, path }: SweptPath,
  match: FileMatch,
  { ask, letter }: Pick<SweepMeans, 'ask' | 'letter'>,
): Promise<ExposedPathResult['listed']> {
  const endpoint = harmlessEndpoints.find((name) => match.proof.includes(`"${name}"`));
  if (row.kind !== 'actuator' || endpoint === undefined) return null;
  const listed = `${path}/${endpoint}`;
  const answer = await askHead(listed, ask);
  const control = answer.status === 200 ? await askHead(siblingOf(listed, letter), ask) : null;
  return { path: listed, ...answer, control };
}

type Sibling = 'absent' | 'same' | 'unseen';

/** A path whose content is what it names, before its sibling was asked. */
interface Found {
  one: SweptPath;
  answer: SweepAnswer;
  match: FileMatch;
}

/** Asks for paths of nearly the same name, which nobody has. */
function createSiblings(ask: AskPath, letter: string) {
  const byKind = new Map<string, Promise<Sibling>>();
  const answerOf = async ({ row, path }: SweptPath): Promise<Sibling> => {
    const swept = await ask(siblingOf(path, letter), row);
    if (!swept.ok || swept.answer.limits) return 'unseen';
    return matchFile(row.kind, swept.answer.content) === null ? 'absent' : 'same';
  };
  const own = (one: SweptPath): Promise<Sibling> => {
    const asked = answerOf(one);
    byKind.set(one.row.kind, asked);
    return asked;
  };
  return {
    own,
    /** Of many files of one kind, one sibling is asked for: null where another's was absent. */
    ofKind: async (one: SweptPath): Promise<Sibling | null> => {
      const known = byKind.get(one.row.kind);
      if (known === undefined) return own(one);
      const sibling = await known;
      return sibling === 'absent' ? null : sibling;
    },
  };
}

/** Goes through a list in several lanes, until its end or until the sweep is stopped. */
async function inLanes<T>(list: readonly T[], stops: Stops, go: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  const lane = async (): Promise<void> => {
    for (;;) {
      for (let check = stops.check(); check !== null; check = stops.check()) await check;
      const one = stops.why() === null ? waiting.shift() : undefined;
      if (one === undefined) return;
      await go(one);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** What the answer to a path is to the site: its own word for paths that it does not have, or maybe a firewall's. */
function kindOf({ look, wall }: SweepAnswer, { looks }: Baseline): 'own' | 'other' | 'strange' {
  if (!looks.some((one) => isAlike(one, look))) return 'strange';
  return wall === null ? 'own' : 'other';
}

/** Asks every path once, and what its content proves a second time under nearly the same name. */
export async function sweep(paths: readonly SweptPath[], means: SweepMeans): Promise<SweepResult> {
  const { baseline } = means;
  const stops = createStops(means);
  const ask: AskPath = async (...request) => {
    const swept = await means.ask(...request);
    stops.noteSent(swept);
    return swept;
  };
  const siblings = createSiblings(ask, means.letter);
  const results = new Map<string, ExposedPathResult>();
  const deferred: Found[] = [];
  let found = 0;
  const note = (result: ExposedPathResult, kind: 'own' | 'other' | 'strange'): void => {
    results.set(result.path, result);
    stops.noteResult(result.path, kind);
  };
  const judgeFound = async ({ one, answer, match }: Found, sibling: Sibling | null): Promise<void> => {
    const result = judgeMatch(named(one.row, one.path), answer, { match, sibling });
    const listed = result.verdict === 'hit' ? await askListed(one, match, { ask, letter: means.letter }) : null;
    note({ ...result, listed }, sibling === 'absent' ? 'own' : 'other');
  };
  const askOne = async (one: SweptPath): Promise<void> => {
    const path = named(one.row, one.path);
    const swept = await ask(one.path, one.row);
    if (!swept.ok) return note(unseenPath(path, 'failed', swept.failure), 'other');
    const match = matchOf(one.row, swept.answer, baseline.looks);
    if (match === null) return note(judgeAnswer(path, swept.answer, baseline.looks), kindOf(swept.answer, baseline));
    const hit = { one, answer: swept.answer, match };
    // What sites publish on purpose is no sign of one that was made for scanners.
    if (one.row.group !== 'well-known') found += 1;
    if (one.row.alone === true) return judgeFound(hit, null);
    if (found > manyHits) return void deferred.push(hit);
    return judgeFound(hit, await siblings.own(one));
  };
  // Where random paths meet a wall, the sweep's first requests may have raised it.
  if (baseline.isWalled && paths.length > 0) await stops.checkDocument();
  await inLanes(paths, stops, askOne);
  // The table ends with what is worst.
  await inLanes(deferred.toReversed(), stops, async (hit) => judgeFound(hit, await siblings.ofKind(hit.one)));
  const stopped = stops.why();
  const left = stopped === null ? 'stopped' : reasonOf[stopped];
  return {
    results: paths.map(({ row, path }) => results.get(path) ?? unseenPath(named(row, path), left)),
    stopped,
    trusted: stops.trust.trusted,
    control: stops.lastControl(),
  };
}
