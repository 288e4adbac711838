import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { createReserves, type Reserves } from '../budgets/reserves.ts';
import { directErrors, type DirectPurpose, directQuestions } from './limits.data.ts';
import type { DirectQuestion } from './question.ts';

/** The remaining direct queries of one purpose. */
export interface DirectCounts {
  /** Takes one query to an address, or returns why none is left. */
  spend: (address: string, question?: Pick<DirectQuestion, 'mayFail'>) => NetFailure | null;
  /** Counts an unexpected error or NXDOMAIN, and returns the reserved slot of an expected one that did not come. */
  noteReply: (address: string, question: Pick<DirectQuestion, 'mayFail'>, isError: boolean) => void;
  /** Queries sent to an address so far, for all purposes; without an address: in total. */
  sent: (address?: string) => number;
}

interface AddressCount {
  questions: Reserves<DirectPurpose>;
  errors: Reserves<DirectPurpose>;
}

/** The counters of an audit, with the limits of its mode for each purpose. */
export function createCounts(scanMode: keyof typeof directQuestions): (purpose: DirectPurpose) => DirectCounts {
  const limits = directQuestions[scanMode];
  const byAddress = new Map<string, AddressCount>();
  const audit = createReserves(limits.audit.total, limits.audit.kept);
  const countOf = (address: string): AddressCount => {
    const count = byAddress.get(address) ?? {
      questions: createReserves(limits.address.total, limits.address.kept),
      errors: createReserves(directErrors.total, directErrors.kept),
    };
    byAddress.set(address, count);
    return count;
  };
  return (purpose) => ({
    spend: (address, { mayFail = false } = {}) => {
      const { questions, errors } = countOf(address);
      if (!audit.has(purpose)) return netFailed('budget', 'questions-used-up', limits.audit.total);
      if (!questions.has(purpose)) return netFailed('budget', 'questions-used-up', limits.address.total);
      if (mayFail && !errors.take(purpose)) return netFailed('budget', 'errors-limited', directErrors.total);
      audit.take(purpose);
      questions.take(purpose);
      return null;
    },
    noteReply: (address, { mayFail = false }, isError) => {
      const { errors } = countOf(address);
      if (mayFail === isError) return;
      if (isError) errors.add(purpose);
      else errors.giveBack(purpose);
    },
    sent: (address) => (address === undefined ? audit.taken : (byAddress.get(address)?.questions.taken ?? 0)),
  });
}
