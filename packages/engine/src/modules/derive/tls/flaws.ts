import { inconclusive, notApplicable, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import type { Observed } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import type { VulnerabilityEndpoint } from '../../../evidence/vulnerabilities/endpoint.ts';

/** One endpoint with its inventory and its vulnerability tests; flaws: null where it was not tested. */
export interface FlawEndpoint {
  tls: TlsEndpoint;
  flaws: VulnerabilityEndpoint | null;
}

/** How one vulnerability test is judged. */
export interface FlawQuestion<T> {
  fact: (flaws: VulnerabilityEndpoint) => Observed<T>;
  /** Why the flaw cannot be there, from the inventory alone; null where it can. */
  ruledOut: (tls: TlsEndpoint) => string | null;
  judge: (value: T, flaws: VulnerabilityEndpoint) => Verdict;
}

/** Judges one test: an observed result decides; without one, the inventory may rule the flaw out. */
export const judgeFlaw =
  <T>({ fact, ruledOut, judge }: FlawQuestion<T>) =>
  ({ tls, flaws }: FlawEndpoint): Verdict => {
    const seen = flaws === null ? null : fact(flaws);
    const verdict = seen?.known === true && flaws !== null ? judge(seen.value, flaws) : null;
    if (verdict?.outcome === 'fail') return verdict;
    const reason = ruledOut(tls);
    if (reason !== null) return notApplicable(reason);
    if (verdict !== null) return verdict;
    return seen === null || seen.known ? openBy('flaw-untested') : inconclusive(seen.failure);
  };
