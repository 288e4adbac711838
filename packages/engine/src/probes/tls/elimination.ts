/** What was offered from a list, in which order, and what was picked. */
export interface Step {
  offered: readonly number[];
  picked: number;
}

/** One list that is being taken apart by asking again and again without what was picked. */
export interface List {
  pool: readonly number[];
  /** In order of discovery. */
  found: number[];
  rest: readonly number[];
  /** complete: the rest was refused; cut-short: an answer is missing. */
  state: 'open' | 'complete' | 'cut-short';
  steps: Step[];
}

/** What one offer brought: one pick from each list (where the answer shows one), a refusal, or nothing to rely on. */
export type Offered = { kind: 'picked'; picks: ReadonlyMap<List, number> } | { kind: 'refused' } | { kind: 'failed' };

/** Makes one offer; the argument says what to offer of each list. */
export type Ask = (offerOf: (list: List) => readonly number[]) => Promise<Offered>;

/** A list of which some items are known to be accepted. */
export function listOf(pool: readonly number[], known: readonly (number | null)[] = []): List {
  const found = [...new Set(known)].filter((code) => code !== null).filter((code) => pool.includes(code));
  const rest = pool.filter((code) => !found.includes(code));
  return { pool, found, rest, state: rest.length === 0 ? 'complete' : 'open', steps: [] };
}

/** Every second offer stands on its head: a server that follows its own order then contradicts the client's. */
export const turned = (rest: readonly number[], turn: number): readonly number[] =>
  turn % 2 === 0 ? rest.toReversed() : rest;

function strike(list: List, offered: readonly number[], picked: number | undefined): boolean {
  if (list.state !== 'open' || picked === undefined || !list.rest.includes(picked)) return false;
  list.found.push(picked);
  list.steps.push({ offered, picked });
  list.rest = list.rest.filter((code) => code !== picked);
  if (list.rest.length === 0) list.state = 'complete';
  return true;
}

/** Offers the rest of the narrowed lists and the whole of all others; true when something was struck. */
async function step(narrowed: readonly List[], ask: Ask): Promise<boolean> {
  const offers = new Map(narrowed.map((list) => [list, turned(list.rest, list.steps.length)]));
  const answer = await ask((list) => offers.get(list) ?? list.pool);
  if (answer.kind === 'failed') for (const list of narrowed) list.state = 'cut-short';
  if (answer.kind !== 'picked') return false;
  return narrowed.map((list) => strike(list, offers.get(list) ?? [], answer.picks.get(list))).some(Boolean);
}

/** A refused remainder proves its list complete only when no other list was narrowed beside it. */
async function alone(list: List, ask: Ask): Promise<boolean> {
  const struck = await step([list], ask);
  if (!struck && list.state === 'open') list.state = 'complete';
  return struck;
}

async function aloneToTheEnd(list: List, ask: Ask): Promise<void> {
  while (list.state === 'open') await alone(list, ask);
}

const stillOpen = (lists: readonly List[]): List[] => lists.filter(({ state }) => state === 'open');

/** Lists that are taken apart together. */
export interface JointTask {
  /** Taken apart to the end. */
  required: readonly List[];
  /** Come along while all goes well. */
  companions?: readonly List[];
  /** Any item of one list goes with any of the other, as suites and groups of TLS 1.3 do. */
  areIndependent?: boolean;
}

/** After a joint refusal: which list is at its end? True when all go on alone, so that their remainders exclude each other. */
async function attribute(open: readonly List[], areIndependent: boolean, ask: Ask): Promise<boolean> {
  const [first, second] = open.toSorted((a, b) => b.rest.length - a.rest.length);
  if (!areIndependent || open.length !== 2 || first === undefined || second === undefined) {
    return (await Promise.all(open.map((list) => alone(list, ask)))).every(Boolean);
  }
  // If one goes on, it would have gone on with anything that is left of the other: nothing is.
  if ((await alone(first, ask)) && second.state === 'open') second.state = 'complete';
  return false;
}

/**
 * Takes several lists apart at once: each answer strikes one item from each open list, so that k items cost about k
 * questions however many lists there are.
 */
export async function eliminateJointly(
  { required, companions = [], areIndependent = false }: JointTask,
  ask: Ask,
): Promise<void> {
  let together = [...required, ...companions];
  while (stillOpen(required).length > 0) {
    const narrowed = stillOpen(together);
    if (narrowed.length > 1 && (await step(narrowed, ask))) continue;
    together = [...required];
    const open = stillOpen(required);
    if (await attribute(open, areIndependent, ask)) await Promise.all(open.map((list) => aloneToTheEnd(list, ask)));
  }
}
