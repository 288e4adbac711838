import { type Observed, seen, untested, unclear } from '../../../evidence/observed.ts';
import type { Step } from './elimination.ts';

/** Who decides. */
export type Preference = Observed<'server' | 'client'>;

/** Requests a choice from an ordered list; null when there was no reliable one. */
export type Choose = (ordered: readonly number[]) => Promise<number | null>;

/** True where the choice was not the client's first acceptable item: then the server has its own order. */
export const contradictsClient = (steps: readonly Step[], accepted: readonly number[]): boolean =>
  steps.some(({ offered, picked }) => offered.find((code) => accepted.includes(code)) !== picked);

/**
 * Whose order counts: a choice that was not the client's first shows the server's. Otherwise the same items in another
 * order decide: however many choices agreed with ours, an order of the server's can be the one in which we asked.
 */
export async function findPreference(
  accepted: readonly number[],
  steps: readonly Step[],
  choose: Choose,
): Promise<Preference> {
  const [favourite, ...others] = accepted;
  if (favourite === undefined || others.length === 0) return untested('fewer-than-two');
  if (contradictsClient(steps, accepted)) return seen('server');
  const ordered = [...others.toReversed(), favourite];
  const chosen = await choose(ordered);
  if (chosen === null) return unclear('closed', 'favourite-last-unanswered');
  if (chosen !== ordered[0]) return seen('server');
  // A server that prefers this one would have chosen it each time.
  if (steps.some(({ offered, picked }) => offered.includes(chosen) && picked !== chosen)) return seen('client');
  const turned = await choose(accepted);
  if (turned === null) return unclear('closed', 'favourite-last-unanswered');
  return seen(turned === chosen ? 'server' : 'client');
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
