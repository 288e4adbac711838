import { type Observed, seen, untested, unclear } from '../../../evidence/observed.ts';
import type { Step } from './elimination.ts';

/** Who decides. */
export type Preference = Observed<'server' | 'client'>;

/** Requests a choice from an ordered list; null when there was no reliable one. */
export type Choose = (ordered: readonly number[]) => Promise<number | null>;

/** True where the choice was not the client's first acceptable item: then the server has its own order. */
export const contradictsClient = (steps: readonly Step[], accepted: readonly number[]): boolean =>
  steps.some(({ offered, picked }) => offered.find((code) => accepted.includes(code)) !== picked);

/** A server's order agrees with all our offers by chance in fewer than one of this many cases. */
const unlikely = 1_000;

/** True where the choices agree with the client's order too often for a similar server order. */
function followsClient(steps: readonly Step[], accepted: readonly number[]): boolean {
  const chances = steps.map(({ offered }) => offered.filter((code) => accepted.includes(code)).length);
  return chances.reduce((product, count) => product * Math.max(1, count), 1) >= unlikely;
}

/** Whose order counts: from the elimination if conclusive, else tested with the known favourite last. */
export async function findPreference(
  accepted: readonly number[],
  steps: readonly Step[],
  choose: Choose,
): Promise<Preference> {
  const [favourite, ...others] = accepted;
  if (favourite === undefined || others.length === 0) return untested('fewer-than-two');
  if (contradictsClient(steps, accepted)) return seen('server');
  if (followsClient(steps, accepted)) return seen('client');
  const chosen = await choose([...others.toReversed(), favourite]);
  if (chosen === null) return unclear('closed', 'favourite-last-unanswered');
  return seen(chosen === favourite ? 'server' : 'client');
}

/** Longer lists are not ordered: each item would take a further hello. */
const maxOrdered = 24;

function orderFromPicks(predicted: readonly number[], picks: readonly (number | null)[]): number[] {
  const chain = [...new Set(picks)].filter((code) => code !== null).filter((code) => predicted.includes(code));
  return [...chain, ...predicted.filter((code) => !chain.includes(code))];
}

/**
 * The server's full order: each suffix of a predicted order is offered in one round, favourite last; where a choice
 * differs, the prediction is corrected and tested again. Null when an answer is missing or the list is too long.
 */
export async function confirmOrder(predicted: readonly number[], choose: Choose): Promise<number[] | null> {
  if (predicted.length > maxOrdered) return null;
  const confirmed: number[] = [];
  let rest = [...predicted];
  for (let round = 0; round < predicted.length && rest.length > 1; round += 1) {
    const suffixes = rest.slice(0, -1).map((_, index) => rest.slice(index).toReversed());
    const picks = await Promise.all(suffixes.map(choose));
    if (picks.includes(null)) return null;
    const wrong = picks.findIndex((pick, index) => pick !== rest[index]);
    if (wrong < 0) return [...confirmed, ...rest];
    confirmed.push(...rest.slice(0, wrong));
    rest = orderFromPicks(rest.slice(wrong), picks.slice(wrong));
  }
  return rest.length <= 1 ? [...confirmed, ...rest] : null;
}
