import { type QuestionShare, questionShares } from './query-budget.data.ts';

/** Takes one question from a share; false where none is left. */
export type MayAsk = () => boolean;

/** The shares of one audit: probes of one share count together. */
export function createShares(scanMode: keyof typeof questionShares): (share: QuestionShare) => MayAsk {
  const asked = new Map<QuestionShare, number>();
  return (share) => () => {
    const before = asked.get(share) ?? 0;
    if (before >= questionShares[scanMode][share]) return false;
    asked.set(share, before + 1);
    return true;
  };
}
