import { fail, pass } from '../../../catalogue/outcome.ts';
import type { VulnerabilityEndpoint } from '../../../evidence/vulnerabilities/endpoint.ts';
import type { Reading } from '../../../evidence/vulnerabilities/exchange.ts';
import { type FlawQuestion, judgeFlaw } from './flaws.ts';

/** A yes-or-no test of one flaw, and the meaning of both results. */
interface FlawTest<T> extends Omit<FlawQuestion<T>, 'judge'> {
  read: (value: T) => Reading;
  passed: string;
  description: string;
  reproduce: (flaws: VulnerabilityEndpoint) => string | null;
}

/** Judges one yes-or-no test. */
export const flawTest = <T>({ fact, ruledOut, read, passed, description, reproduce }: FlawTest<T>) =>
  judgeFlaw({
    fact,
    ruledOut,
    judge: (value, flaws) => {
      const { vulnerable, lines } = read(value);
      return vulnerable ? fail({ description, evidence: [lines, reproduce(flaws)] }) : pass(passed);
    },
  });
