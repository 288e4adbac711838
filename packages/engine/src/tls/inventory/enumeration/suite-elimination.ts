import { type NetFailure, netFailed } from '../../../evidence/observed.ts';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import { weakSuites } from '../../client/hello/code-points.ts';
import { type Step, turned } from './elimination.ts';
import { contradictsClient } from './preference.ts';

/** Result of offering suites repeatedly without the chosen ones. */
export interface SuiteElimination {
  /** In order of discovery; in the server's order where `serial`. */
  found: number[];
  /** Why answers are missing, each reason once, so that unlisted suites may exist. Empty: the list is complete. */
  cuts: NetFailure[];
  /** True when hellos were sequential, so that each choice was made among all remaining suites. */
  serial: boolean;
  steps: Step[];
}

/** One offer: the choice, null for a refusal, a failure for nothing reliable. */
export type OfferSuites = (offer: readonly number[]) => Promise<number | null | NetFailure>;

/** True where an offer had no reliable result. */
export const hasFailed = (picked: number | null | NetFailure): picked is NetFailure =>
  picked !== null && typeof picked === 'object';

/** The ways in which lists were cut short, each once. */
export const distinctCuts = (cuts: readonly NetFailure[]): NetFailure[] => [
  ...new Map(cuts.map((cut) => [`${cut.reason} ${cut.gap}`, cut])).values(),
];

/** The end of a list for evidence. */
export const listEnd = (cuts: readonly NetFailure[]): Pick<TlsVersion, 'complete' | 'cuts'> =>
  cuts.length === 0 ? { complete: true } : { complete: false, cuts: [...cuts] };

/** How an elimination uses its connections. */
export interface EliminationPace {
  /** Unused connections. */
  idle: () => number;
  /**
   * A longer list is split among idle connections: the server's order is lost, but a long list is not waited for. Where
   * the server follows the client there is no order to lose, so the wait is shorter.
   */
  serialSteps: number;
}

/** Some appliances accept no more suites, and no hello of more than 511 bytes. */
const cautiousOffer = 60;
/** No software has as many suites; beyond this number only those that a report must list are tested. */
export const enoughSuites = 200;
const enough = netFailed('budget', 'suites-enough', enoughSuites);
const isWeak: ReadonlySet<number> = new Set(weakSuites);
/** A shorter remainder is not worth the refusal that each part costs. */
const splittable = 24;

const partials = (codes: readonly number[]): [number[], number[]] => [
  codes.filter((_, index) => index % 2 === 0),
  codes.filter((_, index) => index % 2 === 1),
];

const chunksOf = (codes: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(codes.length / size) }, (_, index) => codes.slice(index * size, (index + 1) * size));

/** Finds all accepted suites of a pool; `known` was accepted before, and shows whether a long offer is read at all. */
export async function eliminateSuites(
  pool: readonly number[],
  known: number,
  ask: OfferSuites,
  pace: EliminationPace,
): Promise<SuiteElimination> {
  const result: SuiteElimination = { found: [], cuts: [], serial: true, steps: [] };
  let longOfferWorks = false;

  /** True when a refusal of a long offer is credible. */
  const believes = async (offer: readonly number[]): Promise<boolean> => {
    if (offer.length <= cautiousOffer || longOfferWorks) return true;
    longOfferWorks = (await ask([...offer, known])) === known;
    return longOfferWorks;
  };
  const inParts = async (parts: readonly (readonly number[])[]): Promise<void> => {
    result.serial = false;
    await Promise.all(parts.map(lane));
  };
  const cutBy = (failure: NetFailure): void => {
    result.cuts = distinctCuts([...result.cuts, failure]);
  };
  const worthAsking = (rest: readonly number[]): readonly number[] => {
    if (result.found.length < enoughSuites || rest.every((code) => isWeak.has(code))) return rest;
    cutBy(enough);
    return rest.filter((code) => isWeak.has(code));
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
      if (hasFailed(picked) && rest.length > cautiousOffer && !longOfferWorks)
        return inParts(chunksOf(rest, cautiousOffer));
      if (hasFailed(picked)) return cutBy(picked);
      if (picked === null) return (await believes(offered)) ? undefined : inParts(chunksOf(rest, cautiousOffer));
      longOfferWorks ||= offered.length > cautiousOffer;
      result.found.push(picked);
      result.steps.push({ offered, picked });
      rest = worthAsking(rest.filter((code) => code !== picked));
      if (isWorthSplitting(turn + 1, rest)) return inParts(partials(rest));
    }
  };
  await lane(pool);
  return result;
}
