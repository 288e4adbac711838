import { isAlike } from '@perimeter/protocols/exposure/likeness';
import { type FileMatch, isFound } from '@perimeter/protocols/exposure/content';
import { type ExposedPath, siblingOf } from '@perimeter/protocols/exposure/path';
import { soughtPaths } from '@perimeter/protocols/exposure/paths.data';
import { matchFile } from '@perimeter/protocols/exposure/validators';
import { type ExposedPathResult, type ExposureEvidence, manyHits } from '../../evidence/exposure/schema.ts';
import type { Control, SweepAnswer, Swept } from './answer.ts';
import type { Baseline } from './baseline.ts';
import { type AskControl, type AskPath, controlRequests } from './asking.ts';
import { judgeAnswer, judgeMatch, matchOf, named, unseenPath } from './judge.ts';
import { createStops, type Stops, type Whose } from './stops.ts';

/** A path of the table as requested at this site. */
export interface SweptPath {
  row: ExposedPath;
  path: string;
}

/** Dependencies of a sweep besides its paths. */
export interface SweepMeans {
  ask: AskPath;
  baseline: Baseline;
  letter: string;
  nowMs: () => number;
  control: AskControl;
  /** Whether at most `spare` requests are left. */
  isShort: (spare: number) => boolean;
}

/** The results of a sweep, and those that came while the site certainly still answered as before. */
export interface SweepResult {
  results: ExposedPathResult[];
  stopped: ExposureEvidence['stopped'];
  trusted: ReadonlySet<string>;
  /** The same, where its not-found answer proves nothing. */
  proven: ReadonlySet<string>;
  /** The state of the site at the end. */
  control: Control;
}

/** Concurrent requests: as many as kept connections. */
const lanes = 4;

const reasonOf = {
  'rate-limited': 'rate-limited',
  blocked: 'blocked',
  time: 'stopped',
  budget: 'budget',
  silent: 'silent',
} as const;

/** Read-only endpoints; a heap dump would be created by the request. */
const harmlessEndpoints = ['env', 'configprops'] as const;

/** Status and type of an answer to HEAD. */
async function askHead(path: string, ask: AskPath): Promise<{ status: number | null; type: string | null }> {
  const swept = await ask(path, { method: 'HEAD' });
  return swept.ok ? { status: swept.answer.look.status, type: swept.answer.look.type } : { status: null, type: null };
}

/** Requests an endpoint that an index lists and, if that is found, a nonexistent one. */
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

/** A path whose content matches, before its sibling is requested. */
interface Found {
  one: SweptPath;
  answer: SweepAnswer;
  match: FileMatch;
  /** Called if it is a file of the site. */
  isFile: () => void;
}

/** Requests siblings: nonexistent paths of nearly the same name. */
function createSiblings(
  ask: AskPath,
  { why }: Pick<Stops, 'why'>,
  { letter, isShort, baseline: { isTold, isSteady } }: Pick<SweepMeans, 'letter' | 'isShort' | 'baseline'>,
) {
  const byKind = new Map<string, Promise<Sibling>>();
  const answerOf = async ({ row, path }: SweptPath): Promise<Sibling> => {
    // A site that bans us receives no more requests.
    if (isShort(controlRequests) || why() !== null) return 'unseen';
    const swept = await ask(siblingOf(path, letter), row);
    if (!swept.ok || swept.answer.limits) return 'unseen';
    if (matchFile(row.kind, swept.answer.content) !== null) return 'same';
    // Where the site answers each path differently, an unusual sibling may be one more such answer.
    return isSteady || !isFound(swept.answer.content) || !isTold(swept.answer) ? 'absent' : 'unseen';
  };
  const own = (one: SweptPath): Promise<Sibling> => {
    const asked = answerOf(one);
    byKind.set(one.row.kind, asked);
    return asked;
  };
  return {
    own,
    /** One sibling for many files of one kind: null where another file's sibling was absent. */
    ofKind: async (one: SweptPath): Promise<Sibling | null> => {
      const known = byKind.get(one.row.kind);
      if (known === undefined) return own(one);
      const sibling = await known;
      return sibling === 'absent' ? null : sibling;
    },
  };
}

/** Processes a list with concurrent workers, until its end or until the sweep is stopped. */
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

/** The sender of an answer: the site's not-found answer, or possibly a firewall. */
function whoseIs(path: string, answer: SweepAnswer, { looksFor, isOwnWord }: Baseline): Whose {
  const { look, wall } = answer;
  if (!isOwnWord(path, answer) || !looksFor(path).some((one) => isAlike(one, look))) return 'strange';
  return wall === null ? 'own' : 'other';
}

/**
 * Requests a known file again. This is the only way to notice a ban that looks like the site's not-found answer while
 * the document comes from a cache.
 */
