import { type Step, turned } from './elimination.ts';
import { contradictsClient } from './preference.ts';

/** What came of offering suites again and again without those that were picked. */
export interface SuiteElimination {
  /** In order of discovery; in the server's order where `serial`. */
  found: number[];
  /** False when an answer is missing: what is not found may exist. */
  complete: boolean;
  /** True when one question followed the other, so that each pick was the server's choice among all that remained. */
  serial: boolean;
  steps: Step[];
}

/** One offer: the pick, null for a refusal, 'failed' for nothing to rely on. */
export type OfferSuites = (offer: readonly number[]) => Promise<number | null | 'failed'>;

/** How an elimination uses its connections. */
export interface EliminationPace {
  /** Connections that nobody uses now. */
  idle: () => number;
  /**
   * A list that is richer than this is split among idle connections: the server's order is lost, and a rich list is not
   * waited for. Where the server follows the client there is no order to lose, and partial as many steps are waited for.
   */
  serialSteps: number;
}

/** Some appliances take no more suites than this, and no hello of more than 511 bytes. */
const cautiousOffer = 60;
/** A remainder shorter than this is not worth the refusal that each partial costs. */
const splittable = 24;

const partials = (codes: readonly number[]): [number[], number[]] => [
  codes.filter((_, index) => index % 2 === 0),
  codes.filter((_, index) => index % 2 === 1),
];

const chunksOf = (codes: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(codes.length / size) }, (_, index) => codes.slice(index * size, (index + 1) * size));

/** Finds all accepted suites of a pool; `known` is one that was accepted before and tells whether a long offer is read at all. */
export async function eliminateSuites(
  pool: readonly number[],
  known: number,
  ask: OfferSuites,
  pace: EliminationPace,
): Promise<SuiteElimination> {
  const result: SuiteElimination = { found: [], complete: true, serial: true, steps: [] };
  let longOfferWorks = false;

  /** True when a refusal of a long offer can be believed. */
  const believes = async (offer: readonly number[]): Promise<boolean> => {
    if (offer.length <= cautiousOffer || longOfferWorks) return true;
    longOfferWorks = (await ask([...offer, known])) === known;
    return longOfferWorks;
  };
  const inParts = async (parts: readonly (readonly number[])[]): Promise<void> => {
    result.serial = false;
    await Promise.all(parts.map(lane));
  };
  const isWorthSplitting = (turn: number, rest: readonly number[]): boolean => {
    if (rest.length <= splittable || pace.idle() < 2) return false;
    const hasOrder = contradictsClient(result.steps, result.found);
    return turn >= (hasOrder ? pace.serialSteps : pace.serialSteps / 2);
  };
  const lane = async (codes: readonly number[]): Promise<void> => {
    let rest = codes;
    for (let turn = 0; rest.length > 0; turn += 1) {
      const offered = turned(rest, turn);
      const picked = await ask(offered);
      if (picked === 'failed' && rest.length > cautiousOffer && !longOfferWorks)
        return inParts(chunksOf(rest, cautiousOffer));
      if (picked === 'failed') {
        result.complete = false;
        return;
      }
      if (picked === null) return (await believes(offered)) ? undefined : inParts(chunksOf(rest, cautiousOffer));
      longOfferWorks ||= offered.length > cautiousOffer;
      result.found.push(picked);
      result.steps.push({ offered, picked });
      rest = rest.filter((code) => code !== picked);
      if (isWorthSplitting(turn + 1, rest)) return inParts(partials(rest));
    }
  };
  await lane(pool);
  return result;
}
