import { z } from 'zod';
import { dnsAnswer } from './schema.ts';

/** One question that a probe asked of DNS, as its own evidence keeps it: the answer, and what it took to get it. */
export const dnsLookup = dnsAnswer
  .pick({ name: true, type: true, status: true, authenticated: true, cnames: true, records: true, failure: true })
  .extend({
    /** Queries sent for it; 0 where the audit knew the answer, because another probe had asked before. */
    queries: z.int(),
  });
export type DnsLookup = z.infer<typeof dnsLookup>;

/** True where the name itself does not exist; where an alias leads to a name that does not, the alias exists. */
export const isMissing = ({ status, cnames }: Pick<DnsLookup, 'status' | 'cnames'>): boolean =>
  status === 'nxdomain' && cnames.length === 0;

/** Queries sent for all of these questions. */
export const queriesIn = (lookups: readonly DnsLookup[]): number =>
  lookups.reduce((sum, { queries }) => sum + queries, 0);