async function withProof(control: Control, proved: SweptPath | null, { ask, isShort }: SweepMeans): Promise<Control> {
  if (control.standing !== 'same' || proved === null || isShort(controlRequests)) return control;
  const swept = await ask(proved.path, { ...proved.row, again: 'proof' });
  if (!swept.ok) return { ...control, standing: 'unseen' };
  return matchFile(proved.row.kind, swept.answer.content) === null
    ? { ...control, standing: 'changed', asNotFound: true, limits: swept.answer.limits }
    : control;
}

/** Why a path has no usable answer. */
const unseenBy = ({ failure, answered }: Extract<Swept, { ok: false }>): NonNullable<ExposedPathResult['unseen']> => {
  if (failure.reason === 'budget' || failure.reason === 'rate-limited') return failure.reason;
  return answered ? 'unreadable' : 'failed';
};

/** Requests reserved for controls, besides one for each path. */
export const keptForControls = 4 * controlRequests;
const keptForSought = 16;

const sought: ReadonlySet<ExposedPath> = new Set(soughtPaths);

/** Files that firewalls look for are requested most severe first; all other lists end with the most severe. */
const worstFirst = (found: readonly Found[]): Found[] => [
  ...found.filter(({ one }) => sought.has(one.row)),
  ...found.filter(({ one }) => !sought.has(one.row)).toReversed(),
];

/** Records the result of each request. */
const noted =
  (ask: AskPath, { noteSent }: Pick<Stops, 'noteSent'>): AskPath =>
  async (...request) => {
    const swept = await ask(...request);
    noteSent(swept);
    return swept;
  };

/** Requests every path once, and a sibling of every hit. */
export async function sweep(paths: readonly SweptPath[], means: SweepMeans): Promise<SweepResult> {
  const { baseline } = means;
  const stops = createStops(means);
  const ask = noted(means.ask, stops);
  const siblings = createSiblings(ask, stops, means);
  const results = new Map<string, ExposedPathResult>();
  const deferred: Found[] = [];
  let found = 0;
  let proved: SweptPath | null = null;
  let unasked = paths.length;
  const note = (result: ExposedPathResult, whose: Whose): void => {
    results.set(result.path, result);
    stops.noteResult(result.path, whose);
  };
  const judgeFound = async ({ one, answer, match, isFile }: Found, sibling: Sibling | null): Promise<void> => {
    const result = judgeMatch(named(one.row, one.path), answer, { match, sibling });
    const mayAsk =
      result.verdict === 'hit' && sibling !== 'unseen' && !means.isShort(controlRequests) && stops.why() === null;
    const listed = mayAsk ? await askListed(one, match, { ask, letter: means.letter }) : null;
    note({ ...result, listed }, 'other');
    if (sibling !== 'absent') return;
    isFile();
    proved = one;
  };
  const askOne = async (one: SweptPath): Promise<void> => {
    const path = named(one.row, one.path);
    unasked -= 1;
    const swept = await ask(one.path, one.row);
    if (!swept.ok) return note(unseenPath(path, unseenBy(swept), swept.failure), 'unseen');
    const match = matchOf(one.row, swept.answer, baseline.looks);
    if (match === null)
      return note(judgeAnswer(path, swept.answer, baseline.looks), whoseIs(one.path, swept.answer, baseline));
    if (one.row.alone !== true && !baseline.isTold(swept.answer)) return note(unseenPath(path, 'any-path'), 'other');
    const hit = { one, answer: swept.answer, match, isFile: stops.trust.mark(one.path) };
    // Files that sites publish on purpose are no sign of a honeypot.
    if (one.row.group !== 'well-known') found += 1;
    if (one.row.alone === true) return judgeFound(hit, null);
    // Every path comes before siblings, for which requests may be missing.
    const spare = unasked + keptForControls + (sought.has(one.row) ? 0 : keptForSought);
    if (found > manyHits || means.isShort(spare)) return void deferred.push(hit);
    return judgeFound(hit, await siblings.own(one));
  };
  // If random paths hit a wall, the sweep's first requests may have caused it.
  if (baseline.isWalled && paths.length > 0) await stops.checkSite(false);
  await inLanes(paths, stops, askOne);
  await inLanes(worstFirst(deferred), stops, async (hit) => judgeFound(hit, await siblings.ofKind(hit.one)));
  for (const hit of deferred) if (!results.has(hit.one.path)) await judgeFound(hit, 'unseen');
  const stopped = stops.why();
  const left = stopped === null ? 'stopped' : reasonOf[stopped];
  return {
    results: paths.map(({ row, path }) => results.get(path) ?? unseenPath(named(row, path), left)),
    stopped,
    trusted: stops.trust.trusted,
    proven: stops.trust.proven,
    control: await withProof(await stops.lastControl(), proved, means),
  };
}
