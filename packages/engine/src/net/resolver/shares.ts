import { createReserves } from '../budgets/reserves.ts';
import { mostQueries, type QuestionShare, questionShares } from './query-budget.data.ts';

/** Takes one from a share; false where none is left. */
export type MayTake = () => boolean;

/** The rest of one share: new questions, and queries for them, retries included. */
export interface Draw {
  mayAsk: MayTake;
  maySend: MayTake;
}

const shareNames = Object.keys(questionShares.standard) as QuestionShare[];

/** Queries reserved for each share, in proportion to its questions. */
function keptQueries(scanMode: keyof typeof questionShares): Record<QuestionShare, number> {
  const questions = questionShares[scanMode];
  const all = shareNames.reduce((sum, share) => sum + questions[share], 0);
  const kept = shareNames.map((share) => [share, Math.floor((mostQueries[scanMode] * questions[share]) / all)]);
  return Object.fromEntries(kept) as Record<QuestionShare, number>;
}

/** The shares of one audit: probes of one share count together. */
export function createShares(scanMode: keyof typeof questionShares): (share: QuestionShare) => Draw {
  const asked = new Map<QuestionShare, number>();
  const queries = createReserves(mostQueries[scanMode], keptQueries(scanMode));
  return (share) => ({
    mayAsk: () => {
      const before = asked.get(share) ?? 0;
      if (before >= questionShares[scanMode][share]) return false;
      asked.set(share, before + 1);
      return true;
    },
    maySend: () => queries.take(share),
  });
}
