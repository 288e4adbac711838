import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { directQuestions, maxErrors } from './limits.data.ts';
import type { DirectQuestion } from './question.ts';

/** What one audit may still ask directly. */
export interface DirectCounts {
  /** Takes one question to an address, or says why none is left. */
  spend: (address: string, question?: Pick<DirectQuestion, 'mayFail'>) => NetFailure | null;
  /** Counts an error or NXDOMAIN that was not expected, and gives back the place of one that was and did not come. */
  noteReply: (address: string, question: Pick<DirectQuestion, 'mayFail'>, isError: boolean) => void;
  /** Sent to an address so far; without one: in all. */
  sent: (address?: string) => number;
}

/** The counts of an audit, with the limits of its mode. */
export function createCounts(scanMode: keyof typeof directQuestions): DirectCounts {
  const limits = directQuestions[scanMode];
  const byAddress = new Map<string, { sent: number; errors: number }>();
  let total = 0;
  const countOf = (address: string) => {
    const count = byAddress.get(address) ?? { sent: 0, errors: 0 };
    byAddress.set(address, count);
    return count;
  };
  return {
    spend: (address, { mayFail = false } = {}) => {
      const count = countOf(address);
      if (total >= limits.audit) return netFailed('budget', 'questions-used-up', limits.audit);
      if (count.sent >= limits.address) return netFailed('budget', 'questions-used-up', limits.address);
      if (mayFail && count.errors >= maxErrors) return netFailed('budget', 'errors-limited', maxErrors);
      total += 1;
      count.sent += 1;
      if (mayFail) count.errors += 1;
      return null;
    },
    noteReply: (address, { mayFail = false }, isError) => {
      if (mayFail !== isError) countOf(address).errors += isError ? 1 : -1;
    },
    sent: (address) => (address === undefined ? total : (byAddress.get(address)?.sent ?? 0)),
  };
}
