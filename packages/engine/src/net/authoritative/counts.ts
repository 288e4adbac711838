import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { createReserves, type Reserves } from '../budgets/reserves.ts';
import { directErrors, type DirectPurpose, directQuestions } from './limits.data.ts';
import type { DirectQuestion } from './question.ts';

/** What one purpose may still ask directly. */
export interface DirectCounts {
  /** Takes one question to an address, or says why none is left. */
  spend: (address: string, question?: Pick<DirectQuestion, 'mayFail'>) => NetFailure | null;
  /** Counts an error or NXDOMAIN that was not expected, and gives back the place of one that was and did not come. */
  noteReply: (address: string, question: Pick<DirectQuestion, 'mayFail'>, isError: boolean) => void;
  /** Sent to an address so far, for all purposes; without one: in all. */
  sent: (address?: string) => number;
}

interface AddressCount {
  questions: Reserves<DirectPurpose>;
  errors: Reserves<DirectPurpose>;
}

/** The counts of an audit, with the limits of its mode: those of each purpose. */
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
