import type { DnsAnswer } from '../evidence/dns.ts';

/** Asks the configured recursive resolvers; failures are answers with status "failed", never throws. */
export interface Resolver {
  /** Resolvers in use, as address#port. */
  readonly servers: readonly string[];
  /** UDP queries and TCP queries sent so far. */
  readonly queriesSent: number;
  /**
   * One question with EDNS and DO. Type is a mnemonic (A, HTTPS, …) or TYPEnnn.
   * checkingDisabled sets CD, so that answers which fail validation are shown too (RFC 4035 section 3.2.2).
   */
  query: (
    name: string,
    type: string,
    options: { signal: AbortSignal; checkingDisabled?: boolean },
  ) => Promise<DnsAnswer>;
}
