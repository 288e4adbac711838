import type { NetFailure } from '../../../evidence/observed.ts';

/** The offered items of a list in order, and the chosen one. */
export interface Step {
  offered: readonly number[];
  picked: number;
}

/** A list that is enumerated by repeated offers without the chosen items. */
export interface List {
  pool: readonly number[];
  /** Items that most servers have: while some are left, the list is not expected to end. */
  usual: ReadonlySet<number>;
  /** In order of discovery. */
  found: number[];
  rest: readonly number[];
  /** complete: the rest was refused; cut-short: an answer is missing. */
  state: 'open' | 'complete' | 'cut-short';
  /** Why an answer is missing, where one is. */
  cuts: NetFailure[];
  steps: Step[];
}

/** Result of one offer: one choice from each list (where the answer shows one), a refusal, or nothing reliable. */
export type Offered =
  | { kind: 'picked'; picks: ReadonlyMap<List, number> }
  | { kind: 'refused' }
  | { kind: 'failed'; failure?: NetFailure };

/** Makes one offer; the argument selects what to offer of each list. */
export type Ask = (offerOf: (list: List) => readonly number[]) => Promise<Offered>;

/** A list of which some items are known to be accepted. */
export function listOf(
  pool: readonly number[],
  known: readonly (number | null)[] = [],
  usual: readonly number[] = pool,
): List {
  const list: List = { pool, usual: new Set(usual), found: [], rest: pool, state: 'open', cuts: [], steps: [] };
  acknowledge(
    list,
    known.filter((code) => code !== null),
  );
  return list;
}

/** Adds items known to be accepted from elsewhere. */
export function acknowledge(list: List, codes: readonly number[]): void {
  const news = [...new Set(codes)].filter((code) => list.rest.includes(code));
  list.found.push(...news);
  list.rest = list.rest.filter((code) => !news.includes(code));
  if (list.rest.length === 0 && list.state === 'open') list.state = 'complete';
}

/** Records a choice from an offer, however it was composed; false for an unoffered item. */
export function notePick(list: List, offered: readonly number[], picked: number): boolean {
  if (!offered.includes(picked)) return false;
  list.steps.push({ offered, picked });
  acknowledge(list, [picked]);
  return true;
}

/** Every second offer is reversed: a server with its own order then contradicts the client's. */
export const turned = (rest: readonly number[], turn: number): readonly number[] =>
  turn % 2 === 0 ? rest.toReversed() : rest;

/** The whole list with found items last: a server that follows the client's order shows a new one. */
export const foundLast = (list: List): readonly number[] => [...list.rest, ...list.found];

/** Offers the rest of the narrowed lists and all of the others; true when each narrowed list continued. */
async function step(narrowed: readonly List[], ask: Ask): Promise<boolean> {
  const offers = new Map(narrowed.map((list) => [list, turned(list.rest, list.steps.length)]));
  const answer = await ask((list) => offers.get(list) ?? list.pool);
  if (answer.kind === 'failed')
    for (const list of narrowed)
      Object.assign(list, { state: 'cut-short', cuts: answer.failure ? [answer.failure] : [] });
  if (answer.kind !== 'picked') return false;
  return narrowed
    .map((list) => {
      const picked = answer.picks.get(list);
      return picked !== undefined && notePick(list, offers.get(list) ?? [], picked);
    })
    .some(Boolean);
}

/** A refused remainder proves its list complete only if no other list was narrowed. */
async function alone(list: List, ask: Ask): Promise<boolean> {
  const goesOn = await step([list], ask);
  if (!goesOn && list.state === 'open') list.state = 'complete';
  return goesOn;
}

async function aloneToTheEnd(list: List, ask: Ask): Promise<void> {
  while (list.state === 'open') await alone(list, ask);
}

const stillOpen = (lists: readonly List[]): List[] => lists.filter(({ state }) => state === 'open');
const isPromising = ({ rest, usual }: List): boolean => rest.some((code) => usual.has(code));

/** One hello for all lists that are expected to continue; false when their remainders exclude each other. */
async function together(lists: readonly List[], ask: Ask): Promise<boolean> {
  const isJoint = lists.length > 1;
  if (isJoint && (await step(lists, ask))) return true;
  // A joint refusal does not show which list ended. If all continue alone, their remainders exclude each other.
  const goOn = await Promise.all(stillOpen(lists).map((list) => alone(list, ask)));
  return !isJoint || goOn.length === 0 || goOn.includes(false);
}

/**
 * Enumerates several lists at once: each answer removes one item from each open list, so that k items take about k
 * hellos for any number of lists. A list without usual items is offered alone, concurrently: its refusal proves its
 * end.
 */
export async function eliminateJointly(lists: readonly List[], ask: Ask): Promise<void> {
  for (let open = stillOpen(lists); open.length > 0; open = stillOpen(lists)) {
    const promising = open.filter(isPromising);
    const ending = open.filter((list) => !promising.includes(list));
    const [fits] = await Promise.all([together(promising, ask), ...ending.map((list) => alone(list, ask))]);
    if (!fits) await Promise.all(open.map((list) => aloneToTheEnd(list, ask)));
  }
}
